// What a person wrote in a mail, apart from what the mail program added below: the quotation of our letter and the signature.
// Both are folded away, never removed: text and folded text together have every word of the mail.
import { asciiDomain, withoutTag } from '#lib/email.rules.ts'
import { isForward, subjectOf } from './mail-text.rules.ts'
import { signatureStart } from './signature.rules.ts'

/** The letter of ours that a mail answers, as the Message-ID in its In-Reply-To names it. */
export type OurLetter = {
  /** Addresses that our letters come from, in lower case and without a tag. */
  addresses: readonly string[]
  /** Subjects that the letter may have. */
  subjects: readonly string[]
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

/**
 * Folds the quotation of our letter and the signature. A mail that is passed on or has another subject, one that answers
 * between the lines of the quotation or points to it, and one without own words keep everything as text.
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
const isAnswer = (subject: string, letter: OurLetter) => !isForward(subject) && hasSubject(subject, letter)

const hasSubject = (subject: string, { subjects }: OurLetter) =>
  subjects.some((ours) => baseOf(ours) === baseOf(subject))
const baseOf = (subject: string) => subjectOf(subject).toLowerCase()

type Lines = { from: number; until: number }

/** The lines that quote our letter; what is answered between them, or pointed to, is no quotation to fold. */
function quotationOf(lines: string[], letter: OurLetter): Lines | undefined {
  const start = quotationStart(lines, letter)
  if (start === undefined || pointsBelow(lines.slice(0, start.at))) return undefined
  const below = start.isQuoted ? ownLinesBelow(lines, start.at) : []
  return below && { from: start.at, until: lines.length - below.length }
}

const pointing =
  /(?<!\p{L})(?:nedan(?:för|stående)?|här under|i texten|mellan raderna|inline|below|i rött|i blått|i grönt|med rött|in red|in blue)(?!\p{L})/iu
const pointsBelow = (own: string[]) => own.some((line) => pointing.test(line.slice(0, 2_000)))

type Start = { at: number; isQuoted: boolean }

/**
 * The first line of the quotation of our letter; `isQuoted` when its lines begin with '>'. A mail of somebody else that stands
 * above it was put there by the sender. Where nothing names the author, the first quotation is of the letter that In-Reply-To
 * names.
 */
function quotationStart(lines: string[], letter: OurLetter): Start | undefined {
  let hasOthers = false
  const scanned = Math.min(lines.length, SCANNED_LINES)
  for (let at = 0; at < scanned; at++) {
    if (isPassedOn(lines[at] ?? '')) return undefined
    const heading = isQuote(lines[at]) ? headingInQuotation(lines, at) : headingAt(lines, at)
    if (!heading) continue
    const author = authorOf(heading, letter)
    const isQuoted = heading.isAttribution && isQuote(nextFilled(lines, at + heading.height))
    if (author === 'ours' || (author === 'unknown' && !hasOthers && (isQuoted || heading.isOfProgram)))
      return { at, isQuoted }
    hasOthers = true
    at += heading.height - 1
  }
  return undefined
}

/**
 * What stands above a quotation: the line that says who wrote when, or the headers of the quoted mail. `isOfProgram` when no
 * person writes such a thing: a separator, or headers with the subject of our letter.
 */
type Heading = {
  isAttribution: boolean
  isOfProgram: boolean
  height: number
  author: string
  subject: string | undefined
}

function headingAt(lines: string[], at: number): Heading | undefined {
  const height = attributionHeight(lines, at)
  if (height > 0) {
    const author = lines.slice(at, at + height).join(' ')
    return { isAttribution: true, isOfProgram: false, height, author, subject: undefined }
  }
  const line = lines[at] ?? ''
  const separates = isSeparator(line)
  const block = separates || isRule(line) ? nextFilledAt(lines, at + 1) : at
  if (!isHeaderBlock(lines, block)) {
    return separates
      ? { isAttribution: false, isOfProgram: true, height: 1, author: '', subject: undefined }
      : undefined
  }
  const headers = headersAt(lines, block)
  const subject = headers.find((header) => subjectLabel.test(header))?.replace(subjectLabel, '')
  const heightOfBlock = block - at + headers.length
  return {
    isAttribution: false,
    isOfProgram: subject !== undefined,
    height: heightOfBlock,
    author: headers[0] ?? '',
    subject,
  }
}

/** Apple Mail puts who wrote when into the quotation, as its first line. */
function headingInQuotation(lines: string[], at: number): Heading | undefined {
  if (isQuote(lines[at - 1])) return undefined
  const quoted = lines.slice(at, at + ATTRIBUTION_LINES).map((line) => line.replace(/^\s?>\s?/, ''))
  const height = attributionHeight(quoted, 0)
  if (height === 0) return undefined
  const author = quoted.slice(0, height).join(' ')
  return { isAttribution: true, isOfProgram: false, height, author, subject: undefined }
}

function authorOf({ author, subject }: Heading, letter: OurLetter): 'ours' | 'other' | 'unknown' {
  const named = author.toLowerCase().match(/[^\s<>[\]()"',;:]{1,64}@[^\s<>[\]()"',;:]{1,255}/g) ?? []
  if (named.some((address) => letter.addresses.includes(asciiDomain(withoutTag(address))))) return 'ours'
  if (named.length > 0) return 'other'
  return subject !== undefined && !hasSubject(subject, letter) ? 'other' : 'unknown'
}

/** The lines after a quotation of '>' lines; undefined when the answers stand between them. */
function ownLinesBelow(lines: string[], start: number): string[] | undefined {
  let last = lines.length - 1
  while (last > start && !isQuote(lines[last])) last--
  const inside = lines.slice(start, last)
  const quoted = inside.slice(inside.findIndex(isQuote))
  if (inside.some(isQuote) && quoted.some((line) => line.trim() !== '' && !isQuote(line))) return undefined
  return lines.slice(last + 1)
}

const isQuote = (line: string | undefined) => /^\s?>/.test(line ?? '')

const LINES_BETWEEN = 4
function nextFilledAt(lines: string[], from: number) {
  const filled = lines.slice(from, from + LINES_BETWEEN).findIndex((line) => line.trim() !== '')
  return filled < 0 ? from : from + filled
}
const nextFilled = (lines: string[], from: number) => lines[nextFilledAt(lines, from)]

const wroteWords = [
  ...['skrev', 'skriver', 'wrote', 'schrieb', 'kirjoitti', 'a écrit', 'escribió', 'ha scritto', 'schreef'],
  ...['napisał', 'pisze', 'escreveu'],
]
const ATTRIBUTION_LINES = 4
const ATTRIBUTION_LENGTH = 400

/** How many lines from here say who wrote when: 'Den 3 nov. 2026 kl. 10:12 skrev Anna <anna@…>:'. 0 when they do not. */
function attributionHeight(lines: string[], at: number): number {
  let joinedLines = ''
  for (let height = 1; height <= ATTRIBUTION_LINES; height++) {
    const line = lines[at + height - 1]?.trim() ?? ''
    if (line === '' || line.length > ATTRIBUTION_LENGTH) return 0
    joinedLines = `${joinedLines} ${line}`.trim()
    if (joinedLines.length > ATTRIBUTION_LENGTH) return 0
    if (joinedLines.endsWith(':')) return isAttribution(joinedLines) ? height : 0
  }
  return 0
}

/** Apart from the word, a day, a time or an address is required: 'Hon skrev så här:' is the sender's own sentence. */
function isAttribution(line: string) {
  const words = line.toLowerCase()
  const saysWho = wroteWords.some((word) => words.includes(word))
  return saysWho && /\d{1,2}[:.]\d{2}|\d{4}|\S@\S/.test(line)
}

const answeredWords = [
  ...[
    'ursprungligt meddelande',
    'originalmeddelande',
    'original message',
    'opprinnelig melding',
    'alkuperäinen viesti',
  ],
  ...[
    'oprindelig meddelelse',
    'original meddelelse',
    'ursprüngliche nachricht',
    'original besked',
    'oprindelig besked',
  ],
]
const passedOnWords = [
  ...['vidarebefordrat meddelande', 'vidarebefordrat brev', 'forwarded message', 'videresendt melding'],
  ...['videresendt meddelelse', 'weitergeleitete nachricht', 'välitetty viesti'],
]
const passedOnBeginnings = [
  ...['börja vidarebefordrat meddelande:', 'begin forwarded message:', 'start på videresendt melding:'],
]

const separatesWith = (words: string[]) => (line: string) => {
  const said = line.trim().toLowerCase()
  return said.length <= 120 && /^[-_]{2,}/.test(said) && words.some((word) => said.includes(word))
}
const isSeparator = separatesWith(answeredWords)
const isPassedOnSeparator = separatesWith(passedOnWords)
const isPassedOn = (line: string) =>
  isPassedOnSeparator(line) || passedOnBeginnings.includes(line.trim().toLowerCase().slice(0, 120))

/** The line that Outlook draws above its headers. */
const isRule = (line: string) => /^[-_]{5,}$/.test(line.trim())

const fromLabel = /^\W{0,3}(?:från|fra|from|von|lähettäjä|avsändare)\s?\W{0,3}:/i
const subjectLabel = /^\W{0,3}(?:ämne|emne|subject|betreff|aihe)\s?[*_]{0,3}:[\s*_]{0,4}/i
const otherLabels = [
  /^\W{0,3}(?:skickat|sendt|sent|gesendet|lähetetty|datum|dato|date|päivämäärä)\s?\W{0,3}:/i,
  /^\W{0,3}(?:till|til|to|an|vastaanottaja|kopia|cc)\s?\W{0,3}:/i,
  /^\W{0,3}(?:ämne|emne|subject|betreff|aihe)\s?\W{0,3}:/i,
]
const HEADER_LINES = 9
const HEADER_LENGTH = 400
const headersAt = (lines: string[], at: number) => {
  const block = lines.slice(at, at + HEADER_LINES).map((line) => line.slice(0, HEADER_LENGTH))
  const end = block.findIndex((line) => line.trim() === '')
  return end < 0 ? block : block.slice(0, end)
}

/** The headers that Outlook and others write above what they quote: 'Från:', then two of 'Skickat:', 'Till:', 'Ämne:'. */
function isHeaderBlock(lines: string[], at: number) {
  if (!fromLabel.test((lines[at] ?? '').slice(0, 200))) return false
  const next = lines.slice(at + 1, at + HEADER_LINES).map((line) => line.slice(0, 200))
  return otherLabels.filter((label) => next.some((line) => label.test(line))).length >= 2
}
