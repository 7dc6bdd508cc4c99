// Decodes text whose charset is missing, wrong or unknown to TextDecoder.
import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/** Labels that programs also use for UTF-8: valid UTF-8 with such a label is read as UTF-8. */
const unreliableLabels = new Set([
  ...['', 'utf-8', 'utf8', 'unicode-1-1-utf-8', 'us-ascii', 'ascii', 'ansi_x3.4-1968', 'latin1', 'latin-1', 'l1'],
  ...[
    'iso-8859-1',
    'iso8859-1',
    'iso_8859-1',
    'windows-1252',
    'cp1252',
    'default',
    'unknown',
    'unknown-8bit',
    'x-unknown',
    'x-user-defined',
  ],
])
/** By the byte order mark, whatever the label. */
const isBigEndian = (bytes: Uint8Array) => bytes[0] === 0xfe && bytes[1] === 0xff
const isSixteenBit = (label: string) => /^(?:utf-?16|utf-?32|ucs-?2|ucs-?4|unicode$|iso-10646)/.test(label)

/** Leaves a byte order mark in place: at the start of a mail it is part of the first header's name. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
/** Single-byte charsets, whose text is not valid UTF-8 unless it is ASCII. */
const ofOneByte = /^(?:iso-?_?8859|windows-?125|cp-?125|cp-?437|cp-?85|ibm|x?-?mac|koi8)/

/** Decodes by the charset; if it is missing or wrong, as UTF-8 where valid, else as windows-1252. */
export function decodeText(bytes: Uint8Array, charset = ''): string {
  const label = charset.replace(/^['\s]+|['\s]+$/g, '').toLowerCase()
  return withoutMark(decodeLabelled(bytes, label))
}

const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text)

function decodeLabelled(bytes: Uint8Array, label: string): string {
  if (unreliableLabels.has(label) || (ofOneByte.test(label) && isUtf8(bytes))) return decodeUnlabelled(bytes)
  if (isSixteenBit(label) && isUtf8(bytes) && !bytes.includes(0)) return utf8.decode(bytes)
  return decodeByLabel(bytes, isSixteenBit(label) && isBigEndian(bytes) ? 'utf-16be' : label) ?? decodeUnlabelled(bytes)
}

/** Undefined when the label is unknown, or when the bytes are invalid in that charset but valid UTF-8. */
function decodeByLabel(bytes: Uint8Array, label: string): string | undefined {
  const decoder = decoderOf(label)
  if (!decoder) return isCharset(label) ? iconv.decode(Buffer.from(bytes), label) : undefined
  const text = decoder.decode(bytes)
  return text.includes('\ufffd') && isUtf8(bytes) ? undefined : text
}

/** Codecs of iconv that are no charsets; iconv compares only letters and digits of a name. */
const noCharsets = new Set(['base64', 'hex', 'binary', 'internal'])
const isCharset = (label: string) =>
  !noCharsets.has(label.replace(/:\d{4}$|[^0-9a-z]/g, '')) && iconv.encodingExists(label)

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined
  }
}

/** Decodes line by line, so that a footer in windows-1252 does not change how the UTF-8 above it is read. */
export function decodeUnlabelled(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return utf8.decode(bytes)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const decoded: string[] = []
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(0x0a, start) + 1 || buffer.length
    const line = buffer.subarray(start, end)
    decoded.push(isUtf8(line) ? line.toString('utf8') : decodeMixed(line))
    start = end
  }
  return decoded.join('')
}

/**
 * UTF-8 characters in bytes that are partly invalid, as after a broken byte; in windows-1252 each would be two characters or
 * more.
 */
const character = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g
const others = /[\x80-\xff]/g

function decodeMixed(line: Buffer): string {
  const bytes = line.toString('latin1')
  const found = bytes.match(character)?.length ?? 0
  if (found <= (bytes.replace(character, '').match(others)?.length ?? 0)) return fromWindows1252(line)
  return bytes
    .split(new RegExp(`(${character.source})`))
    .map((part, at) => {
      const written = Buffer.from(part, 'latin1')
      return at % 2 === 1 && isUtf8(written) ? written.toString('utf8') : fromWindows1252(written)
    })
    .join('')
}

const firstOfUpper = 0x80
const upperHalf = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => firstOfUpper + at))
/** Much faster than TextDecoder, which takes ten seconds for a million lines. */
const fromWindows1252 = (line: Buffer) =>
  line.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => upperHalf[sign.charCodeAt(0) - firstOfUpper] ?? sign)

const wordPattern = /=\?([^?\s]+)\?([qb])\?([^?]*)\?=/gi

/** The value with its encoded words (RFC 2047) in UTF-8; adjacent words are joined, since they may split a character. */
export function wordsInUtf8(value: string): string {
  let written = ''
  let end = 0
  let run: { charset: string; bytes: Buffer[] } | undefined
  const finish = () => {
    if (run)
      written += `=?utf-8?B?${Buffer.from(decodeText(Buffer.concat(run.bytes), run.charset)).toString('base64')}?=`
    run = undefined
  }
  for (const { 0: word, 1: label = '', 2: encoding = '', 3: text = '', index } of value.matchAll(wordPattern)) {
    const charset = label.split('*', 1)[0]?.toLowerCase() ?? ''
    const between = value.slice(end, index)
    const isAdjacent = run !== undefined && /^\s*$/.test(between)
    if (!isAdjacent || run?.charset !== charset) finish()
    if (!isAdjacent) written += between
    run ??= { charset, bytes: [] }
    run.bytes.push(encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuoted(text))
    end = index + word.length
  }
  finish()
  return written + value.slice(end)
}

const fromQuoted = (text: string) => {
  const plain = Buffer.from(text.replaceAll('_', ' ')).toString('latin1')
  const unquoted = plain.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(unquoted, 'latin1')
}
