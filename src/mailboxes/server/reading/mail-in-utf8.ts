// The same mail with its headers and text parts in UTF-8, so that postal-mime, which believes the charset that a part names
// and reads unknown ones as windows-1252, reads what was written. The structure and the files are not changed.
import { isAscii } from 'node:buffer'
import PostalMime from 'postal-mime'
import { decodeText, decodeUnlabelled, wordsInUtf8 } from './charsets.ts'

export type MailInUtf8 = {
  raw: Buffer
  /** How many headers were put on top of those of the mail. */
  addedHeaders: number
}

const MAX_OPEN = 100
const MAX_TEXTS = 1_000

export async function mailInUtf8(bytes: Uint8Array): Promise<MailInUtf8> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const sections = sectionsOf(raw)
  if (!sections) return { raw, addedHeaders: 0 }
  const written: Buffer[] = []
  let addedHeaders = 0
  let texts = 0
  for (const section of sections) {
    const [head, body] = [raw.subarray(section.start, section.bodyStart), raw.subarray(section.bodyStart, section.end)]
    const isText = section.hasHead && texts < MAX_TEXTS && isTextPart(section.fields)
    if (isText) texts++
    const text = isText ? await textInUtf8(section.fields, body) : undefined
    if (text !== undefined && section.start === 0) addedHeaders = 2
    const ending = raw.subarray(section.end, section.next)
    if (text === undefined) written.push(section.hasHead ? headInUtf8(head) : head, body, ending)
    else written.push(headOfText(section.fields), headInUtf8(head), inLines(text), ending)
  }
  return { raw: Buffer.concat(written), addedHeaders }
}

/** `isTyped`: a Content-Type that is missing or one that postal-mime understands. */
type Fields = {
  type: string
  isTyped: boolean
  charset: string
  boundary: string
  flowed: string
  encoding: string
  isFile: boolean
}
/** A part without its own parts: from its first header to the next boundary, which ends at `next`. */
type Section = { start: number; bodyStart: number; end: number; next: number; hasHead: boolean; fields: Fields }

/** In order, and together the whole mail; undefined when it is nested too deeply. */
function sectionsOf(raw: Buffer): Section[] | undefined {
  const sections: Section[] = []
  const open: Buffer[] = []
  let section = sectionAt(0, true)
  let isInHead = true
  for (let at = 0; at < raw.length; ) {
    const next = raw.indexOf(0x0a, at) + 1 || raw.length
    const boundary = boundaryOf(raw, at, next, open)
    if (boundary) {
      sections.push(finished(section, raw, isInHead, at, next))
      open.length = boundary.isLast ? boundary.index : boundary.index + 1
      section = sectionAt(next, !boundary.isLast)
      isInHead = !boundary.isLast
    } else if (isInHead && isEmptyLine(raw, at, next)) {
      isInHead = false
      section.bodyStart = next
      section.fields = fieldsOf(raw.subarray(section.start, at))
      if (section.fields.boundary !== '') open.push(Buffer.from(section.fields.boundary, 'latin1'))
      if (open.length > MAX_OPEN) return undefined
    }
    at = next
  }
  sections.push(finished(section, raw, isInHead, raw.length, raw.length))
  return sections
}

const noFields: Fields = { type: '', isTyped: true, charset: '', boundary: '', flowed: '', encoding: '', isFile: false }
const sectionAt = (start: number, hasHead: boolean): Section => ({
  start,
  bodyStart: start,
  end: start,
  next: start,
  hasHead,
  fields: noFields,
})

/** Headers that nothing follows are a part without a body. */
function finished(section: Section, raw: Buffer, isInHead: boolean, end: number, next: number): Section {
  if (!isInHead) return { ...section, end, next }
  const fields = fieldsOf(raw.subarray(section.start, end))
  return { ...section, fields: { ...fields, isFile: true }, bodyStart: end, end, next }
}

const lineEnd = (raw: Buffer, at: number, next: number) => {
  let end = next
  while (end > at && (raw[end - 1] === 0x0a || raw[end - 1] === 0x0d)) end--
  return end
}
const isEmptyLine = (raw: Buffer, at: number, next: number) => lineEnd(raw, at, next) === at

/** The innermost open boundary that the line is, as postal-mime finds it. */
function boundaryOf(raw: Buffer, at: number, next: number, open: readonly Buffer[]) {
  if (open.length === 0 || raw[at] !== 0x2d || raw[at + 1] !== 0x2d) return undefined
  const line = raw.subarray(at + 2, lineEnd(raw, at, next))
  const index = open.findLastIndex((boundary) => {
    if (!line.subarray(0, boundary.length).equals(boundary)) return false
    return /^(?:--)?[ \t]*$/.test(line.toString('latin1', boundary.length))
  })
  if (index < 0) return undefined
  return { index, isLast: line.toString('latin1', open[index]?.length ?? 0).startsWith('--') }
}

/** Of what stands twice the first counts, as for postal-mime. */
function fieldsOf(head: Buffer): Fields {
  const unfolded = head.toString('latin1').replace(/\r?\n[ \t]/g, ' ')
  const first = (name: string) =>
    new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(unfolded)?.[1]?.trim().slice(0, 20_000) ?? ''
  const type = first('content-type')
  const named = type.split(/[;(]/, 1)[0]?.trim().toLowerCase() ?? ''
  const isMediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(named)
  const isFlowed = parameter(type, 'format').toLowerCase() === 'flowed'
  const delSp = parameter(type, 'delsp').toLowerCase() === 'yes' ? '; delsp=yes' : ''
  return {
    // Without a subtype it is plain text (RFC 2045, 5.2).
    type: isMediaType ? named : 'text/plain',
    isTyped: isMediaType || !/^content-type[ \t]*:/im.test(unfolded),
    charset: parameter(type, 'charset'),
    boundary: named.startsWith('multipart/') ? parameter(type, 'boundary') : '',
    flowed: isFlowed ? `; format=flowed${delSp}` : '',
    encoding: first('content-transfer-encoding').toLowerCase(),
    isFile: first('content-disposition').toLowerCase().startsWith('attachment'),
  }
}

function parameter(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(value)
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? ''
}

const isTextPart = ({ type, isFile }: Fields) => !isFile && (type === 'text/plain' || type === 'text/html')

const utf8Labels = ['', 'utf-8', 'utf8']
const META_BYTES = 4_096
/** Of a longer text without transfer encoding postal-mime takes seconds for each megabyte; in base64 it does not. */
const PLAIN_MAX = 100_000

/** Undefined when postal-mime reads the part as it is. */
async function textInUtf8(fields: Fields, body: Buffer): Promise<string | undefined> {
  const bytes = await decodedBody(fields.encoding, body)
  const charset = fields.charset || (fields.type === 'text/html' ? charsetOfHtml(bytes) : '')
  const text = decodeText(bytes, charset)
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

/** Headers may hold raw bytes, and words in a charset that postal-mime does not know. */
export function headInUtf8(head: Buffer): Buffer {
  const hasWords = head.includes('=?')
  if (isAscii(head) && !hasWords) return head
  const text = decodeUnlabelled(head)
  return Buffer.from(hasWords ? text.replace(/^[^\s:]+:.*(?:\r?\n[ \t].*)*/gm, headerInUtf8) : text)
}

const headerInUtf8 = (header: string) =>
  header.includes('=?') ? wordsInUtf8(header.replace(/\r?\n(?=[ \t])/g, '')) : header
