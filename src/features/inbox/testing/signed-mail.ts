// Mail with DKIM signatures (RFC 6376) of any list of fields, as providers and attackers make them, and the DNS with their
// keys.
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

const dkimKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const weakKeys = generateKeyPairSync('rsa', { modulusLength: 512 })

const recordOf = (key: KeyObject) =>
  `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
const domains = ['kajen.example', 'mail.kajen.example', 'evil.example', 'kajen.onmicrosoft.example', 'lista.example']
const records = new Map([
  ...domains.map((domain) => [`s1._domainkey.${domain}`, recordOf(dkimKeys.publicKey)] as const),
  ['weak._domainkey.kajen.example', recordOf(weakKeys.publicKey)],
])

/** The DNS of the tests. */
export const dnsOfKeys = async (name: string) => {
  const found = records.get(name)
  if (!found) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
  return [[found]]
}

export type SignatureOptions = {
  domain?: string
  selector?: string
  /** The value of `h=`. */
  fields?: string
  canonicalization?: 'relaxed/relaxed' | 'simple/simple' | 'relaxed/simple'
  /** The value of `l=`: the whole body, or so many bytes less. */
  bytesLess?: number
  /** Tags in front of those of the signature. */
  tags?: string
  key?: KeyObject
}

const USUAL = 'From:To:Subject:Date:Message-ID'

/** The mail with a signature on top that covers its present content. */
export function signedMail(mail: string, options: SignatureOptions = {}): string {
  const { domain = 'kajen.example', selector = 's1', fields = USUAL, key = dkimKeys.privateKey, tags = '' } = options
  const canonicalization = options.canonicalization ?? 'relaxed/relaxed'
  const [head = '', body = ''] = splitAtBody(Buffer.from(mail, 'utf8').toString('latin1'))
  const [ofHeader, ofBody] = canonicalization.split('/')
  const signedBody = canonicalBody(body, ofBody === 'relaxed')
  const length = signedBody.length - (options.bytesLess ?? 0)
  const hash = createHash('sha256').update(signedBody.slice(0, length), 'latin1').digest('base64')
  const limit = options.bytesLess === undefined ? '' : ` l=${length};`
  const unsigned = `DKIM-Signature: ${tags}v=1; a=rsa-sha256; c=${canonicalization}; d=${domain}; s=${selector};\r\n h=${fields};${limit} bh=${hash};\r\n b=`
  const isRelaxed = ofHeader === 'relaxed'
  const signed = [...fieldsIn(head, fields), unsigned].map((field) => canonicalField(field, isRelaxed)).join('\r\n')
  const signature = createSign('rsa-sha256').update(signed, 'latin1').sign(key, 'base64')
  return `${unsigned}${signature.replace(/(.{70})(?=.)/g, '$1\r\n ')}\r\n${mail}`
}

function splitAtBody(mail: string) {
  const at = mail.indexOf('\r\n\r\n')
  return [mail.slice(0, at), mail.slice(at + 4)]
}

/** The fields to sign: for each mention of a name the next one from below. */
function fieldsIn(head: string, names: string): string[] {
  const left = head.split(/\r\n(?![ \t])/).reverse()
  return names.split(':').flatMap((name) => {
    const at = left.findIndex((field) => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`))
    return at < 0 ? [] : left.splice(at, 1)
  })
}

function canonicalField(field: string, isRelaxed: boolean) {
  if (!isRelaxed) return field
  const colon = field.indexOf(':')
  const value = field.slice(colon + 1).replace(/\s+/g, ' ')
  return `${field.slice(0, colon).trim().toLowerCase()}:${value.trim()}`
}

function canonicalBody(body: string, isRelaxed: boolean) {
  const plain = isRelaxed ? body.replace(/[ \t]+\r\n/g, '\r\n').replace(/[ \t]+/g, ' ') : body
  const trimmed = plain.replace(/(?:\r\n)+$/, '')
  return trimmed === '' && isRelaxed ? '' : `${trimmed}\r\n`
}
