// Mails that break the format in ways that real programs do.
import { describe, expect, test } from 'vitest'
import { authenticationOf, signed } from '../../testing/authentication-mails.ts'
import { parseMail } from './parse-mail.ts'

const read = (head: string, body: string | Buffer) =>
  parseMail(Buffer.concat([Buffer.from(`From: kim@kajen.example\r\n${head}\r\n\r\n`), Buffer.from(body)]))

describe('an invalid Content-Type', () => {
  test.each(['text', 'Text', 'text; charset=utf-8', 'html', '???', 'text/', 'text / plain', ''])(
    '%j is plain text, in any charset',
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
  'UTF-8 labelled as %s is read as UTF-8',
  async (charset) => {
    const mail = await read(`Content-Type: text/plain; charset=${charset}`, 'Räksmörgås och €')
    expect(mail.text).toBe('Räksmörgås och €')
  },
)

test('reads a charset in single quotes, and UTF-16 by its byte order mark', async () => {
  const quoted = await read("Content-Type: text/plain; charset='iso-8859-1'", Buffer.from([0x41, 0x96, 0x80]))
  expect(quoted.text).toBe('A–€')
  const marked = Buffer.from('\ufeffRäksmörgås', 'utf16le')
  for (const label of ['utf-16', 'utf-16le', 'UTF16']) {
    expect((await read(`Content-Type: text/plain; charset=${label}`, Buffer.from(marked).swap16())).text).toBe(
      'Räksmörgås',
    )
    expect((await read(`Content-Type: text/plain; charset=${label}`, marked)).text).toBe('Räksmörgås')
  }
})

test('a byte order mark is removed from a text, but not from a header', async () => {
  expect((await read('Content-Type: text/plain', '\ufeffHej.')).text).toBe('Hej.')
  for (const added of ['Subject: Betala', 'Content-Type: multipart/mixed; boundary=x']) {
    const mail = await parseMail(Buffer.from(`\ufeff${added}\r\n${signed()}`))
    expect(mail.fullSubject).not.toBe('Betala')
    expect(mail.text).not.toBe('')
  }
  expect(await authenticationOf(`\ufeffSubject: Betala\r\n${signed()}`)).toBe('dkim')
})

describe('a text is never shown as an empty mail:', () => {
  const words = 'Hej, felet finns kvar i räksmörgåsen.'
  test.each([
    ['multipart/mixed', words],
    ['multipart/mixed; boundary=b', words],
    ['multipart/mixed; boundary=b', `${words}\r\n--b--\r\n`],
    ['multipart/mixed; boundary=b', `${words}\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b--\r\n`],
    ['multipart/mixed; boundary=b', `--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b--\r\n${words}\r\n`],
    ['multipart/mixed; boundary=b', `--b\r\nContent-Type: multipart/alternative\r\n\r\n${words}\r\n--b--\r\n`],
    ['multipart/mixed; boundary=b', `--b\r\nContent-Type: multipart/x; boundary=c\r\n\r\n${words}\r\n--b--\r\n`],
    ['text/markdown', words],
    ['text/enriched; charset=utf-8', words],
    ['text/x-unknown', words],
    ['text/csv', words],
    ['text/x-amp-html; charset=utf-8', `<html amp4email><body><p>${words}</p></body></html>`],
    ['multipart/alternative; boundary=b', `--b\r\nContent-Type: text/x-amp-html\r\n\r\n<p>${words}</p>\r\n--b--\r\n`],
    ['multipart/alternative; boundary=b', `--b\r\nContent-Type: text/enriched\r\n\r\n${words}\r\n--b--\r\n`],
  ])('%j with %j', async (type, body) => {
    expect(await read(`Content-Type: ${type}`, body)).toMatchObject({ text: words, attachments: [], remarks: [] })
  })

  test('without its boundary, a multipart is shown as plain text', async () => {
    const body = `--x\r\nContent-Type: text/plain\r\n\r\n${words}\r\n--x--\r\n`
    expect((await read('Content-Type: multipart/mixed; boundary=b', body)).text).toContain(words)
    const inBase64 = Buffer.from(words).toString('base64')
    const head = 'Content-Type: multipart/mixed\r\nContent-Transfer-Encoding: base64'
    expect((await read(head, `${inBase64}\r\n`)).text).toBe(words)
  })

  test('a text without an empty line before it is unreadable', async () => {
    expect(await parseMail(Buffer.from(`From: kim@kajen.example\r\n${words}\r\n`))).toMatchObject({
      text: '',
      remarks: ['unreadable'],
    })
    const part = `--b\r\n${words}\r\n--b--\r\n`
    expect((await read('Content-Type: multipart/mixed; boundary=b', part)).remarks).toEqual(['unreadable'])
  })

  test('an empty mail is empty, and one with a calendar or a named text has a file', async () => {
    const preamble = 'This is a multi-part message in MIME format.\r\n--b\r\n\r\n\r\n--b--\r\n'
    expect(await read('Content-Type: multipart/mixed; boundary=b', preamble)).toMatchObject({ text: '', remarks: [] })
    expect((await read('Content-Type: text/calendar', 'BEGIN:VCALENDAR')).attachments).toHaveLength(1)
    expect((await read('Content-Type: text/markdown; name="a.md"', words)).attachments).toHaveLength(1)
    const beside = `--b\r\n\r\nHej.\r\n--b\r\nContent-Type: text/markdown\r\n\r\n${words}\r\n--b--\r\n`
    const mail = await read('Content-Type: multipart/mixed; boundary=b', beside)
    expect([mail.text, mail.attachments.length]).toEqual(['Hej.', 1])
  })
})

describe('a text in base64', () => {
  const inBase64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
  const head = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64'
  const long = 'Hej på dig, felet finns kvar. '.repeat(10).trim()
  test.each(['Hej på dig!', 'Hejs', 'Hej på', long])(
    'keeps a plain line that a server added below: %s',
    async (words) => {
      const footer = '_______________\r\nLista - https://lista.example å\r\n'
      expect((await read(head, `${inBase64(words)}\r\n${footer}`)).text).toBe(
        `${words}\n${footer.replaceAll('\r\n', '\n').trim()}`,
      )
    },
  )
  test('is read with an invalid character or without its end', async () => {
    expect((await read(head, inBase64(long).replace('\r\n', '!\r\n'))).text).toBe(long)
    expect((await read(head, inBase64(long).slice(0, 110))).text).toBe(long.slice(0, 77))
  })
  test('that is not base64 is read as plain text', async () => {
    expect((await read(head, 'Hej, nu blinkar det rött.\r\n')).text).toBe('Hej, nu blinkar det rött.')
  })
})

describe('a header in the form of real programs', () => {
  test.each([
    ['Tue, 3 Nov 2026 10:40:00 CET', '2026-11-03T09:40:00.000Z'],
    ['Tue, 3 Nov 2026 10:40:00 CEST', '2026-11-03T08:40:00.000Z'],
    ['3 Nov 2026 10:40 met', '2026-11-03T09:40:00.000Z'],
    ['Tue, 3 Nov 2026 10:40:00 EET', '2026-11-03T08:40:00.000Z'],
    ['Tue, 3 Nov 2026 10:40:00 +0100 (CET)', '2026-11-03T09:40:00.000Z'],
    ['Tue, 3 Nov 2026 10:40:00 GMT', '2026-11-03T10:40:00.000Z'],
    ['Tue, 3 Nov 2026 10:40:00 QQQ', null],
    ['3 Nov 2026', expect.any(String)],
  ])('reads a Date of %j', async (date, time) => {
    expect((await read(`Date: ${date}`, 'Hej')).date).toEqual(time)
  })
  test('reads Message-IDs without angle brackets', async () => {
    const mail = await read('Message-ID: a@b\r\nIn-Reply-To: c@d\r\nReferences: e@f c@d', 'Hej')
    expect([mail.messageId, mail.answers]).toEqual(['<a@b>', ['<c@d>', '<c@d>', '<e@f>']])
    const old = await read('Message-ID: none\r\nIn-Reply-To: Your message of "Tue" by kim@x.example <c@d>', 'Hej')
    expect([old.messageId, old.answers]).toEqual([null, ['<c@d>']])
  })
})
