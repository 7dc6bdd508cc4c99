// The same mail with its headers and text parts in UTF-8, so that postal-mime, which believes the charset that a part names
// and reads unknown ones as windows-1252, reads what was written. The structure and the files are not changed.
import { isAscii } from 'node:buffer'
import PostalMime from 'postal-mime'
import { decodeText, decodeUnlabelled, wordsInUtf8 } from './charsets.ts'
import { withReadableNames } from './name-parameters.ts'
import { AMP_TYPE } from './remarks.ts'
import { type Fields, isWithoutParts, type Section, sectionsOf } from './sections.ts'

export type MailInUtf8 = {
  raw: Buffer
  /** How many headers were put on top of those of the mail. */
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

/** Text that is a file for other programs, and a report that is read apart. */
const filesOfText = ['text/calendar', 'text/rtf', 'text/vcard', 'text/x-vcard', 'text/directory', 'text/rfc822-headers']
const isOtherText = ({ type, isFile, isNamed }: Fields) =>
  type.startsWith('text/') && !isFile && !isNamed && !filesOfText.includes(type)

/**
 * Says how a part is read as text, undefined for one that is not: plain text and HTML; where nothing of that is, any text; and
 * a multipart in which no part can be found, as plain text.
 */
function readAsText(sections: readonly Section[], raw: Buffer): (section: Section) => Fields | undefined {
  const says = ({ bodyStart, end }: Section) => isNotBlank(raw.subarray(bodyStart, end))
  const hasText = sections.some((section) => section.hasHead && isTextPart(section.fields) && says(section))
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

const saysNothing = /^This is a (?:multi-?part|cryptographically signed) message in MIME format\.?$/gim

/** What stands outside the parts of a mail, which is its text when the parts say nothing. */
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
  return texts.join('\n').replace(saysNothing, '')
}

const utf8Labels = ['', 'utf-8', 'utf8']
const META_BYTES = 4_096
/** Of a longer text without transfer encoding postal-mime takes seconds for each megabyte; in base64 it does not. */
const PLAIN_MAX = 100_000

/** Undefined when postal-mime reads the part as it is. */
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

/** A page is not in UTF-16 when its charset can be read in it. */
function charsetOfHtml(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1')
  const [, charset = ''] = /<meta[^>]{0,300}?charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(start) ?? []
  return /^utf-?16/i.test(charset) ? '' : charset
}

const NOTHING = Buffer.alloc(0)
/** Fewer characters may as well be a word. */
const BASE64_MIN = 16
const noBase64 = /^(?![ \t]*[A-Za-z\d+/=]*[ \t]*\r?$).+$/m
const longBase64 = /^[A-Za-z\d+/]{40,}=*\r?$/m

/** What is not base64, as a line that a server wrote below, or the whole text under a wrong label, is plain. */
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

/** The bytes of a part without their transfer encoding, as postal-mime reads it. */
async function decodedBody(encoding: string, body: Buffer): Promise<Uint8Array> {
  if (!/base64|quoted-printable/.test(encoding)) return body
  const head = `Content-Transfer-Encoding: ${encoding.replace(/[^\w-]/g, ' ')}\r\nContent-Disposition: attachment\r\n\r\n`
  const { attachments } = await PostalMime.parse(Buffer.concat([Buffer.from(head), body]))
  const content = attachments[0]?.content ?? ''
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
}

/** Put on top: the first of a name counts. In base64 no line of the text is a boundary. */
const headOfText = ({ type, flowed }: Fields) =>
  Buffer.from(`Content-Type: ${type}; charset=utf-8${flowed}\r\nContent-Transfer-Encoding: base64\r\n`)

const inLines = (text: string) => Buffer.from(`${Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)

/** Headers may hold raw bytes, words in a charset that postal-mime does not know, and names of files as it does not read them. */
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
