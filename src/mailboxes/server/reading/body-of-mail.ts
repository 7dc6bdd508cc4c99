// The text of a mail: its plain part, or its HTML where that says nothing.
import type { Email } from 'postal-mime'
import { isBlank } from '#lib/text.rules.ts'
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
  const plain = isBlank(text) ? shown.text : withoutFillers(withoutNoise(text))
  const whole = plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX).toWellFormed()}${CUT}` : plain
  return { text: isBlank(whole) ? '' : whole, pictures: shown.pictures.map(toAttachment) }
}

const toAttachment = ({ type, extension, content }: Picture, index: number): Attachment => ({
  name: `bild ${index + 1}.${extension}`,
  type,
  bytes: content.length,
  contentId: null,
  isInline: true,
  content,
})
