// What a person wrote in a mail, apart from what the mail program added: prefixes of the subject, and the quotation below.

/** No mail's own text is longer; what follows is quotation or belongs into a file. */
const SCANNED_LINES = 5_000

const prefix = /^\s*(?:sv|vb|vs|aw|re|fw|fwd|wg|vl|svar|antw)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const forwardPrefix = /^\s*(?:sv|re|aw|vs)?\s*:?\s*(?:vb|fw|fwd|wg|vl)\s*(?:\[\d{1,4}\]|\(\d{1,4}\))?\s*:/i
const ticketTag = /\[#(\d{1,9})\]/

const markWords = '(?:extern(?:al|t|a|e)?(?: (?:e-?mail|mail|mejl|e-?post|sender|avsändare))?|ext|spam|junk|skräppost)'
/** What a mail server puts in front of a subject: '[EXTERN]', '*** SPAM ***', '{Spam?}', 'EXTERNAL:'. Warnings are the sender's own words. */
const mark = new RegExp(
  `^\\s*(?:\\[\\s*${markWords}[!?:]*\\s*\\]|\\{\\s*${markWords}[!?]*\\s*\\}|\\(\\s*${markWords}[!?]*\\s*\\)|[*]{2,5}\\s*${markWords}[!?]*\\s*[*]{2,5}|external\\s*:)[\\s:-]*`,
  'i',
)

/** The subject without the marks of mail servers in front. */
const withoutMarks = (subject: string) => withoutAny(subject, [mark])

/** The subject without any number of marks and prefixes (RE, SV, VB …), and without a ticket's number in brackets. */
export const subjectOf = (written: string): string =>
  withoutAny(written.slice(0, 2_000).replace(ticketTag, ' '), [mark, prefix]).replace(/\s+/g, ' ').trim()

function withoutAny(subject: string, beginnings: readonly RegExp[]): string {
  let rest = subject
  for (let count = 0; count < 50; count++) {
    const found = beginnings.find((beginning) => beginning.test(rest))
    if (!found) return rest
    rest = rest.replace(found, '')
  }
  return rest
}

/** The ticket that a subject names in brackets: `[#1234]`. */
export function ticketNumberIn(subject: string): number | undefined {
  const [, number] = ticketTag.exec(subject) ?? []
  return number === undefined ? undefined : Number(number)
}

/** Whether the subject says that the mail was passed on. VS is left out: an answer in Finnish, passed on in Danish. */
const isForwarded = (subject: string) => forwardPrefix.test(withoutMarks(subject))

export type OwnWords = { text: string; quotation: string }

/**
 * The sender's own words, and the quotation that was folded away. Nothing is discarded: a mail that is passed on, one
 * without own words, and one that answers between the lines of the quotation keep everything as text.
 */
export function foldQuotation(whole: string, subject = ''): OwnWords {
  const lines = whole.replace(/\r\n?/g, '\n').trim().split('\n')
  const all = { text: lines.join('\n'), quotation: '' }
  if (isForwarded(subject)) return all
  const start = quotationStart(lines)
  if (start === undefined) return all
  const above = lines.slice(0, start.at).join('\n').trim()
  const below = start.isQuoted ? ownLinesBelow(lines, start.at) : []
  if (below === undefined) return all
  const text = [above, below.join('\n').trim()].filter(Boolean).join('\n\n')
  if (text === '') return all
  const quotation = lines.slice(start.at, lines.length - below.length)
  return { text, quotation: quotation.join('\n').trim() }
}

type Start = { at: number; isQuoted: boolean }

/** The first line of the quotation; `isQuoted` when its lines begin with '>'. */
function quotationStart(lines: string[]): Start | undefined {
  const scanned = Math.min(lines.length, SCANNED_LINES)
  for (let at = 0; at < scanned; at++) {
    const height = attributionHeight(lines, at)
    if (height > 0) return { at, isQuoted: isQuote(nextFilled(lines, at + height)) }
    const block = isRule(lines[at] ?? '') ? at + 1 : at
    if (isSeparator(lines[at] ?? '') || isHeaderBlock(lines, block)) return { at, isQuoted: false }
    if (isQuote(lines[at]) && at > 0) return { at, isQuoted: true }
  }
  return undefined
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
const nextFilled = (lines: string[], from: number) => lines.slice(from, from + 4).find((line) => line.trim() !== '')

const wroteWords = [
  ...['skrev', 'skriver', 'wrote', 'schrieb', 'kirjoitti', 'a écrit', 'escribió', 'ha scritto', 'schreef'],
  ...['napisał', 'pisze', 'escreveu'],
]
const ATTRIBUTION_LINES = 4
const ATTRIBUTION_LENGTH = 400

/** How many lines from here say who wrote when: 'Den 3 nov. 2026 kl. 10:12 skrev Anna <anna@…>:'. 0 when they do not. */
function attributionHeight(lines: string[], at: number): number {
  let joined = ''
  for (let height = 1; height <= ATTRIBUTION_LINES; height++) {
    const line = lines[at + height - 1]?.trim() ?? ''
    if (line === '' || line.length > ATTRIBUTION_LENGTH) return 0
    joined = `${joined} ${line}`.trim()
    if (joined.length > ATTRIBUTION_LENGTH) return 0
    if (joined.endsWith(':')) return isAttribution(joined) ? height : 0
  }
  return 0
}

/** Apart from the word, a day, a time or an address is required: 'Hon skrev så här:' is the sender's own sentence. */
function isAttribution(line: string) {
  const words = line.toLowerCase()
  const saysWho = wroteWords.some((word) => words.includes(word))
  return saysWho && /\d{1,2}[:.]\d{2}|\d{4}|\S@\S/.test(line)
}

const separatorWords = [
  ...['ursprungligt meddelande', 'originalmeddelande', 'vidarebefordrat meddelande', 'vidarebefordrat brev'],
  ...['original message', 'forwarded message', 'opprinnelig melding', 'videresendt melding', 'videresendt meddelelse'],
  ...['oprindelig meddelelse', 'original meddelelse', 'ursprüngliche nachricht', 'weitergeleitete nachricht'],
  ...['alkuperäinen viesti', 'välitetty viesti', 'original besked', 'oprindelig besked'],
]
const beginnings = ['börja vidarebefordrat meddelande:', 'begin forwarded message:', 'start på videresendt melding:']

function isSeparator(line: string) {
  const said = line.trim().toLowerCase()
  if (said.length > 120) return false
  if (beginnings.includes(said)) return true
  return /^[-_]{2,}/.test(said) && separatorWords.some((word) => said.includes(word))
}

/** The line that Outlook draws above its headers. */
const isRule = (line: string) => /^[-_]{5,}$/.test(line.trim())

const fromLabel = /^\W{0,3}(?:från|fra|from|von|lähettäjä|avsändare)\s?\W{0,3}:/i
const otherLabels = [
  /^\W{0,3}(?:skickat|sendt|sent|gesendet|lähetetty|datum|dato|date|päivämäärä)\s?\W{0,3}:/i,
  /^\W{0,3}(?:till|til|to|an|vastaanottaja|kopia|cc)\s?\W{0,3}:/i,
  /^\W{0,3}(?:ämne|emne|subject|betreff|aihe)\s?\W{0,3}:/i,
]

/** The headers that Outlook and others write above what they quote: 'Från:', then two of 'Skickat:', 'Till:', 'Ämne:'. */
function isHeaderBlock(lines: string[], at: number) {
  if (!fromLabel.test((lines[at] ?? '').slice(0, 200))) return false
  const next = lines.slice(at + 1, at + 9).map((line) => line.slice(0, 200))
  return otherLabels.filter((label) => next.some((line) => label.test(line))).length >= 2
}
