/** Above what a mail says beside its sender's own words, wherever it is shown. */
export const FOLDED_TITLE = 'Signatur och citerad text'
