import { greeting, hasGreeting } from '#shared/greeting.rules.ts'

/** Joins the paragraphs of a mail's text. */
export const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`

/**
 * The text of a letter: the greeting, and its paragraphs. `words` are what a person wrote in it; the letter has no greeting
 * of its own above one that they begin with. A name is null where it is unknown.
 */
export const letter = ({ to, words = '' }: { to: string | null; words?: string }, ...texts: string[]) =>
  paragraphs(...(hasGreeting(words) ? [] : [greeting(to)]), ...texts)

/** A text as an answer quotes it. */
export const quoted = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split('\n')
    .map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n')
