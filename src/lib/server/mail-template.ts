/** Joins the paragraphs of a mail's text. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`
