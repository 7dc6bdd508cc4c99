// What mail programs put above the letter that they quote: who wrote when, the headers of the letter, or a separator.

/** How many lines a heading has from here; undefined for none. Whether a letter of ours stands below it is not judged. */
export function headingAt(lines: readonly string[], at: number): number | undefined {
  const height = attributionHeight(lines, at)
  if (height > 0) return height
  const line = lines[at] ?? ''
  const separates = isSeparator(line)
  const block = separates || isRule(line) ? nextFilledAt(lines, at + 1) : at
  if (isHeaderBlock(lines, block)) return block - at + headersHeight(lines, block)
  return separates ? 1 : undefined
}

/** The same where the heading is part of the quotation, as Apple Mail writes it. */
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

const wroteWords = [
  ...['skrev', 'skriver', 'wrote', 'schrieb', 'kirjoitti', 'a écrit', 'escribió', 'ha scritto', 'schreef'],
  ...['napisał', 'pisze', 'escreveu'],
]
const ATTRIBUTION_LINES = 4
const ATTRIBUTION_LENGTH = 400

/** How many lines from here say who wrote when: 'Den 3 nov. 2026 kl. 10:12 skrev Anna <anna@…>:'. 0 when they do not. */
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
 * Whether a program broke its line here: above begins with the day, and what follows does not say it again. Otherwise a
 * person's own line stands directly above the attribution.
 */
const isBroken = (above: string, line: string) =>
  beginsWithDay.test(above) &&
  !/[.!?]$/.test(above) &&
  !beginsWithDay.test(line) &&
  !(isAttribution(line) && saysWhen(line))

const months =
  'jan|feb|mar|mär|apr|maj|may|mai|mei|mag|jun|jul|aug|sep|okt|oct|ott|out|nov|dec|dez|des|dic|déc|fév|fev|avr|juin|juil|août|' +
  'ene|abr|ago|gen|giu|lug|set|mrt|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru|tammi|helmi|maalis|huhti|touko|kesä|heinä|elo|syys|loka|marras|joulu'
const weekdays =
  'mån|tis|ons|tor|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun|man|tir|lør|søn|mo|di|mi|do|fr|sa|so|ma|ti|ke|to|pe|la|su|' +
  'lun|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|wo|vr|za|zo|po|wt|śr|cz|pt|pią|ni|seg|ter|qu|sex'
/** 'Den tis 3 nov.', 'On Tue, Nov 3', 'Am Di., 3. Nov.', '2026-11-03', 'ti 3. marrask.' */
const beginsWithDay = new RegExp(
  [
    '^[-*\\s]*(?:(?:on|den|am|le|el|il|il giorno|op|em|w dniu|dnia|på)\\s+)?',
    `(?:(?:${weekdays})\\p{L}*[.,]{0,2}\\s+)?(?:den\\s+)?`,
    `(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2}|\\d{1,2}(?:\\.|st|nd|rd|th)?\\s+(?:de\\s+)?(?:${months})|(?:${months})\\p{L}*\\.?\\s+\\d)`,
  ].join(''),
  'iu',
)
const saysWhen = (line: string) => /\d{1,2}[:.]\d{2}|\d{4}/.test(line)

/** Apart from the word, a day, a time or an address is required: 'Hon skrev så här:' is the sender's own sentence. */
function isAttribution(line: string) {
  const words = line.toLowerCase()
  const saysWho = wroteWords.some((word) => words.includes(word))
  return saysWho && (saysWhen(line) || /\S@\S/.test(line))
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
/** Whether a line says that what follows was passed on. */
export const isPassedOn = (line: string) =>
  isPassedOnSeparator(line) || passedOnBeginnings.includes(line.trim().toLowerCase().slice(0, 120))

/** The line that Outlook draws above its headers. */
const isRule = (line: string) => /^[-_]{5,}$/.test(line.trim())

const fromLabel = /^\W{0,3}(?:från|fra|from|von|lähettäjä|avsändare)\s?\W{0,3}:/i
const otherLabels = [
  /^\W{0,3}(?:skickat|sendt|sent|gesendet|lähetetty|datum|dato|date|päivämäärä)\s?\W{0,3}:/i,
  /^\W{0,3}(?:till|til|to|an|vastaanottaja|kopia|cc)\s?\W{0,3}:/i,
  /^\W{0,3}(?:ämne|emne|subject|betreff|aihe)\s?\W{0,3}:/i,
]
const furtherLabels =
  /^\W{0,3}(?:bcc|svar till|reply-to|vikt|prioritet|importance|priority|bilagor|bifogade filer|attachments)\s?\W{0,3}:/i
const HEADER_LINES = 12
/** A list of addresses goes on after a semicolon; any other line without a label is no header. */
function headersHeight(lines: readonly string[], at: number) {
  const block = lines.slice(at, at + HEADER_LINES).map((line) => line.slice(0, 200))
  const isHeader = (line: string, index: number) =>
    [fromLabel, ...otherLabels, furtherLabels].some((label) => label.test(line)) ||
    /[;,]\s*$/.test(lines[at + index - 1] ?? '')
  const end = block.findIndex((line, index) => !isHeader(line, index))
  return end < 0 ? block.length : end
}

/** The headers that Outlook and others write above what they quote: 'Från:', then two of 'Skickat:', 'Till:', 'Ämne:'. */
function isHeaderBlock(lines: readonly string[], at: number) {
  if (!fromLabel.test((lines[at] ?? '').slice(0, 200))) return false
  const next = lines.slice(at + 1, at + HEADER_LINES).map((line) => line.slice(0, 200))
  return otherLabels.filter((label) => next.some((line) => label.test(line))).length >= 2
}
