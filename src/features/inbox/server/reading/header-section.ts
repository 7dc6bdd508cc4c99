// The header of a mail in its original bytes. A DKIM signature covers the last field of a name but the parser shows the first,
// so a sender can be authenticated only if both agree.
import type { Header } from './incoming-mail.ts'
import { headInUtf8 } from './mail-in-utf8.ts'

/**
 * `fields` in document order, names in lower case, values unfolded and decoded as latin1; `bodyAt` is where the body begins.
 */
export type HeaderSection = { head: Buffer; fields: Header[]; bodyAt: number; lines: number; hasBareCr: boolean }

const MAX_BYTES = 2 * 1024 * 1024
const LF = 10
const CR = 13

export function readHeaderSection(raw: Uint8Array): HeaderSection {
  const { end, bodyAt } = endOfHeader(raw)
  const head = Buffer.from(raw.buffer, raw.byteOffset, end)
  const text = head.toString('latin1')
  const lines = text.split(/\r?\n/)
  return { head, fields: fieldsOf(lines), bodyAt, lines: lines.length, hasBareCr: /\r(?!\n|$)/.test(text) }
}

function fieldsOf(lines: string[]): Header[] {
  const unfolded: string[][] = []
  for (const line of lines) {
    if (/^[ \t]/.test(line)) unfolded.at(-1)?.push(line)
    else unfolded.push([line])
  }
  return unfolded.flatMap((parts) => {
    const field = parts.join('')
    const colon = field.indexOf(':')
    // Not \s, which would remove a byte order mark, a part of the name.
    const key = field.slice(0, colon).replace(/^[ \t]+|[ \t]+$/g, '')
    return colon < 0 ? [] : [{ key: key.toLowerCase(), value: onOneLine(field, colon + 1) }]
  })
}

/** The fields in UTF-8, also the encoded words of other charsets. */
export const readableFields = (head: Buffer): Header[] => fieldsOf(headInUtf8(head).toString('utf8').split(/\r?\n/))

/** The header ends at the first empty line, ended by CRLF or LF. */
function endOfHeader(raw: Uint8Array) {
  let lineAt = 0
  for (let at = raw.indexOf(LF); at >= 0; at = raw.indexOf(LF, at + 1)) {
    const isEmpty = at === lineAt || (at === lineAt + 1 && raw[lineAt] === CR)
    if (isEmpty || at > MAX_BYTES) return { end: lineAt, bodyAt: at + 1 }
    lineAt = at + 1
  }
  return { end: raw.length, bodyAt: raw.length }
}

const onOneLine = (field: string, from: number) =>
  field
    .slice(from)
    .replace(/[ \t]+/g, ' ')
    .trim()

/** RFC 5322 (3.6) and RFC 2045 allow each of them once. */
const singleFields = new Set([
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
  'content-transfer-encoding',
  'mime-version',
])

/**
 * Whether the header is ambiguous: a field that is allowed once occurs twice with different values, or the parser's fields
 * (`shown`) differ. Identical copies count as one.
 */
export function isAmbiguous({ head, fields, hasBareCr }: HeaderSection, shown: Header[]): boolean {
  if (hasBareCr) return true
  const signed = singleOf(fields)
  const seen = new Map<string, string>()
  const differs = signed.some(({ key, value }) => {
    const first = seen.get(key)
    seen.set(key, first ?? value)
    return first !== undefined && first !== value
  })
  // Compared in UTF-8, since the parser shows encoded words of other charsets in UTF-8.
  return differs || comparable(singleOf(readableFields(head))) !== comparable(singleOf(shown))
}

const singleOf = (headers: Header[]) => headers.filter(({ key }) => singleFields.has(key))

/** Leaves out bytes outside ASCII and control characters, which the parser changes. */
const comparable = (headers: Header[]) =>
  headers.map(({ key, value }) => `${key}:${value.replace(/[^!-~]+/g, ' ').trim()}`).join('\n')
