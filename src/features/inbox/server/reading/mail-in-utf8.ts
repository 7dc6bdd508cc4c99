// Converts headers and text parts of a mail to UTF-8, since postal-mime trusts the charset label of a part and reads unknown
// charsets as windows-1252. The structure and the files are not changed.
import { isAscii } from 'node:buffer'
import PostalMime from 'postal-mime'
import { decodeText, decodeUnlabelled, wordsInUtf8 } from './charsets.ts'
import { withReadableNames } from './name-parameters.ts'
import { AMP_TYPE } from './remarks.ts'
import { type Fields, isWithoutParts, type Section, sectionsOf } from './sections.ts'

export type MailInUtf8 = {
  raw: Buffer
  /** How many headers were added in front of those of the mail. */
  addedHeaders: number
  sections: readonly Section[]
}

const MAX_TEXTS = 1_000

export async function mailInUtf8(bytes: Uint8Array): Promise<MailInUtf8> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const sections = sectionsOf(raw)
  if (!sections) return { raw, addedHeaders: 0, sections: [] }
  const read = readAsText(sections, raw)
  const written: Buffer[] = []
  let addedHeaders = 0
  let texts = 0
  for (const section of sections) {
    const [head, body] = [raw.subarray(section.start, section.bodyStart), raw.subarray(section.bodyStart, section.end)]
    const fields = texts < MAX_TEXTS ? read(section) : undefined
    if (fields) texts++
    const text = fields && (await textInUtf8(fields, body))
    if (text !== undefined && section.start === 0) addedHeaders = 2
    const ending = raw.subarray(section.end, section.next)
    if (!fields || text === undefined) written.push(section.hasHead ? headInUtf8(head) : head, body, ending)
    else written.push(headOfText(fields), headInUtf8(head), inLines(text), ending)
  }
  return { raw: Buffer.concat(written), addedHeaders, sections }
}

const isTextPart = ({ type, isFile }: Fields) => !isFile && (type === 'text/plain' || type === 'text/html')

/** Text types that are files for other programs, and the headers in a delivery report, which is read elsewhere. */
const filesOfText = ['text/calendar', 'text/rtf', 'text/vcard', 'text/x-vcard', 'text/directory', 'text/rfc822-headers']
const isOtherText = ({ type, isFile, isNamed }: Fields) =>
  type.startsWith('text/') && !isFile && !isNamed && !filesOfText.includes(type)

/**
 * Returns how to read a part as text; undefined for a part that is none. Plain text and HTML are; other text types only without
 * those; and a multipart in which no part can be found, as plain text.
 */
function readAsText(sections: readonly Section[], raw: Buffer): (section: Section) => Fields | undefined {
  const isFilled = ({ bodyStart, end }: Section) => isNotBlank(raw.subarray(bodyStart, end))
  const hasText = sections.some((section) => section.hasHead && isTextPart(section.fields) && isFilled(section))
  return (section) => {
    const { hasHead, fields } = section
    if (!hasHead) return undefined
    if (isTextPart(fields)) return fields
    if (isWithoutParts(section, raw) || (!hasText && isOtherText(fields)))
      return { ...fields, type: fields.type === AMP_TYPE ? 'text/html' : 'text/plain', isTyped: false }
    return undefined
  }
}

const isNotBlank = (bytes: Uint8Array) => bytes.some((byte) => byte > SPACE)
const SPACE = 0x20

const preamble = /^This is a (?:multi-?part|cryptographically signed) message in MIME format\.?$/gim

/** The text outside the parts of a mail, which is shown when the parts are empty. */
export async function textOutsideParts(sections: readonly Section[], raw: Buffer): Promise<string> {
  const texts: string[] = []
  for (const { bodyStart, end, hasHead, fields } of sections) {
    if (hasHead && !fields.isMultipart) continue
    const { base64, plain } = splitBase64(fields.encoding, raw.subarray(bodyStart, end))
    texts.push(
      decodeText(await decodedBody(fields.encoding, base64), fields.charset),
      decodeText(plain, fields.charset),
    )
  }
  return texts.join('\n').replace(preamble, '')
}

const utf8Labels = ['', 'utf-8', 'utf8']
const META_BYTES = 4_096
/** A longer text is converted to base64: without a transfer encoding postal-mime takes seconds for each megabyte. */
const PLAIN_MAX = 100_000

/** Undefined when postal-mime reads the part correctly as it is. */
async function textInUtf8(fields: Fields, body: Buffer): Promise<string | undefined> {
  const { base64, plain } = splitBase64(fields.encoding, body)
  const bytes = await decodedBody(fields.encoding, base64)
  const charset = fields.charset || (fields.type === 'text/html' ? charsetOfHtml(bytes) : '')
  const text = [decodeText(bytes, charset), decodeText(plain, charset)].filter(Boolean).join('\n')
  const isRead =
    fields.isTyped &&
    utf8Labels.includes(charset.toLowerCase()) &&
    Buffer.from(text).equals(bytes) &&
    body.length <= PLAIN_MAX
  return isRead ? undefined : text
}

/** The charset in a meta element; not UTF-16, in which the element would not be found. */
function charsetOfHtml(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1')
  const [, charset = ''] = /<meta[^>]{0,300}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start) ?? []
  return /^utf-?16/i.test(charset) ? '' : charset
}

const NOTHING = Buffer.alloc(0)
/** Fewer characters may be an ordinary word. */
const BASE64_MIN = 16
const noBase64 = /^(?![ \t]*[A-Za-z\d+/=]*[ \t]*\r?$).+$/m
const longBase64 = /^[A-Za-z\d+/]{40,}=*\r?$/m

/** Splits off plain text in a part marked as base64: a line that a server added below, or all of it under a wrong label. */
function splitBase64(encoding: string, body: Buffer): { base64: Buffer; plain: Buffer } {
  if (!encoding.includes('base64')) return { base64: body, plain: NOTHING }
  const text = body.toString('latin1')
  const found = noBase64.exec(text)
  const at = found && !longBase64.test(text.slice(found.index)) ? found.index : body.length
  const signs = text.slice(0, at).replace(/\s+/g, '')
  const isWord = signs.length < BASE64_MIN && (signs.length % 4 !== 0 || (at < body.length && !signs.endsWith('=')))
  const end = isWord ? 0 : at
  return { base64: body.subarray(0, end), plain: body.subarray(end) }
}

/** The bytes of a part without transfer encoding, decoded by postal-mime. */
async function decodedBody(encoding: string, body: Buffer): Promise<Uint8Array> {
  if (!/base64|quoted-printable/.test(encoding)) return body
  const head = `Content-Transfer-Encoding: ${encoding.replace(/[^\w-]/g, ' ')}\r\nContent-Disposition: attachment\r\n\r\n`
  const { attachments } = await PostalMime.parse(Buffer.concat([Buffer.from(head), body]))
  const content = attachments[0]?.content ?? ''
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** Added first, since postal-mime uses the first field of a name. Base64, so that no line of the text can be a boundary. */
const headOfText = ({ type, flowed }: Fields) =>
  Buffer.from(`Content-Type: ${type}; charset=utf-8${flowed}\r\nContent-Transfer-Encoding: base64\r\n`)

const inLines = (text: string) => Buffer.from(`${Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)

/** Converts raw bytes, encoded words in charsets unknown to postal-mime, and file names in forms that it cannot read. */
export function headInUtf8(head: Buffer): Buffer {
  const hasWords = head.includes('=?')
  const hasNames = head.includes('*') || head.includes(':\\')
  if (isAscii(head) && !hasWords && !hasNames) return head
  const text = decodeUnlabelled(head)
  return Buffer.from(hasWords || hasNames ? text.replace(/^[^\s:]+:.*(?:\r?\n[ \t].*)*/gm, headerInUtf8) : text)
}

const headerInUtf8 = (header: string) => {
  const unfolded = header.replace(/\r?\n(?=[ \t])/g, '')
  const named = withReadableNames(unfolded)
  if (header.includes('=?')) return wordsInUtf8(named)
  return named === unfolded ? header : named
}
