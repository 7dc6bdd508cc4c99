import { expect, test } from 'vitest'
import { corpusMail, ownServer } from '../../testing/corpus-world.ts'
import { examineHere } from './examine-here.ts'
import { examineInThread, examineMail, isCostly } from './examine-mail.ts'
import { parseMail } from './parse-mail.ts'

const large = Buffer.concat([corpusMail('authentication-own-dmarc'), Buffer.alloc(300_000, 'Nu blinkar det.\r\n')])

test('a large mail is read in a thread of its own, with the same outcome', async () => {
  const examined = await examineMail(large, ownServer)
  expect(examined).toEqual(await examineHere(large, ownServer))
  expect(examined.authentication).toBe('server')
})

test('A-395: a mail that takes too long is unreadable with its headers, and its sender unauthenticated', async () => {
  const { mail, authentication } = await examineInThread(large, ownServer, 0)
  expect(mail).toMatchObject({ from: { address: 'kim@kajen.example' }, subject: 'WiFi nere', remarks: ['unreadable'] })
  expect(authentication).toBe('none')
})

const head = 'From: kim@kajen.example\r\nContent-Type: text/html\r\n'
const inBase64 = (text: string, width: number) =>
  Buffer.from(text)
    .toString('base64')
    .replace(new RegExp(`.{${width}}`, 'g'), '$&\r\n')
const nested = `${'<blockquote>'.repeat(295)}${'a<br>'.repeat(12_000)}`

test.each([
  ['elements', `\r\n${nested}`],
  ['elements in base64', `Content-Transfer-Encoding: base64\r\n\r\n${inBase64(nested, 76)}\r\n`],
  ['elements in short lines of base64', `Content-Transfer-Encoding: base64\r\n\r\n${inBase64(nested, 16)}\r\n`],
  [
    'elements in quoted-printable',
    `Content-Transfer-Encoding: quoted-printable\r\n\r\n${nested.replaceAll('<', '=3C')}\r\n`,
  ],
])('A-395: a small mail of many %s is read in a thread of its own', (_what, rest) => {
  expect(rest.length).toBeLessThan(100_000)
  expect(isCostly(Buffer.from(`${head}${rest}`))).toBe(true)
})

test('A-395: quotations and lists that are nested too deeply lose their level, not their text', async () => {
  const textOf = async (html: string) => (await parseMail(Buffer.from(`${head}\r\n${html}`))).text
  expect(await textOf(`${'<blockquote>'.repeat(140)}Hej`)).toBe(`${'> '.repeat(30)}Hej`)
  for (const open of ['<ul><li>', '<ol><li>']) {
    const last = (await textOf(`${open.repeat(140)}Hej`)).split('\n').at(-1) ?? ''
    expect(last).toMatch(/^ {1,99}\S+ Hej$/)
  }
})

test('a mail of usual size is read without a thread', () => {
  expect(isCostly(Buffer.from(`${head}\r\n${'<p>Hej <b>du</b></p>\r\n'.repeat(2_000)}`))).toBe(false)
})
