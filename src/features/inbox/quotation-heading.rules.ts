// What mail programs put above the mail that they quote: an attribution line, the headers of the mail, or a separator.
import { subjectOf } from '#features/tickets/mail-text.rules.ts'
import { beginsWithDay, hasWroteWord, isAttribution, isMoment, isPerson } from './attribution.rules.ts'

/**
 * The number of lines of the heading that begins here, in which everything is written by a program; undefined without one.
 * Does not check whether a mail of ours is below it.
 */
export function headingAt(lines: readonly string[], at: number, subject: string): number | undefined {
  const height = attributionHeight(lines, at)
  if (height > 0) return height
  const line = lines[at] ?? ''
  const separates = isSeparator(line)
  const block = separates || isRule(line) ? nextFilledAt(lines, at + 1) : at
  if (isHeaderBlock(lines, block)) {
    const height = headersHeight(lines, block)
    return isOfProgram(lines.slice(block, block + height), subject) ? block - at + height : undefined
  }
  return separates ? 1 : undefined
}

/** Like `headingAt`, for a heading inside the quotation, as Apple Mail writes it. */
export const headingInQuotation = (lines: readonly string[], at: number): number | undefined =>
  attributionHeight(
    lines.slice(at, at + ATTRIBUTION_LINES).map((line) => line.replace(/^\s?>\s?/, '')),
    0,
  ) || undefined

const LINES_BETWEEN = 4
function nextFilledAt(lines: readonly string[], from: number) {
  const filled = lines.slice(from, from + LINES_BETWEEN).findIndex((line) => line.trim() !== '')
  return filled < 0 ? from : from + filled
}

const ATTRIBUTION_LINES = 4
const ATTRIBUTION_LENGTH = 400

/**
 * The number of lines of the attribution that begins here ('Den 3 nov. 2026 kl. 10:12 skrev Anna <anna@…>:'); 0 without one.
 */
function attributionHeight(lines: readonly string[], at: number): number {
  let joinedLines = ''
  for (let height = 1; height <= ATTRIBUTION_LINES; height++) {
    const line = lines[at + height - 1]?.trim() ?? ''
    if (line === '' || line.length > ATTRIBUTION_LENGTH) return 0
    if (height > 1 && !isBroken(joinedLines, line)) return 0
    joinedLines = `${joinedLines} ${line}`.trim()
    if (joinedLines.length > ATTRIBUTION_LENGTH) return 0
    if (/(?::|-{2,})$/.test(joinedLines)) return isAttribution(joinedLines) ? height : 0
  }
  return 0
}

/**
 * Whether a program broke an attribution in two here: the part above begins with the day, and the next line does not repeat
 * it. Otherwise the line above is the sender's own.
 */
const isBroken = (above: string, line: string) =>
  beginsWithDay.test(above) &&
  !/[.!?]$/.test(above) &&
  !beginsWithDay.test(line) &&
  !(hasWroteWord(line) && hasTime(line))

const hasTime = (line: string) => /\d{1,2}[:.]\d{2}|\d{4}/.test(line)

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
  const text = line.trim().toLowerCase()
  return text.length <= 120 && /^[-_]{2,}/.test(text) && words.some((word) => text.includes(word))
}
const isSeparator = separatesWith(answeredWords)
const isPassedOnSeparator = separatesWith(passedOnWords)
/** Whether a line marks what follows as a forwarded mail. */
export const isPassedOn = (line: string) =>
  isPassedOnSeparator(line) || passedOnBeginnings.includes(line.trim().toLowerCase().slice(0, 120))

/** The line that Outlook draws above its headers. */
const isRule = (line: string) => /^[-_]{5,}$/.test(line.trim())

const fromLabel = /^\W{0,3}(?:från|fra|from|von|lähettäjä|avsändare)\s?\W{0,3}:/i
const momentLabel = /^\W{0,3}(?:skickat|sendt|sent|gesendet|lähetetty|datum|dato|date|päivämäärä)\s?\W{0,3}:/i
const peopleLabel = /^\W{0,3}(?:till|til|to|an|vastaanottaja|kopia|cc)\s?\W{0,3}:/i
const subjectLabel = /^\W{0,3}(?:ämne|emne|subject|betreff|aihe)\s?\W{0,3}:/i
const otherLabels = [momentLabel, peopleLabel, subjectLabel]
const furtherLabels =
  /^\W{0,3}(?:bcc|svar till|reply-to|vikt|prioritet|importance|priority|bilagor|bifogade filer|attachments)\s?\W{0,3}:/i
const HEADER_LINES = 12
/** A list of addresses continues after a semicolon or comma; any other line without a label ends the headers. */
function headersHeight(lines: readonly string[], at: number) {
  const block = lines.slice(at, at + HEADER_LINES).map((line) => line.slice(0, 200))
  const isHeader = (line: string, index: number) =>
    [fromLabel, ...otherLabels, furtherLabels].some((label) => label.test(line)) ||
    /[;,]\s*$/.test(lines[at + index - 1] ?? '')
  const end = block.findIndex((line, index) => !isHeader(line, index))
  return end < 0 ? block.length : end
}

/** The headers that Outlook and others write above a quotation: 'Från:', then two of 'Skickat:', 'Till:', 'Ämne:'. */
function isHeaderBlock(lines: readonly string[], at: number) {
  if (!fromLabel.test((lines[at] ?? '').slice(0, 200))) return false
  const next = lines.slice(at + 1, at + HEADER_LINES).map((line) => line.slice(0, 200))
  return otherLabels.filter((label) => next.some((line) => label.test(line))).length >= 2
}

/** Whether the headers have only what a program writes there: people, a moment, and the subject of the quoted mail. */
function isOfProgram(headers: readonly string[], subject: string): boolean {
  return headers.every((header) => {
    const value = header.slice(header.indexOf(':') + 1).replace(/^[\s*]+|[\s*]+$/g, '')
    if (subjectLabel.test(header)) return baseOf(value) === baseOf(subject)
    if (momentLabel.test(header)) return isMoment(value)
    if (furtherLabels.test(header)) return value.length <= FURTHER_LENGTH
    const people = fromLabel.test(header) || peopleLabel.test(header) ? value : header
    return people.split(/[;,]/).every(isPerson)
  })
}
const FURTHER_LENGTH = 60

export const baseOf = (subject: string) => subjectOf(subject).toLowerCase()
