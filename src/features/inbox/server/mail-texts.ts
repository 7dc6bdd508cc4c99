// The title and texts of tickets, comments and enquiries made from a mail, within their limits.
import { ONLY_FILES } from '#features/files/files.contract.ts'
import { COMMENT_MAX } from '#features/tickets/ticket-comments.contract.ts'
import { DESCRIPTION_MAX, TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { FOLDED_MAX } from '#shared/folded.rules.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { isBlank, onOneLine } from '#shared/text.rules.ts'
import { ENQUIRY_TEXT_MAX } from '../forms.contract.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

const CUT = '… (hela texten ligger som fil)'
/** For an enquiry that has the maximum number of files. */
const CUT_WITHOUT_FILE = '… (hela texten finns i originalmejlet)'
const NO_SUBJECT = 'Mejl utan ämne'

export const titleOf = ({ subject }: IncomingMail) => {
  const title = onOneLine(subject)
  return isBlank(title) ? NO_SUBJECT : cutAtWord(title, TITLE_MAX, '…')
}

/** The texts within their limits; `whole` is the uncut text for a file, null when nothing was cut. */
export type FittedText = { text: string; folded: string | null; whole: string | null }

export const commentTextOf = (mail: IncomingMail, { takesFile = true } = {}) =>
  fitted(mail, textOf(mail), COMMENT_MAX, takesFile)
export const descriptionOf = (mail: IncomingMail) => fitted(mail, textOf(mail), DESCRIPTION_MAX)
export const enquiryTextOf = (mail: IncomingMail) =>
  fitted(mail, `${titleOf(mail)}\n\n${textOf(mail)}`, ENQUIRY_TEXT_MAX)

function fitted({ folded }: IncomingMail, text: string, max: number, takesFile = true): FittedText {
  const mark = takesFile ? CUT : CUT_WITHOUT_FILE
  const isWhole = text.length <= max && folded.length <= FOLDED_MAX
  return {
    text: cutAtWord(text, max, mark),
    folded: isBlank(folded) ? null : cutAtWord(folded, FOLDED_MAX, mark),
    whole: isWhole || !takesFile ? null : [text, folded].filter(Boolean).join('\n\n'),
  }
}

export function senderNameOf({ from }: IncomingMail): string {
  const name = onOneLine(from?.name ?? '')
    .slice(0, FULL_NAME_MAX)
    .trim()
  if (!isBlank(name)) return name
  return from ? onOneLine(from.address).slice(0, FULL_NAME_MAX) : 'Okänd avsändare'
}

/** The sender's text, or a sentence that replaces a missing one. */
function textOf({ text: whole, attachments, remarks }: IncomingMail): string {
  const text = whole.trim()
  if (!isBlank(text)) return text
  if (remarks.includes('unreadable')) return 'Mejlet går inte att läsa. Öppna originalet.'
  if (remarks.includes('signed_inside')) return 'Mejlets text ligger inne i en signerad fil. Öppna originalet.'
  if (remarks.includes('encrypted')) return 'Mejlet är krypterat och går inte att läsa här.'
  return attachments.length > 0 ? ONLY_FILES : 'Mejl utan text'
}

/** Cuts at the last space that leaves room for `mark`; `max` is in UTF-16 code units, of which the database counts no more. */
function cutAtWord(text: string, max: number, mark: string): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - mark.length - 1)
  const space = Math.max(room.lastIndexOf(' '), room.lastIndexOf('\n'))
  const beginning = space > room.length / 2 ? room.slice(0, space) : room
  return `${beginning
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()} ${mark}`.trim()
}
