// Where the signature of a mail begins: at '-- ', at the line of a telephone or mail program, or at a contact block that the
// sender's earlier mail has too. In doubt, a line counts as the sender's own text.
import { isOfProgram } from './program-line.rules.ts'

/** A longer block at the end of a mail is text. */
const SIGNATURE_LINES = 30
const CONTACT_LINES = 15
/** The most lines below '-- ' when the sender's signature is not known. */
const PLAIN_LINES = 10
const SIGNATURE_LENGTH = 2_000

/** The index of the first line of the signature; the number of lines when there is none. */
export function signatureStart(lines: readonly string[], earlier: readonly string[]): number {
  let end = lines.length
  const known = earlier.map((text) => `\n${filled(text.split('\n')).join('\n')}\n`)
  // 'Mvh Kim', then 'Skickat från min iPhone': each round removes the lowest part.
  for (let round = 0; round < 3; round++) {
    const start = startAbove(lines.slice(Math.max(0, end - SIGNATURE_LINES - 1), end), known)
    if (start === undefined) break
    end = Math.max(0, end - SIGNATURE_LINES - 1) + start
  }
  return end === lines.length ? end : withoutBlank(lines, end)
}

const withoutBlank = (lines: readonly string[], end: number) => {
  let start = end
  while (start > 0 && lines[start - 1]?.trim() === '') start--
  return start
}

function startAbove(lines: readonly string[], known: readonly string[]): number | undefined {
  const delimiter = lines.findLastIndex((line) => line.trim() === '--')
  if (delimiter >= 0 && isSignature(lines, delimiter, known)) return delimiter
  const last = lines.findLastIndex((line) => line.trim() !== '')
  if (last < 0) return undefined
  if (isOfProgram(lines[last] ?? '')) return isPointedAt(lines, last) ? undefined : last
  return known.length > 0 ? contactBlock(lines, last, known) : undefined
}

/** What follows a line such as 'Leverera till:' is the sender's own text. */
const pointing = /(?::|(?<!\p{L})(?:till|från|på|är|hos|via|med|to|from|at|is|are|with))$/iu
function isPointedAt(lines: readonly string[], start: number): boolean {
  const above = lines.slice(0, start).findLast((line) => line.trim() !== '')
  return above !== undefined && pointing.test(above.slice(-100).trim())
}

/**
 * People also write other text below '-- ': it is a signature when the sender's earlier mail has it there too, or when each line
 * looks like contact details. Programs drop the space, and people draw lines with '--' too: a name must follow that one.
 */
function isSignature(lines: readonly string[], delimiter: number, known: readonly string[]): boolean {
  if (lengthOf(lines, delimiter) > SIGNATURE_LENGTH) return false
  const below = filled(lines.slice(delimiter + 1))
  const isStandard = /^-- +$/.test(lines[delimiter] ?? '')
  if (isStandard && known.some((mail) => mail.includes(`\n--\n${below.join('\n')}\n`))) return true
  if (below.length > PLAIN_LINES || !below.every(isOfSignature)) return false
  if (isStandard) return true
  const isBegun = isName(below[0] ?? '') || closes(below[0] ?? '')
  return isBegun && !isPointedAt(lines, delimiter) && (below.length === 1 || isContact(below))
}

const lengthOf = (lines: readonly string[], from: number) => lines.slice(from).join('\n').length

/** A name of two words or more, of a person or a company. */
const isName = (line: string) =>
  /^\p{Lu}[\p{L}'’.&-]*(?: (?:\p{Lu}[\p{L}'’.&-]*|&|av|af|och|von|van|de)){1,4}$/u.test(line.slice(0, 100))

/** A line with only names, numbers, addresses and links, or a closing phrase. */
const isOfSignature = (line: string) =>
  closes(line) ||
  isOfProgram(line) ||
  (line.length <= CONTACT_LENGTH && line.split(/[,|·•]|\s[-–/]\s|\s{3,}/).every(isOfContact))

function isOfContact(part: string): boolean {
  const text = part.trim()
  if (/[?!]/.test(text)) return false
  const plain = text.replace(reachable, ' ')
  const words = plain.match(/\p{L}[\p{L}.&-]*/gu) ?? []
  if (plain !== text) return words.every((word) => labels.has(word.toLowerCase().replace(/[.-]/g, '')))
  return text === '' || isName(text) || isWordOfName(text) || place.test(text)
}

const isWordOfName = (text: string) =>
  /^\p{Lu}[\p{L}'’&-]+$/u.test(text) && !/^(?:ja|jo|nej|ok|okej|okay|tack|inte|yes|no|nope|stopp?)$/i.test(text)

/** Addresses, links, and numbers of telephones. */
const reachable =
  /\S+@\S+|(?:https?:\/\/|www\.)\S+|(?:\+|0)[\d\s()/-]{6,20}|\b[\w-]+\.(?:se|com|nu|net|org|eu|example)\b/gi
const labels = new Set([
  ...['tel', 'tele', 'telefon', 'tfn', 'mobil', 'mob', 'mobile', 'phone', 'växel', 'direkt', 'direct', 'fax', 'mail'],
  ...['epost', 'email', 'mejl', 'webb', 'web', 'hemsida', 'sms', 't', 'm', 'e', 'w', 'd'],
])
const place =
  /^(?:\p{Lu}[\p{L} ]{1,40}(?:gatan|gata|vägen|väg|gränd|torget|torg|allén|stigen|backen|leden|kajen|plan) \d{1,4} ?\p{L}?|box \d{1,6}|(?:se-?)?\d{3} ?\d{2} \p{Lu}[\p{L} ]{1,40})$/iu

/** Contact details: an address or a number, and no line as long as a sentence. */
const isContact = (lines: readonly string[]) =>
  /\S@\S|(?:\d[\s-]?){7}/.test(lines.join('\n')) &&
  lines.every((line) => line.length <= CONTACT_LENGTH && !/[?!]$/.test(line))
const CONTACT_LENGTH = 100

const closing =
  /^(?:(?:(?:med )?(?:vänlig(?:a)?|bästa|varma|goda|trevliga) hälsning(?:ar)?|hälsning(?:ar)?|mvh|m\.v\.h|hälsn|(?:med )?ven(?:n)?lig hilsen|(?:kind|best) regards|regards|br|mit freundlichen grüßen|ystävällisin terveisin)(?!\p{L})[.,!]*(?: \S+){0,4}|vänligen[.,!]*)$/iu
const closes = (line: string) => closing.test(line.trim().slice(0, 100))

/**
 * The first line of the longest block that an earlier mail has too and that begins with a closing phrase or has contact
 * details.
 */
function contactBlock(lines: readonly string[], last: number, known: readonly string[]): number | undefined {
  let followsPointer = false
  for (let start = Math.max(1, last - CONTACT_LINES + 1); start < last; start++) {
    const isBeginning = closes(lines[start] ?? '')
    if (!isBeginning && lines[start - 1]?.trim() !== '') continue
    // What 'Leverera till:' introduces may continue below an empty line.
    const isPointed = isPointedAt(lines, start)
    followsPointer ||= isPointed
    if (isBeginning ? isPointed : followsPointer) continue
    const block = filled(lines.slice(start, last + 1))
    const text = block.join('\n')
    const isOfPerson = isBeginning || (block.length > 2 && isName(block[0] ?? '') && isContact(block))
    if (block.length < 2 || text.length > SIGNATURE_LENGTH || !isOfPerson) continue
    if (known.some((mail) => mail.includes(`\n${text}\n`))) return start
  }
  return undefined
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
