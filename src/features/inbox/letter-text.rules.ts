// Whether lines of a mail say what a letter of ours said: its characters in their order and no others, apart from white space,
// signs of quotation, and what mail programs change themselves.

/** What a letter says, where its lines begin in that, and its links, which mail programs write in many ways. */
export type WordsOfLetter = { words: string; beginnings: number[]; links: string[] }

/** Lines of the letter that a quotation may begin with, when its reader removed those above. */
const BEGINNINGS_MAX = 200

export function wordsOfLetter(text: string): WordsOfLetter {
  const links = [...new Set([...text.matchAll(link)].map(([, address = '']) => bare(address)))]
  const lines = text.split('\n').map((line) => saidBy(line.replace(signs, ''), links))
  const words = lines.join('')
  const beginnings: number[] = []
  let at = 0
  for (const line of lines) {
    // Of less than half, somebody chose what to leave.
    if (line !== '' && beginnings.length < BEGINNINGS_MAX && at * 2 <= words.length) beginnings.push(at)
    at += line.length
  }
  return { words, beginnings, links }
}

/**
 * The line after the last of those that say, from `from` on, what the letter said to its end; from its beginning, or from a line
 * in its first half. Undefined when they say something else, or less. No line is read behind the first that does.
 */
export function saidUntil(lines: readonly string[], from: number, letter: WordsOfLetter): number | undefined {
  const read = new Map<number, string>()
  let first = from
  while (first < Math.min(lines.length, from + BLANK_MAX) && lines[first]?.trim() === '') first++
  const isQuoted = isQuote(lines[first])
  const wordsAt = (at: number) => {
    const words = read.get(at) ?? wordsOfLine(lines[at] ?? '', isQuoted, letter.links)
    read.set(at, words)
    return words
  }
  for (const beginning of letter.beginnings) {
    const until = walk(wordsAt, { from, end: lines.length }, letter.words, beginning)
    if (until !== undefined) return until
  }
  return undefined
}

/** Blank lines in a row that a program may put into a quotation. */
const BLANK_MAX = 100

/** A line of no letter. */
const LINE_MAX = 50_000
const NO_LETTER = '\0'

const wordsOfLine = (line: string, isQuoted: boolean, links: readonly string[]) =>
  line.length > LINE_MAX ? NO_LETTER : saidBy(line.replace(isQuoted ? signsOfProgram : signs, ''), links)

function walk(
  wordsAt: (at: number) => string,
  { from, end }: { from: number; end: number },
  letter: string,
  beginning: number,
): number | undefined {
  let said = beginning
  let blank = 0
  for (let at = from; at < end && blank < BLANK_MAX; at++) {
    const words = wordsAt(at)
    if (!letter.startsWith(words, said)) return undefined
    blank = words === '' ? blank + 1 : 0
    said += words.length
    if (said === letter.length) return at + 1
  }
  return undefined
}

export const isQuote = (line: string | undefined) => /^\s?>/.test(line ?? '')

/** Of quotations in the letter; '>10' is its own text. */
const signs = /^\s*(?:>(?=[\s>]|$)\s?)*/
/** Programs set theirs with a space or without. */
const signsOfProgram = /^\s?>\s?(?:>(?=[\s>]|$)\s?)*/

/** A picture's name in the place of a logo: '[image: Nordnät]', '<logotyp.png>', '[Nordnät AB]'. */
export function isPicture(line: string, { words }: WordsOfLetter): boolean {
  const shown = line.replace(/^[\s>]+/, '').trim()
  if (/^(?:\[(?:image|bild|cid)\s?:[^\]]{0,120}\]|<[^<>\s]{1,80}\.(?:png|jpe?g|gif)>)$/i.test(shown)) return true
  const [, name = ''] = /^\[([^\]]{1,120})\]$/.exec(shown) ?? []
  return name.trim().length > 1 && words.includes(saidBy(name, []))
}

const link = /<?\b(https?:\/\/[^\s<>"]+)>?/gi
const ending = /[.,:;!?)/]*$/
const bare = (address: string) => address.replace(ending, '')

/** Without the letter's links, as they stand or rewritten by a mail server that checks them; another's link is a word. */
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

/** Programs and servers of another charset write these in the plain way. */
const plainSigns: Record<string, string> = { '…': '...', '“': '"', '”': '"', '„': '"', '‘': "'", '’': "'", '‚': "'" }

/** The characters of a text, without white space and what has no width. */
const saidBy = (text: string, links: readonly string[]) =>
  withoutLinks(text, links)
    .normalize('NFC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/[‐-―]/g, '-')
    .replace(/[…“”„‘’‚]/g, (sign) => plainSigns[sign] ?? sign)
