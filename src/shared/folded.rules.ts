/** Above what a mail says beside its sender's own words, wherever it is shown. */
export const FOLDED_TITLE = 'Signatur och citerad text'
/** Of the quotation and signature of a mail, in characters. */
export const FOLDED_MAX = 20_000
