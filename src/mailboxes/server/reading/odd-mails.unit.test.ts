// Mails that break a rule of the format in a way that programs do.
import { describe, expect, test } from 'vitest'
import { proofOf, signed } from '#mailboxes/testing/proof-mails.ts'
import { parseMail } from './parse-mail.ts'

const read = (head: string, body: string | Buffer) =>
  parseMail(Buffer.concat([Buffer.from(`From: kim@kajen.example\r\n${head}\r\n\r\n`), Buffer.from(body)]))

describe('a Content-Type that is none', () => {
  test.each(['text', 'Text', 'text; charset=utf-8', 'html', '???', 'text/', 'text / plain', ''])(
    '%j is plain text, whatever its bytes are',
    async (type) => {
      for (const body of ['Hej, felet finns kvar.', 'Hej, räksmörgås.', Buffer.from('Hej, räksmörgås.', 'latin1')]) {
        const mail = await read(`Content-Type: ${type}`, body)
        expect([mail.text.startsWith('Hej, '), mail.attachments.length]).toEqual([true, 0])
      }
    },
  )

  test('of a part is plain text too', async () => {
    const part = '--b\r\nContent-Type: text\r\n\r\nHej.\r\n--b--\r\n'
    expect(await read('Content-Type: multipart/mixed; boundary=b', part)).toMatchObject({
      text: 'Hej.',
      attachments: [],
    })
  })
})

test.each(['iso-8859-15', 'windows-1250', 'cp850', 'macintosh'])(
  'UTF-8 that is called %s is read as UTF-8',
  async (charset) => {
    const mail = await read(`Content-Type: text/plain; charset=${charset}`, 'Räksmörgås och €')
    expect(mail.text).toBe('Räksmörgås och €')
  },
)

test('a byte order mark begins a text, and no header', async () => {
  expect((await read('Content-Type: text/plain', '\ufeffHej.')).text).toBe('Hej.')
  for (const added of ['Subject: Betala', 'Content-Type: multipart/mixed; boundary=x']) {
    const mail = await parseMail(Buffer.from(`\ufeff${added}\r\n${signed()}`))
    expect(mail.fullSubject).not.toBe('Betala')
    expect(mail.text).not.toBe('')
  }
  expect(await proofOf(`\ufeffSubject: Betala\r\n${signed()}`)).toBe('dkim')
})
