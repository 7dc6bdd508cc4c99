import { expect, test } from 'vitest'
import { corpusMail, ownServer } from '#mailboxes/testing/corpus-world.ts'
import { examineHere, examineInThread, examineMail, isCostly } from './examine-mail.ts'

const large = Buffer.concat([corpusMail('proof-own-dmarc'), Buffer.alloc(300_000, 'Nu blinkar det.\r\n')])

test('a large mail is read in a thread of its own, with the same outcome', async () => {
  const examined = await examineMail(large, ownServer)
  expect(examined).toEqual(await examineHere(large, ownServer))
  expect(examined.proof).toBe('server')
})

test('A-395: a mail that takes too long is unreadable, and its sender unproven; its headers are kept', async () => {
  const { mail, proof } = await examineInThread(large, ownServer, 0)
  expect(mail).toMatchObject({ from: { address: 'kim@kajen.example' }, subject: 'WiFi nere', remarks: ['unreadable'] })
  expect(proof).toBe('none')
})

const head = 'From: kim@kajen.example\r\nContent-Type: text/html\r\n'
const lists = '<ul><li>'.repeat(24_000)
const inBase64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')

test.each([
  ['elements', `${head}\r\n${lists}`],
  ['elements in base64', `${head}Content-Transfer-Encoding: base64\r\n\r\n${inBase64(lists.slice(0, 140_000))}\r\n`],
  ['boundaries', `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(27_000)}`],
])('A-395: a small mail of many %s is read in a thread of its own', (_what, raw) => {
  expect(raw.length).toBeLessThan(200_000 + head.length + 100)
  expect(isCostly(Buffer.from(raw.slice(0, 199_000)))).toBe(true)
})

test('a mail as people write them is read without a thread', () => {
  const words = '<p>Hej <b>du</b></p>\r\n'.repeat(500)
  const picture = Buffer.from(Array.from({ length: 120_000 }, (_, at) => (at * 7919) % 256))
  const raw = `${head}\r\n${words}\r\n${picture.toString('base64').replace(/.{76}/g, '$&\r\n')}`
  expect(isCostly(Buffer.from(raw))).toBe(false)
})
