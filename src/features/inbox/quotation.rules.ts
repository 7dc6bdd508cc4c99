// Separates what a person wrote in a mail from the quotation of our mail and the signature. Both are folded, never removed:
// text and folded text together have every word of the mail.
import { isForward } from '#features/tickets/mail-text.rules.ts'
import { baseOf, headingAt, headingInQuotation, isPassedOn } from './quotation-heading.rules.ts'
import { isPictureName, isQuote, quotationEnd, type SentText, sentTextOf } from './sent-text.rules.ts'
import { signatureStart } from './signature.rules.ts'

/** The mail of ours that a mail answers, found by the Message-ID in its In-Reply-To. */
export type SentMail = {
  subject: string
  text: string
}

type Mail = {
  subject: string
  /** Null for a mail that answers no mail of ours: nothing in it counts as a quotation. */
  sent: SentMail | null
  /** Earlier mail of the sender, to recognise a signature. */
  earlier: readonly string[]
}

/** The sender's own text, and what is shown folded: the signature, then the quotation. */
export type FoldedMail = { text: string; folded: string }

/** Headings are searched in so many lines only, to bound the work. */
const SCANNED_LINES = 5_000
/** So many headings are tried at most, to bound the work: a person's own lines may look like one. */
const HEADINGS_MAX = 20

/**
 * Folds the signature, and the quotation of our mail if it repeats our text and nothing else. Everything stays unfolded in a
 * mail without own text; the quotation also in a forward, under another subject, and with answers inside the quotation.
 */
export function foldMail(whole: string, { subject, sent, earlier }: Mail): FoldedMail {
  const lines = whole.replace(/\r\n?/g, '\n').trim().split('\n')
  const quoted = sent && isAnswer(subject, sent) ? quotationOf(lines, sent) : undefined
  const { from, until } = quoted ?? { from: lines.length, until: lines.length }
  const above = lines.slice(0, from)
  const below = lines.slice(until)
  const ofAbove = below.some((line) => line.trim() !== '') ? above.length : signatureStart(above, earlier)
  const ofBelow = signatureStart(below, earlier)
  const text = joined(above.slice(0, ofAbove), below.slice(0, ofBelow))
  if (text === '') return { text: lines.join('\n'), folded: '' }
  return { text, folded: joined(above.slice(ofAbove), lines.slice(from, until), below.slice(ofBelow)) }
}

const joined = (...parts: string[][]) =>
  parts
    .map((lines) => lines.join('\n').trim())
    .filter(Boolean)
    .join('\n\n')

/** Whether the subject is that of our mail, apart from prefixes such as 'Re:', and not a forward. */
const isAnswer = (subject: string, ours: SentMail) => !isForward(subject) && baseOf(ours.subject) === baseOf(subject)

type Lines = { from: number; until: number }

/** The lines that quote our mail, with their heading; undefined when somebody wrote between them. */
function quotationOf(lines: string[], { subject, text }: SentMail): Lines | undefined {
  const sent = sentTextOf(text)
  let headings = 0
  const scanned = Math.min(lines.length, SCANNED_LINES)
  for (let from = 0; from < scanned && headings < HEADINGS_MAX; from++) {
    if (isPassedOn(lines[from] ?? '')) return undefined
    const height = isQuote(lines[from]) ? headingOfQuotation(lines, from) : headingAt(lines, from, subject)
    if (height === undefined) continue
    headings++
    const until = quotationEnd(lines, belowNotices(lines, from + height, sent), sent)
    if (until !== undefined) return lines.slice(until).some(isQuoteWithWords) ? undefined : { from, until }
  }
  return undefined
}

const headingOfQuotation = (lines: string[], at: number) =>
  isQuote(lines[at - 1]) ? undefined : headingInQuotation(lines, at)

/** More quoted text below the whole quotation means that somebody answered inside it. */
const isQuoteWithWords = (line: string) => isQuote(line) && /[^\s>]/.test(line)

const NOTICE_LINES = 12
const noticeWords = [
  ...['utanför organisationen', 'utanför din organisation', 'utanför företaget', 'utanför vår organisation'],
  ...[
    'outside the organization',
    'outside of the organization',
    'outside your organization',
    'outside our organization',
  ],
  ...[
    'outside of your organization',
    'får inte ofta e-post från',
    "don't often get email from",
    'klicka inte på länkar',
  ],
  ...[
    'do not click links',
    'do not click on links',
    'aka.ms/learnaboutsenderidentification',
    'learn why this is important',
  ],
]

const isNotice = (text: string) =>
  noticeWords.some((words) => text.includes(words)) && /mail|mejl|e-post|meddeland|message|sender|länk|link/.test(text)

/** Mail servers put a notice above a mail from outside, and mail programs the name of the logo. */
function belowNotices(lines: string[], from: number, sent: SentText): number {
  let at = from
  for (let index = from; index < Math.min(lines.length, from + NOTICE_LINES); index++) {
    const line = lines[index] ?? ''
    const text = line.slice(0, 400).replaceAll('’', "'").toLowerCase()
    if (isNotice(text) || isPictureName(line, sent)) at = index + 1
    else if (/[^\s>]/.test(line)) break
  }
  return at
}
