// Removes invisible characters from texts and normalizes them to NFC. Length limits apply to the result.

/**
 * A visible character: not white space, a control, a Default_Ignorable_Code_Point (soft hyphen, joiners, direction marks,
 * Hangul fillers, variation selectors, tags, …) or one with an empty glyph (blank braille pattern, interlinear annotation
 * marks, null note head). The database function `is_blank` (0001-actor.sql) uses the same set.
 */
const VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u

/** Bidirectional control characters; joiners of letters or emoji are not among them. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Line breaks and other control characters. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text)

/**
 * A text in Unicode NFC: file names from a Mac and text from a PDF have å as a and a combining ring, which does not equal a typed
 * å. Not for passwords, technical information, drafts and original mails.
 */
export const composed = (text: string): string => text.normalize('NFC')

/** A text in NFC without surrounding white space; '' when it has no visible character. */
export const visibleText = (text: string): string => (isBlank(text) ? '' : composed(text).trim())

/**
 * The same for a name, a title or a subject: on one line, and without direction controls, which would reorder the text around it.
 * `on_one_line` of the database (0019-texts.sql) does the same, except NFC.
 */
export function sanitizedLine(text: string): string {
  // NUL cannot be stored: such a text is left unchanged, and refused later.
  if (isBlank(text) || text.includes('\0')) return visibleText(text)
  const parts = text.replace(BIDI_CONTROLS, '').split(CONTROLS)
  return composed(
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  )
}

/** A value for a line of a mail: without line breaks, control characters and direction controls. */
export const onOneLine = (text: string): string =>
  text.replace(BIDI_CONTROLS, '').replace(CONTROLS, ' ').replace(/ {2,}/g, ' ').trim()

/** Text for HTML and XML, also in an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
