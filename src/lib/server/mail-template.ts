/** The text of a letter. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`
