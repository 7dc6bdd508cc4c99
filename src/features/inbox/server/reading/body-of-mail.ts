// The text of a mail: its plain part, or its HTML when the plain part is missing or a placeholder.
import type { Email } from 'postal-mime'
import { isBlank } from '#shared/text.rules.ts'
import type { Attachment } from './incoming-mail.ts'
import { withoutFillers, withoutNoise } from './plain-text.ts'
import type { Picture } from './prepare-html.ts'
import { CUT, textOfHtml } from './text-of-html.ts'

/** The most text that is read and searched for a quotation; a comment has COMMENT_MAX characters. */
export const TEXT_MAX = 500_000

/** The text that mail programs show, and the pictures in data URIs of the HTML. */
export function bodyOfMail({ text = '', html = '' }: Pick<Email, 'text' | 'html'>): {
  text: string
  pictures: Attachment[]
} {
  const shown = textOfHtml(html)
  const readable = withoutFillers(withoutNoise(text))
  const plain = isBlank(text) || isStub(readable, shown.text) ? shown.text : readable
  const whole = plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX).toWellFormed()}${CUT}` : plain
  return { text: isBlank(whole) ? '' : whole, pictures: shown.pictures.map(toAttachment) }
}

/** Typical of the placeholder text in mail that is meant to be read as HTML. */
const mentionsHtml = /html|webbläsare|browser|e-?post(?:program|klient)|mail ?(?:client|program|reader)/i
const STUB_MAX = 500
const WORDS_READ = 50_000
const WORDS_MIN = 8

/**
 * Whether the text is a placeholder: it says that the mail is HTML, or is short and has nearly none of the words of the HTML.
 */
function isStub(text: string, html: string): boolean {
  const plain = text.trim()
  const shown = plain.length > STUB_MAX ? [] : [...wordsOf(html)]
  if (shown.length === 0) return false
  const words = wordsOf(plain)
  const share = shown.filter((word) => words.has(word)).length / shown.length
  return mentionsHtml.test(plain) ? share <= 0.5 : share <= 0.1 && shown.length >= WORDS_MIN
}

const wordsOf = (text: string) =>
  new Set(
    text
      .slice(0, WORDS_READ)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )

const toAttachment = ({ type, extension, content }: Picture, index: number): Attachment => ({
  name: `bild ${index + 1}.${extension}`,
  type,
  bytes: content.length,
  contentId: null,
  isInline: true,
  content,
})
