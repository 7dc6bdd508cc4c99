// What a person wrote in a mail, apart from what the mail program added below: the quotation of our letter and the signature.
// Both are folded away, never removed: text and folded text together have every word of the mail.
import { isForward } from '#features/tickets/mail-text.rules.ts'
import { isPicture, isQuote, saidUntil, type WordsOfLetter, wordsOfLetter } from './letter-text.rules.ts'
import { baseOf, headingAt, headingInQuotation, isPassedOn } from './quotation-heading.rules.ts'
import { signatureStart } from './signature.rules.ts'

/** The letter of ours that a mail answers, as the Message-ID in its In-Reply-To names it. */
export type OurLetter = {
  subject: string
  text: string
}

type Mail = {
  subject: string
  /** Null for a mail that answers no letter of ours: nothing of it is a quotation. */
  letter: OurLetter | null
  /** What the sender wrote to us earlier, to know a signature again. */
  earlier: readonly string[]
}

/** The sender's own words, and what is shown folded: the signature, then the quotation. */
export type OwnWords = { text: string; folded: string }

/** No mail's own text is longer; what follows is quotation or belongs into a file. */
const SCANNED_LINES = 5_000
/** As many as a person's own lines look like a heading at most. */
const HEADINGS_MAX = 20

/**
 * Folds the signature, and the quotation of our letter where it says what the letter said and nothing else. A mail that is
 * passed on or has another subject, one that answers inside the quotation, and one without own words keep everything as text.
 */
export function foldMail(whole: string, { subject, letter, earlier }: Mail): OwnWords {
  const lines = whole.replace(/\r\n?/g, '\n').trim().split('\n')
  const quoted = letter && isAnswer(subject, letter) ? quotationOf(lines, letter) : undefined
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

/** Whether the subject is that of our letter, with nothing before it than that the mail answers. */
const isAnswer = (subject: string, ours: OurLetter) => !isForward(subject) && baseOf(ours.subject) === baseOf(subject)

type Lines = { from: number; until: number }

/** The lines that quote the letter, with their heading; undefined when somebody wrote between them. */
function quotationOf(lines: string[], { subject, text }: OurLetter): Lines | undefined {
  const letter = wordsOfLetter(text)
  let headings = 0
  const scanned = Math.min(lines.length, SCANNED_LINES)
  for (let from = 0; from < scanned && headings < HEADINGS_MAX; from++) {
    if (isPassedOn(lines[from] ?? '')) return undefined
    const height = isQuote(lines[from]) ? headingOfQuotation(lines, from) : headingAt(lines, from, subject)
    if (height === undefined) continue
    headings++
    const until = saidUntil(lines, belowNotices(lines, from + height, letter), letter)
    if (until !== undefined) return lines.slice(until).some(isQuoteWithWords) ? undefined : { from, until }
  }
  return undefined
}

const headingOfQuotation = (lines: string[], at: number) =>
  isQuote(lines[at - 1]) ? undefined : headingInQuotation(lines, at)

/** Below a whole letter stand the sender's own words; more of a quotation does not. */
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

const isNotice = (said: string) =>
  noticeWords.some((words) => said.includes(words)) && /mail|mejl|e-post|meddeland|message|sender|länk|link/.test(said)

/** Mail servers put a notice above a letter from outside, and mail programs the logo's name. */
function belowNotices(lines: string[], from: number, letter: WordsOfLetter): number {
  let at = from
  for (let index = from; index < Math.min(lines.length, from + NOTICE_LINES); index++) {
    const line = lines[index] ?? ''
    const said = line.slice(0, 400).replaceAll('’', "'").toLowerCase()
    if (isNotice(said) || isPicture(line, letter)) at = index + 1
    else if (/[^\s>]/.test(line)) break
  }
  return at
}
