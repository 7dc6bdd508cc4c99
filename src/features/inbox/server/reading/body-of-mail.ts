// The text of a mail: its plain part, or its HTML where that says nothing.
import type { Email } from 'postal-mime'
import { isBlank } from '#shared/text.rules.ts'
import type { Attachment } from './mail.ts'
import { withoutFillers, withoutNoise } from './plain-text.ts'
import type { Picture } from './prepare-html.ts'
import { CUT, textOfHtml } from './text-of-html.ts'

/** Text that is looked through for a quotation; a comment holds COMMENT_MAX characters of it. */
export const TEXT_MAX = 500_000

/** The text as its sender sees it, and the pictures that stand in the HTML as data. */
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

/** As programs say it that write their mail for HTML alone. */
const saysHtml = /html|webbläsare|browser|e-?post(?:program|klient)|mail ?(?:client|program|reader)/i
const STUB_MAX = 500
const WORDS_READ = 50_000
const WORDS_MIN = 8

/** Whether the text says in place of the mail that it is HTML, or is much shorter and has nearly none of its words. */
function isStub(text: string, html: string): boolean {
  const said = text.trim()
  const shown = said.length > STUB_MAX ? [] : [...wordsOf(html)]
  if (shown.length === 0) return false
  const words = wordsOf(said)
  const share = shown.filter((word) => words.has(word)).length / shown.length
  return saysHtml.test(said) ? share <= 0.5 : share <= 0.1 && shown.length >= WORDS_MIN
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
