/** The heading of a mail's signature and quotation, wherever they are shown. */
export const FOLDED_TITLE = 'Signatur och citerad text'
/** The longest quotation and signature of a mail, in characters. */
export const FOLDED_MAX = 20_000
