// The texts that a mail becomes, within the limits of tickets, comments and enquiries.
import { ONLY_FILES } from '#features/files/files.contract.ts'
import { COMMENT_MAX, DESCRIPTION_MAX, TITLE_MAX } from '#features/tickets/tickets.contract.ts'
import { FOLDED_MAX } from '#shared/folded.rules.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { isBlank, onOneLine } from '#shared/text.rules.ts'
import { ENQUIRY_TEXT_MAX } from '../forms.contract.ts'
import type { IncomingMail } from './reading/mail.ts'

const CUT = '… (hela texten ligger som fil)'
/** When an enquiry takes no more files. */
const CUT_WITHOUT_FILE = '… (hela texten finns i originalmejlet)'
const NO_SUBJECT = 'Mejl utan ämne'

export const titleOf = ({ subject }: IncomingMail) => {
  const title = onOneLine(subject)
  return isBlank(title) ? NO_SUBJECT : cutAtWord(title, TITLE_MAX, '…')
}

/** The texts within their limits; `whole` is what they were cut from, for a file. */
export type FittedText = { text: string; folded: string | null; whole: string | null }

export const commentTextOf = (mail: IncomingMail, { takesFile = true } = {}) =>
  fitted(mail, wordsOf(mail), COMMENT_MAX, takesFile)
export const descriptionOf = (mail: IncomingMail) => fitted(mail, wordsOf(mail), DESCRIPTION_MAX)
export const enquiryTextOf = (mail: IncomingMail) =>
  fitted(mail, `${titleOf(mail)}\n\n${wordsOf(mail)}`, ENQUIRY_TEXT_MAX)

function fitted({ folded }: IncomingMail, words: string, max: number, takesFile = true): FittedText {
  const mark = takesFile ? CUT : CUT_WITHOUT_FILE
  const isWhole = words.length <= max && folded.length <= FOLDED_MAX
  return {
    text: cutAtWord(words, max, mark),
    folded: isBlank(folded) ? null : cutAtWord(folded, FOLDED_MAX, mark),
    whole: isWhole || !takesFile ? null : [words, folded].filter(Boolean).join('\n\n'),
  }
}

export function senderNameOf({ from }: IncomingMail): string {
  const name = onOneLine(from?.name ?? '')
    .slice(0, FULL_NAME_MAX)
    .trim()
  if (!isBlank(name)) return name
  return from ? onOneLine(from.address).slice(0, FULL_NAME_MAX) : 'Okänd avsändare'
}

/** The sender's words; without any, what there is instead. */
function wordsOf({ text, attachments, remarks }: IncomingMail): string {
  const words = text.trim()
  if (!isBlank(words)) return words
  if (remarks.includes('unreadable')) return 'Mejlet går inte att läsa. Öppna originalet.'
  if (remarks.includes('signed_inside')) return 'Mejlets text ligger inne i en signerad fil. Öppna originalet.'
  if (remarks.includes('encrypted')) return 'Mejlet är krypterat och går inte att läsa här.'
  return attachments.length > 0 ? ONLY_FILES : 'Mejl utan text'
}

/** Cut at the last space that leaves room for `mark`; the limit counts UTF-16 code units, as the database counts fewer. */
function cutAtWord(text: string, max: number, mark: string): string {
  if (text.length <= max) return text
  const room = text.slice(0, max - mark.length - 1)
  const space = Math.max(room.lastIndexOf(' '), room.lastIndexOf('\n'))
  const kept = space > room.length / 2 ? room.slice(0, space) : room
  return `${kept
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()} ${mark}`.trim()
}
