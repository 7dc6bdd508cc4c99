// Where the signature of a mail begins: below '-- ', the line of a telephone, or a contact block that the sender's earlier
// mail has too.

/** A longer end of a mail is text. */
const SIGNATURE_LINES = 30
const CONTACT_LINES = 15
const SIGNATURE_LENGTH = 2_000

/** The index of the first line of the signature at the end of the lines; their number without one. */
export function signatureStart(lines: readonly string[], earlier: readonly string[]): number {
  let end = lines.length
  const known = earlier.map((text) => `\n${filled(text.split('\n')).join('\n')}\n`)
  // 'Mvh Kim', then 'Skickat från min iPhone': each round takes what is left of the one below.
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
  if (delimiter >= 0 && isSignature(lines, delimiter)) return delimiter
  const last = lines.findLastIndex((line) => line.trim() !== '')
  if (last < 0) return undefined
  if (isOfProgram(lines[last] ?? '')) return last
  return known.length > 0 ? contactBlock(lines, last, known) : undefined
}

/** Programs drop the space of '-- '; people draw a line with '--' too, and do not write how to reach them below it. */
function isSignature(lines: readonly string[], delimiter: number): boolean {
  if (lengthOf(lines, delimiter) > SIGNATURE_LENGTH) return false
  const below = filled(lines.slice(delimiter + 1))
  const isName = below.length === 1 && /^\p{Lu}[\p{L}'’-]*(?: [\p{L}'’-]+){0,3}$/u.test(below[0] ?? '')
  return /^-- +$/.test(lines[delimiter] ?? '') || isName || contactDetail.test(below.join('\n'))
}

const lengthOf = (lines: readonly string[], from: number) => lines.slice(from).join('\n').length

const devices =
  'iphone|ipad|galaxy|samsung|android|huawei|xiaomi|pixel|oneplus|sony|nokia|mobil|mobile|mobiltelefon|telefon|telefonen|mobilen'
const programs =
  'outlook|e-post för windows|e-post|mail for windows|mail för windows|mail|yahoo|proton ?mail|gmail|bluemail|k-9|hotmail'
const named = `(?:${devices}|${programs})`
const ofProgram = [
  `^(?:skickat|skickad|skickades|sent|sendt) (?:från|from|fra|via|with|med) (?:(?:min|my|mitt|din|en) )?(?:\\S+ )?${named}(?: .{0,60})?$`,
  `^(?:hämta|get|hent|få) (?:${programs}) (?:för|for|til) .{1,40}$`,
  `^(?:von meinem|lähetetty) .{0,60}${named}.{0,60}$`,
  '^diese nachricht wurde von meinem .{0,80}gesendet$',
].map((pattern) => new RegExp(pattern))

/** A line that a telephone or program adds, with or without a link. */
function isOfProgram(line: string): boolean {
  if (line.length > 300) return false
  const said = line
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/[.!]\s*$/, '')
    .trim()
    .toLowerCase()
  return ofProgram.some((pattern) => pattern.test(said))
}

const closing =
  /^(?:(?:med )?(?:vänlig(?:a)?|bästa|varma|goda|trevliga) hälsning(?:ar)?|hälsning(?:ar)?|vänligen|mvh|m\.v\.h|hälsn|med ven(?:n)?lig hilsen|vennlig hilsen|venlig hilsen|mvh|(?:kind|best) regards|regards|br|mit freundlichen grüßen|ystävällisin terveisin)(?!\p{L})/iu
const contactDetail = /\S@\S|www\.|https?:|(?:\d[\s-]?){7}/i
/** Of a block that nothing begins: a link alone is part of what people report. */
const personalDetail = /\S@\S|(?:\d[\s-]?){7}/i

/** The earliest line from which everything stands in an earlier mail too, when it says goodbye or how to reach the sender. */
function contactBlock(lines: readonly string[], last: number, known: readonly string[]): number | undefined {
  for (let start = Math.max(1, last - CONTACT_LINES + 1); start < last; start++) {
    const isBeginning = closing.test((lines[start] ?? '').trim().slice(0, 100))
    if (!isBeginning && lines[start - 1]?.trim() !== '') continue
    const block = filled(lines.slice(start, last + 1))
    const text = block.join('\n')
    const isOfPerson = isBeginning || (block.length > 2 && personalDetail.test(text))
    if (block.length < 2 || text.length > SIGNATURE_LENGTH || !isOfPerson) continue
    if (known.some((mail) => mail.includes(`\n${text}\n`))) return start
  }
  return undefined
}

const filled = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '')
