// Whether lines of a mail repeat the text of a mail that we sent: its characters in the same order and no others, apart from
// white space, quotation signs, and what mail programs change themselves.

/**
 * The text of a sent mail without white space, the offsets in it at which its lines begin, and its links, which mail programs
 * write in many ways.
 */
export type SentText = { characters: string; lineOffsets: number[]; links: string[] }

/** Lines that a quotation may begin with, when the person who answers removed those above. */
const LINE_OFFSETS_MAX = 200

export function sentTextOf(text: string): SentText {
  const links = [...new Set([...text.matchAll(link)].map(([, address = '']) => bare(address)))]
  const lines = text.split('\n').map((line) => charactersOf(line.replace(signs, ''), links))
  const characters = lines.join('')
  const lineOffsets: number[] = []
  let at = 0
  for (const line of lines) {
    // Less than half of the text is an excerpt that somebody chose to quote.
    if (line !== '' && lineOffsets.length < LINE_OFFSETS_MAX && at * 2 <= characters.length) lineOffsets.push(at)
    at += line.length
  }
  return { characters, lineOffsets, links }
}

/**
 * The index after the last line of a quotation that begins at line `from` and repeats the sent text to its end, from its
 * beginning or from a line in its first half; undefined without one. Reads no line behind the first that differs.
 */
export function quotationEnd(lines: readonly string[], from: number, sent: SentText): number | undefined {
  const read = new Map<number, string>()
  let first = from
  while (first < Math.min(lines.length, from + BLANK_MAX) && lines[first]?.trim() === '') first++
  const isQuoted = isQuote(lines[first])
  const charactersAt = (at: number) => {
    const characters = read.get(at) ?? charactersOfLine(lines[at] ?? '', isQuoted, sent.links)
    read.set(at, characters)
    return characters
  }
  for (const lineOffset of sent.lineOffsets) {
    const until = walk(charactersAt, { from, end: lines.length }, sent.characters, lineOffset)
    if (until !== undefined) return until
  }
  return undefined
}

/** Blank lines in a row that a program may put into a quotation. */
const BLANK_MAX = 100

/** A longer line counts as different, to bound the work. */
const LINE_MAX = 50_000
const NO_MATCH = '\0'

const charactersOfLine = (line: string, isQuoted: boolean, links: readonly string[]) =>
  line.length > LINE_MAX ? NO_MATCH : charactersOf(line.replace(isQuoted ? signsOfProgram : signs, ''), links)

function walk(
  charactersAt: (at: number) => string,
  { from, end }: { from: number; end: number },
  sent: string,
  lineOffset: number,
): number | undefined {
  let offset = lineOffset
  let blank = 0
  for (let at = from; at < end && blank < BLANK_MAX; at++) {
    const characters = charactersAt(at)
    if (!sent.startsWith(characters, offset)) return undefined
    blank = characters === '' ? blank + 1 : 0
    offset += characters.length
    if (offset === sent.length) return at + 1
  }
  return undefined
}

export const isQuote = (line: string | undefined) => /^\s?>/.test(line ?? '')

/** Quotation signs inside the sent mail; '>10' is text. */
const signs = /^\s*(?:>(?=[\s>]|$)\s?)*/
/** The quotation signs of the answering program, with a space or without. */
const signsOfProgram = /^\s?>\s?(?:>(?=[\s>]|$)\s?)*/

/** The name of a picture in place of a logo: '[image: Nordnät]', '<logotyp.png>', '[Nordnät AB]'. */
export function isPictureName(line: string, { characters }: SentText): boolean {
  const shown = line.replace(/^[\s>]+/, '').trim()
  if (/^(?:\[(?:image|bild|cid)\s?:[^\]]{0,120}\]|<[^<>\s]{1,80}\.(?:png|jpe?g|gif)>)$/i.test(shown)) return true
  const [, name = ''] = /^\[([^\]]{1,120})\]$/.exec(shown) ?? []
  return name.trim().length > 1 && characters.includes(charactersOf(name, []))
}

const link = /<?\b(https?:\/\/[^\s<>"]+)>?/gi
const ending = /[.,:;!?)/]*$/
const bare = (address: string) => address.replace(ending, '')

/** Removes the sent mail's own links, unchanged or rewritten by a mail server that checks links; other links are text. */
const withoutLinks = (line: string, links: readonly string[]) =>
  line.replace(/<(?:mailto|tel):[^<>]{0,400}>/gi, '').replace(link, (written, address: string) => {
    const decoded = decodedAddress(address)
    const isOurs = links.includes(bare(address)) || links.some((ours) => decoded.indexOf(ours) > 0)
    if (!isOurs) return written
    return written.endsWith('>') ? '' : address.slice(bare(address).length).replace(/^\//, '')
  })

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Programs and servers that use another charset replace these signs. */
const plainSigns: Record<string, string> = { '…': '...', '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'", '‚': "'" }

/** The characters of a text, without white space and invisible characters. */
const charactersOf = (text: string, links: readonly string[]) =>
  withoutLinks(text, links)
    .normalize('NFC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/[‐-―]/g, '-')
    .replace(/[…“”„‘’‚]/g, (sign) => plainSigns[sign] ?? sign)
