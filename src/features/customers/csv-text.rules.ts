// Decodes text files of other programs.
/** `unreadableLines`: the lines, from 1, with a byte that could not be decoded in the file's encoding. */
export type DecodedText = { text: string; unreadableLines: number[] }

/**
 * Decodes a file: UTF-16 by its byte order mark, otherwise each line as UTF-8 where it is valid. The lines of a file without UTF-8
 * are Windows-1252, or Mac Roman when that gives more Swedish letters. Letters are composed (NFC), as typed ones are.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { text, unreadableLines } = decoded(bytes)
  return { text: text.normalize('NFC'), unreadableLines }
}

function decoded(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return readable(new TextDecoder('utf-16le').decode(bytes))
  if (first === 0xfe && second === 0xff) return readable(new TextDecoder('utf-16be').decode(bytes))
  return decodeUtf8(bytes) ?? decodeLines(linesOf(bytes))
}

const readable = (text: string): DecodedText => ({ text, unreadableLines: [] })

function decodeUtf8(bytes: Uint8Array): DecodedText | undefined {
  try {
    return readable(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const REPLACEMENT = '\uFFFD'
// Does not decode a byte order mark as a character.
const lenient = new TextDecoder('utf-8')

/** Whether more of the bytes beyond ASCII are UTF-8 than not: two bytes of Windows-1252 may look like UTF-8. */
function hasUtf8(text: string): boolean {
  const valid = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0
  return valid > 0 && valid >= text.split(REPLACEMENT).length - 1
}

/** How many lines of a single-byte file there are for each that happens to be valid UTF-8, such as 'Ã¥'. */
const SINGLE_BYTE_LINES_MIN = 10

function decodeLines(lines: Uint8Array[]): DecodedText {
  const read = lines.map((bytes) => decodeUtf8(bytes)?.text ?? lenient.decode(bytes))
  const isBroken = lines.map((bytes) => decodeUtf8(bytes) === undefined)
  const broken = lines.filter((_, index) => isBroken[index] && !hasUtf8(read[index] ?? ''))
  const isUtf8 = read.filter(hasUtf8).length * SINGLE_BYTE_LINES_MIN >= broken.length
  const singleByte = new TextDecoder(isMacRoman(broken) ? 'macintosh' : 'windows-1252')
  const unreadableLines: number[] = []
  const text = read.map((line, index) => {
    if (!isBroken[index]) return line
    if (isUtf8 || hasUtf8(line)) unreadableLines.push(index + 1)
    return hasUtf8(line) ? line : singleByte.decode(lines[index])
  })
  return { text: text.join(''), unreadableLines }
}

/** The lines with their line breaks, counted as by `recordsOf`. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    const isBreak = bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)
    if (!isBreak) continue
    lines.push(bytes.subarray(start, at + 1))
    start = at + 1
  }
  if (start < bytes.length) lines.push(bytes.subarray(start))
  return lines
}

/** The bytes of å, ä, ö, Å, Ä, Ö and é in each encoding. */
const macRoman: ReadonlySet<number> = new Set([0x8c, 0x8a, 0x9a, 0x81, 0x80, 0x85, 0x8e])
const windows1252: ReadonlySet<number> = new Set([0xe5, 0xe4, 0xf6, 0xc5, 0xc4, 0xd6, 0xe9])

function isMacRoman(lines: Uint8Array[]): boolean {
  let score = 0
  for (const line of lines)
    for (const byte of line) {
      if (macRoman.has(byte)) score++
      else if (windows1252.has(byte)) score--
    }
  return score > 0
}
