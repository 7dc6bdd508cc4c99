// What of a text shows. Limits count what is left, as they always did.

/**
 * White space, controls, what Unicode says need not be drawn (Default_Ignorable_Code_Point: soft hyphen, joiners, marks of
 * direction, Hangul fillers, variation selectors, tags, …), and what is drawn as nothing: the empty braille pattern, the
 * marks around annotations, the empty note head. The database's `is_blank` (0001-actor.sql) is the same.
 */
const SHOWN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u

/** Marks that turn the text behind them around; what joins letters or emoji is none of them. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Whether nothing of it can be seen. */
export const isBlank = (text: string): boolean => !SHOWN.test(text)

/** A text without what stands around it; '' when nothing of it can be seen. */
export const shownText = (text: string): string => (isBlank(text) ? '' : text.trim())

/** The same of a name, a title or a subject, which stands among other texts: nothing in it turns them around. */
export const shownLine = (text: string): string => shownText(text.replace(TURNING, ''))

/** A value as a mail says it: nothing in it makes a line of its own or turns the line around. */
export const onOneLine = (text: string): string =>
  text
    .replace(TURNING, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
