// Whether lines of a mail say what a letter of ours said: its words in their order, however they are set, and no others.

/** The words of a letter, where its lines begin among them, and its links, which mail programs write in many ways. */
export type WordsOfLetter = { words: string[]; beginnings: number[]; links: string[] }

/** Lines of the letter that a quotation may begin with, when its reader removed those above. */
const BEGINNINGS_MAX = 200

export function wordsOfLetter(text: string): WordsOfLetter {
  const links = [...new Set([...text.matchAll(link)].map(([, address = '']) => address.replace(/[.,:;!?)]+$/, '')))]
  const lines = text.split('\n').map((line) => wordsOf(withoutLinks(line, links)))
  const words = lines.flat()
  const beginnings: number[] = []
  let at = 0
  for (const line of lines) {
    if (line.length > 0 && beginnings.length < BEGINNINGS_MAX) beginnings.push(at)
    at += line.length
  }
  return { words, beginnings, links }
}

/** `until`: the line after the last one that says what the letter said; `isWhole`: the letter ends there too. */
export type Said = { until: number; isWhole: boolean }

/**
 * How far lines say, from `from` on, what the letter said from the beginning of one of its lines on; undefined for not at all.
 * No line is read behind the first that says something else.
 */
export function saidFrom(lines: readonly string[], from: number, letter: WordsOfLetter): Said | undefined {
  const read = new Map<number, SpokenLine>()
  const lineAt = (at: number) => {
    const known = read.get(at) ?? spokenLine(lines[at] ?? '', letter.links)
    read.set(at, known)
    return known
  }
  const opening = nextSpoken(lineAt, from, lines.length)
  const [first] = opening === undefined ? [] : lineAt(opening).words
  let furthest: Said | undefined
  for (const beginning of letter.beginnings.filter((at) => letter.words[at] === first)) {
    const said = walk(lineAt, { from: opening ?? from, end: lines.length }, letter.words, beginning)
    if (said && said.until > (furthest?.until ?? 0)) furthest = said
  }
  return furthest
}

type SpokenLine = { words: string[]; isDrawn: boolean }
type LineAt = (at: number) => SpokenLine

/** A line of no letter. */
const LINE_MAX = 50_000
const unspoken: SpokenLine = { words: [], isDrawn: false }

/** Punctuation alone, outside a quotation, may be an answer: '???'. */
function spokenLine(line: string, links: readonly string[]): SpokenLine {
  if (line.length > LINE_MAX) return unspoken
  const written = withoutLinks(line, links)
  return { words: wordsOf(written), isDrawn: isDrawn(written) || isQuote(line) }
}

/** Blank lines in a row that a program may put into a quotation. */
const DRAWN_MAX = 100

/** The next line with words, behind nothing but what programs draw. */
function nextSpoken(lineAt: LineAt, from: number, end: number): number | undefined {
  for (let at = from; at < Math.min(end, from + DRAWN_MAX); at++) {
    const { words, isDrawn } = lineAt(at)
    if (words.length > 0) return at
    if (!isDrawn) return undefined
  }
  return undefined
}

function walk(
  lineAt: LineAt,
  { from, end }: { from: number; end: number },
  letter: readonly string[],
  beginning: number,
) {
  let said = beginning
  let until: number | undefined
  for (let at: number | undefined = from; at !== undefined; at = nextSpoken(lineAt, at + 1, end)) {
    const { words } = lineAt(at)
    if (words.some((word, place) => letter[said + place] !== word)) break
    said += words.length
    until = at + 1
  }
  return until === undefined ? undefined : { until, isWhole: said === letter.length }
}

export const isQuote = (line: string | undefined) => /^\s?>/.test(line ?? '')

/** Nothing, or what mail programs draw: rules, signs of bold text. */
const isDrawn = (line: string) => /^[\s|*_=~-]*$/.test(line)

/** A picture's name in the place of a logo: '[image: Nordnät]', '<logotyp.png>', '[Nordnät AB]'. */
export function isPicture(line: string, { words }: WordsOfLetter): boolean {
  const shown = line.replace(/^[\s>]+/, '').trim()
  if (/^(?:\[(?:image|bild|cid)\s?:[^\]]{0,120}\]|<[^<>\s]{1,80}\.(?:png|jpe?g|gif)>)$/i.test(shown)) return true
  const [, name] = /^\[([^\]]{1,120})\]$/.exec(shown) ?? []
  return name !== undefined && wordsOf(name).every((word) => words.includes(word)) && wordsOf(name).length > 0
}

const link = /<?\b(https?:\/\/[^\s<>"]+)>?/gi

/** Without the letter's links, as they stand or rewritten by a mail server that checks them; another's link is a word. */
const withoutLinks = (line: string, links: readonly string[]) =>
  line.replace(/<(?:mailto|tel):[^<>]{0,400}>/gi, ' ').replace(link, (written, address: string) => {
    const decoded = decodedAddress(address)
    return links.some((ours) => decoded.includes(ours)) ? ' ' : written
  })

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Punctuation differs between programs; pictograms are answers: a thumb, a check mark. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+|\p{So}/gu) ?? []
