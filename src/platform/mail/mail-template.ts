import { greeting, hasGreeting } from '#shared/greeting.rules.ts'

/** Joins the paragraphs of a mail's text. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`

/**
 * The text of a mail: a greeting and paragraphs. `words` is the text that a person wrote in it; no greeting is added when that
 * begins with one. `to` is the recipient's name, null when unknown.
 */
export const mailText = ({ to, words = '' }: { to: string | null; words?: string }, ...texts: string[]) =>
  paragraphs(...(hasGreeting(words) ? [] : [greeting(to)]), ...texts)

/** A text as a reply quotes it. */
export const quoted = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n')
    .map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')
