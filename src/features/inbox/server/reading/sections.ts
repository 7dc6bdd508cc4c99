// Finds the parts of a mail in its original bytes.

const MAX_OPEN = 100

/** `isTyped`: Content-Type is missing, or one that postal-mime understands. `isNamed`: it has a file name. */
export type Fields = {
  type: string
  isTyped: boolean
  isMultipart: boolean
  namesBoundary: boolean
  isNamed: boolean
  charset: string
  boundary: string
  flowed: string
  encoding: string
  isFile: boolean
}
/**
 * From the first header of a part to the next boundary, whose line ends at `next`. `isOpened`: that boundary is the section's
 * own, so its body is the text before its parts. Without a head (`hasHead`) it is the text after the last part.
 */
export type Section = {
  start: number
  bodyStart: number
  end: number
  next: number
  hasHead: boolean
  isOpened: boolean
  fields: Fields
}

/** The sections in document order, which together are the whole mail; undefined when it is nested too deeply. */
export function sectionsOf(raw: Buffer): Section[] | undefined {
  const sections: Section[] = []
  const open: Buffer[] = []
  let section = sectionAt(0, true)
  let isInHead = true
  let own = -1
  for (let at = 0; at < raw.length; ) {
    const next = raw.indexOf(0x0a, at) + 1 || raw.length
    const boundary = boundaryOf(raw, at, next, open)
    if (boundary) {
      sections.push({ ...finished(section, raw, isInHead, at, next), isOpened: boundary.index === own })
      own = -1
      open.length = boundary.isLast ? boundary.index : boundary.index + 1
      section = sectionAt(next, !boundary.isLast)
      isInHead = !boundary.isLast
    } else if (isInHead && isEmptyLine(raw, at, next)) {
      isInHead = false
      section.bodyStart = next
      section.fields = fieldsOf(raw.subarray(section.start, at))
      if (section.fields.boundary !== '') own = open.push(Buffer.from(section.fields.boundary, 'latin1')) - 1
      if (open.length > MAX_OPEN) return undefined
    }
    at = next
  }
  sections.push(finished(section, raw, isInHead, raw.length, raw.length))
  return sections
}

const noFields: Fields = {
  type: '',
  isTyped: true,
  isMultipart: false,
  namesBoundary: false,
  isNamed: false,
  charset: '',
  boundary: '',
  flowed: '',
  encoding: '',
  isFile: false,
}
const sectionAt = (start: number, hasHead: boolean): Section => ({
  start,
  bodyStart: start,
  end: start,
  next: start,
  hasHead,
  isOpened: false,
  fields: noFields,
})

/** Headers without an empty line after them are a part without a body. */
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

/** The innermost open boundary that the line matches, as postal-mime matches it. */
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

/** Reads the first of repeated fields, as postal-mime does. */
function fieldsOf(head: Buffer): Fields {
  const unfolded = head.toString('latin1').replace(/\r?\n[ \t]/g, ' ')
  const first = (name: string) =>
    new RegExp(`^${name}[ \\t]*:(.*)$`, 'im').exec(unfolded)?.[1]?.trim().slice(0, 20_000) ?? ''
  const type = first('content-type')
  const disposition = first('content-disposition')
  const named = type.split(/[;(]/, 1)[0]?.trim().toLowerCase() ?? ''
  const isMediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(named)
  const isFlowed = parameter(type, 'format').toLowerCase() === 'flowed'
  const delSp = parameter(type, 'delsp').toLowerCase() === 'yes' ? '; delsp=yes' : ''
  return {
    // Without a subtype it is plain text (RFC 2045, 5.2).
    type: isMediaType ? named : 'text/plain',
    isTyped: isMediaType || !/^content-type[ \t]*:/im.test(unfolded),
    isMultipart: named.startsWith('multipart/'),
    namesBoundary: /boundary/i.test(type),
    isNamed: /;\s*(?:file)?name\*?/i.test(`${type};${disposition}`),
    charset: parameter(type, 'charset'),
    boundary: named.startsWith('multipart/') ? parameter(type, 'boundary') : '',
    flowed: isFlowed ? `; format=flowed${delSp}` : '',
    encoding: first('content-transfer-encoding').toLowerCase(),
    isFile: disposition.toLowerCase().startsWith('attachment'),
  }
}

function parameter(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(value)
  return found?.[1]?.replace(/\\(.)/g, '$1') ?? found?.[2] ?? ''
}

/** Whether no part can be found in a multipart: it has no boundary, or no line that could be one. */
export const isWithoutParts = ({ fields, isOpened, bodyStart, end }: Section, raw: Buffer): boolean =>
  fields.isMultipart && !isOpened && (!fields.namesBoundary || !hasLineOfDashes(raw.subarray(bodyStart, end)))

const hasLineOfDashes = (body: Buffer) => body.subarray(0, 2).equals(DASHES) || body.includes(LINE_OF_DASHES)
const DASHES = Buffer.from('--')
const LINE_OF_DASHES = Buffer.from('\n--')

/** Whether a line of the head is no header, but text without an empty line before it. */
export const hasStrayLine = ({ start, bodyStart, hasHead }: Section, raw: Buffer): boolean =>
  hasHead && /^[^\s:][^:\r\n]*\r?$/m.test(raw.subarray(start, bodyStart).toString('latin1'))
