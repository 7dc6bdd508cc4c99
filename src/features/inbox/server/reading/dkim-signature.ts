// DKIM signatures of a mail (RFC 6376): which of them cover what is shown, and whether one is a valid one of the sender's
// domain.
import type { HeaderSection } from './header-section.ts'
import { areAligned, domainOf } from './sender-domain.ts'

export type DnsLookup = (name: string, type: string) => Promise<string[][] | string[]>

/** `domain` is undefined for an unreadable signature; `signed` are the names of the fields that it covers. */
export type Signature = {
  domain: string | undefined
  selector: string
  signature: string
  signed: readonly string[]
  coversMail: boolean
}

/** Normal mail has two or three signatures and some hundred header lines; `mailauth` takes quadratic time. */
const MAX_SIGNATURES = 10
const MAX_TAGS = 50
const MAX_SIGNED_FIELDS = 200
const MAX_HEADER_LINES = 2_000
const MAX_HEADER_BYTES = 256 * 1024

/** To, Content-Type and Message-ID may be unsigned, since large providers do not sign them. */
const signedFields = ['from', 'subject', 'date']

/** The signatures in the mail; none if the header exceeds the limits. */
export function signaturesIn({ fields, lines, bodyAt }: HeaderSection, raw: Uint8Array): Signature[] {
  const values = fields.filter(({ key }) => key === 'dkim-signature').map(({ value }) => value)
  if (values.length > MAX_SIGNATURES || lines > MAX_HEADER_LINES || bodyAt > MAX_HEADER_BYTES) return []
  const body = raw.subarray(bodyAt)
  const lengths = new Map<boolean, number>()
  const lengthOfBody = (isRelaxed: boolean) => {
    const length = lengths.get(isRelaxed) ?? canonicalLength(body, isRelaxed)
    lengths.set(isRelaxed, length)
    return length
  }
  return values.map((value) => readSignature(value, lengthOfBody))
}

const unreadable: Signature = { domain: undefined, selector: '', signature: '', signed: [], coversMail: false }

function readSignature(value: string, lengthOfBody: (isRelaxed: boolean) => number): Signature {
  const tags = readTags(value)
  const domain = domainOf(tags?.get('d') ?? '')
  const names = (tags?.get('h') ?? '').split(':', MAX_SIGNED_FIELDS + 1).map((name) => name.trim().toLowerCase())
  if (!tags || !domain || names.length > MAX_SIGNED_FIELDS) return unreadable
  return {
    domain,
    selector: (tags.get('s') ?? '').toLowerCase(),
    signature: withoutSpace(tags.get('b')),
    signed: names,
    coversMail: signedFields.every((name) => names.includes(name)) && coversBody(tags, lengthOfBody),
  }
}

/** Parses a tag-list (RFC 6376, 3.2); a repeated tag makes it invalid. */
function readTags(value: string): Map<string, string> | undefined {
  const tags = new Map<string, string>()
  const parts = value.replace(/;\s*$/, '').split(';', MAX_TAGS + 1)
  if (parts.length > MAX_TAGS) return undefined
  for (const part of parts) {
    const [, name, text] = /^\s*([a-z][a-z0-9_]*)\s*=([\s\S]*)$/i.exec(part) ?? []
    if (name === undefined || text === undefined || tags.has(name)) return undefined
    tags.set(name, text.trim())
  }
  return tags
}

const withoutSpace = (text = '') => text.replace(/\s+/g, '')

/** Without `l=` the whole body is signed. */
function coversBody(tags: Map<string, string>, lengthOfBody: (isRelaxed: boolean) => number): boolean {
  const limit = tags.get('l')
  if (limit === undefined) return true
  const isRelaxed = /\/\s*relaxed$/i.test(tags.get('c') ?? '')
  return /^\d{1,76}$/.test(limit) && Number(limit) >= lengthOfBody(isRelaxed)
}

const LF = 10
const CR = 13
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9

/** The number of bytes of the body after canonicalization (RFC 6376, 3.4.3 and 3.4.4). */
function canonicalLength(body: Uint8Array, isRelaxed: boolean): number {
  const CRLF = 2
  let total = 0
  let emptyLines = 0
  for (let at = 0; at < body.length; ) {
    const found = body.indexOf(LF, at)
    const end = found < 0 ? body.length : found
    const hasCr = found >= 0 && end > at && body[end - 1] === CR
    const length = lineLength(body, at, hasCr ? end - 1 : end, isRelaxed)
    emptyLines += CRLF
    if (length > 0) {
      total += length + emptyLines
      emptyLines = 0
    }
    at = end + 1
  }
  return total === 0 && !isRelaxed ? CRLF : total
}

/** Relaxed: trailing white space does not count, other runs of it count as one byte. */
function lineLength(body: Uint8Array, from: number, to: number, isRelaxed: boolean): number {
  if (!isRelaxed) return to - from
  let end = to
  while (end > from && isBlank(body[end - 1])) end -= 1
  let length = 0
  for (let at = from; at < end; at += 1) if (!(isBlank(body[at]) && isBlank(body[at + 1]))) length += 1
  return length
}

/** Whether an aligned signature covers the mail and is valid. Without an aligned one the DNS is not queried. */
export async function isSignedBy(domain: string, signatures: Signature[], raw: Uint8Array, lookup: DnsLookup) {
  const covers = (signature: Signature) => signature.coversMail && areAligned(signature.domain, domain)
  if (!signatures.some(covers)) return false
  // Loaded with the first signed mail, since loading it would delay the start of the program.
  const { dkimVerify } = await import('mailauth/lib/dkim/verify.js')
  try {
    const { results } = await dkimVerify(Buffer.from(raw), { resolver: lookup, strict: true })
    return results.some((result) => {
      if (result.status.result !== 'pass' || !('signature' in result)) return false
      const same = signatures.filter(({ signature }) => signature === result.signature)
      return same.length > 0 && same.every(covers)
    })
  } catch {
    return false
  }
}
