// DKIM signatures that are verified on the raw bytes; the other proofs are rows of the corpus.
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { expect, test } from 'vitest'
import { ownServer } from '#mailboxes/testing/corpus-world.ts'
import { parseMail } from './parse-mail.ts'
import { proofOfSender } from './proof-of-sender.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const weak = generateKeyPairSync('rsa', { modulusLength: 512 })
const record = (key: typeof publicKey) =>
  `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`
const dns: Record<string, string> = {
  's1._domainkey.kajen.example': record(publicKey),
  's1._domainkey.mail.kajen.example': record(publicKey),
  's1._domainkey.evil.example': record(publicKey),
  'weak._domainkey.kajen.example': record(weak.publicKey),
}
const lookup = async (name: string) => {
  const found = dns[name]
  if (!found) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' })
  return [[found]]
}

const headers = 'From: Kim <kim@kajen.example>\r\nTo: support@nordnat.example\r\nSubject: [#1234] WiFi\r\n'
const message = `${headers}Message-ID: <1@kajen.example>\r\nDate: Tue, 3 Nov 2026 10:40:00 +0100\r\n\r\nNu blinkar det.\r\n`

async function signed(domain = 'kajen.example', { selector = 's1', key = privateKey, maxBodyLength = 0 } = {}) {
  const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = { signingDomain: domain, selector, privateKey: pem, algorithm: 'rsa-sha256' }
  const limit = maxBodyLength > 0 && { maxBodyLength }
  const { signatures } = await dkimSign(message, { ...signature, signatureData: [{ ...signature, ...limit }] })
  return `${signatures}${message}`
}
const proof = async (raw: string, resolve = lookup) => {
  const bytes = Buffer.from(raw)
  return proofOfSender(await parseMail(bytes), bytes, ownServer, resolve)
}

test('a signature of the sender’s domain, or of one below it, proves the sender; also after a forwarder added headers', async () => {
  expect(await proof(await signed())).toBe('dkim')
  expect(await proof(await signed('mail.kajen.example'))).toBe('dkim')
  const forwarded = `Received: from a.example by b.example\r\nX-Forwarded-To: c@d.example\r\n${await signed()}`
  expect(await proof(forwarded)).toBe('dkim')
})

test('A-394: a signature of another domain, over other words, of a part of them, or with a weak key, proves nothing', async () => {
  expect(await proof(await signed('evil.example'))).toBe('none')
  expect(await proof((await signed()).replace('Nu blinkar', 'Betala'))).toBe('none')
  expect(await proof((await signed()).replace('Kim <kim@', 'Lo <lo@'))).toBe('none')
  expect(await proof(`${await signed('kajen.example', { maxBodyLength: 5 })}`)).toBe('none')
  expect(await proof(await signed('kajen.example', { selector: 'weak', key: weak.privateKey }))).toBe('none')
  expect(await proof(`From: Kim <kim@kajen.example>\r\n${await signed('evil.example')}`)).toBe('none')
  expect(await proof(message)).toBe('none')
})

test('A-394: without an answer of the DNS, or with one that is no key, nothing is proven and nothing fails', async () => {
  const raw = await signed()
  expect(await proof(raw, () => Promise.reject(Object.assign(new Error('x'), { code: 'ETIMEOUT' })))).toBe('none')
  expect(await proof(raw, async () => [['v=DKIM1; p=nonsense']])).toBe('none')
  expect(await proof(raw, async () => [])).toBe('none')
})

test('A-394: what our own server refused is not saved by a signature', async () => {
  const refused = 'Authentication-Results: mx.nordnat.example; dmarc=fail header.from=kajen.example\r\n'
  expect(await proof(`${refused}${await signed()}`)).toBe('none')
})
