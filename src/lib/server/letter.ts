/** The text of a letter. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`

/** What a person wrote, without what could break a line or turn its direction. */
export const onOneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
