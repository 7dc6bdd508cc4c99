// Mails that are made to break a reader: each is read within the test's time, or said to be unreadable.
import { describe, expect, test } from 'vitest'
import { foldQuotation, subjectOf } from '#mailboxes/mail-text.rules.ts'
import { automationOf, deliveryReportOf } from './automatic-mail.ts'
import { parseMail } from './parse-mail.ts'

const head = 'From: Kim <kim@kajen.example>\r\nTo: support@nordnat.example\r\nSubject: SV: Hej\r\n'
const mail = (headers: string, body: string) => Buffer.from(`${head}${headers}\r\n\r\n${body}`)
const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"`
const textPart = 'Content-Type: text/plain; charset=utf-8\r\n\r\n'

const nested = (levels: number) =>
  Array.from({ length: levels }, (_, level) => `${multipart(`b${level}`)}\r\n\r\n--b${level}\r\n`).join('') + textPart

const MB = 1024 * 1024
const hostile: Record<string, () => Buffer> = {
  '35 MB in one file': () =>
    mail(
      multipart('b'),
      `--b\r\n${textPart}Se bilagan\r\n--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat((35 * MB) / 78)}\r\n--b--`,
    ),
  '51 MB': () => Buffer.concat([mail('X-Big: yes', ''), Buffer.alloc(51 * MB, 'x')]),
  '10 000 parts': () => mail(multipart('b'), `--b\r\n${textPart}x\r\n`.repeat(10_000)),
  '1 000 levels': () => mail(nested(1_000), 'x'),
  '1 MB of one header': () => mail(`X-Big: ${'x'.repeat(MB)}`, 'Hej'),
  '1 MB of headers': () => mail('X-Small: y\r\n'.repeat(MB / 12).trimEnd(), 'Hej'),
  '1 MB of addresses': () => mail(`Cc: ${'a@b.example, '.repeat(MB / 13)}c@d.example`, 'Hej'),
  '1 MB of references': () => mail(`References: ${'<a@b.example> '.repeat(MB / 14)}`, 'Hej'),
  '1 MB of comments in Authentication-Results': () => mail(`Authentication-Results: mx; ${'('.repeat(MB)}`, 'Hej'),
  '1 MB of subject': () => mail(`X-A: b\r\nSubject: ${'Re: '.repeat(MB / 4)}`, 'Hej'),
  'nested HTML': () => mail('Content-Type: text/html; charset=utf-8', `${'<div>'.repeat(100_000)}Hej`),
  '5 MB of HTML': () => mail('Content-Type: text/html; charset=utf-8', '<p>Hej <b>du</b></p>'.repeat(250_000)),
  '5 MB in windows-1252 without a charset': () =>
    Buffer.concat([mail('Content-Type: text/plain', ''), Buffer.from('r\xf6tt\r\n'.repeat((5 * MB) / 6), 'latin1')]),
  '1 MB of beginnings of encoded words': () => mail(`X-A: ${'=?'.repeat(MB / 2)}`, 'Hej'),
  '1 MB of encoded words': () => mail(`X-A: ${'=?cp850?Q?=84?= '.repeat(MB / 16)}`, 'Hej'),
  '1 MB of parameters': () => mail(`Content-Type: text/plain${'; charset ='.repeat(MB / 11)}`, 'Hej'),
  '1 MB of spaces in a parameter': () => mail(`Content-Type: text/plain;${' '.repeat(MB)}x`, 'Hej'),
  '1 MB of open charsets of a page': () => mail('Content-Type: text/html', '<meta charset'.repeat(MB / 13)),
  '10 000 parts in charsets of their own': () =>
    mail(multipart('b'), '--b\r\nContent-Type: text/plain; charset=cp850\r\n\r\n\x84\r\n'.repeat(10_000)),
  'a delivery report of 1 MB': () =>
    mail(
      'Content-Type: multipart/report; boundary=b',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${'Status: 5.1.1\r\nAction: failed\r\n\r\n'.repeat(30_000)}\r\n--b--`,
    ),
}

describe('A-395: a mail is read, or its headers are:', () => {
  test.each(Object.entries(hostile))('%s', async (_name, make) => {
    const read = await parseMail(make())
    expect(read.from?.address).toBe('kim@kajen.example')
    expect(read.subject).toBe('Hej')
    expect(automationOf(read)).toBeDefined()
    expect(deliveryReportOf(read)?.failedFor ?? []).toEqual([])
  })
})

test('A-395: what is too deep or too large is said to be unreadable', async () => {
  for (const name of ['51 MB', '1 000 levels'] as const)
    expect((await parseMail(hostile[name]!())).remarks).toEqual(['unreadable'])
  const inTime = await parseMail(hostile['35 MB in one file']!())
  expect([inTime.text, inTime.remarks]).toEqual(['Se bilagan', []])
})

const lines: [string, string][] = [
  ['attributions', 'abc. x skrev x\n'],
  ['openings of attributions', 'Den 3 nov. 2026 kl. 10:12 skrev\n'],
  ['quotations', '> '],
  ['header blocks', 'Från: a\n'],
  ['rules', '_____\n'],
  ['dashes', '-'],
  ['spaces', ' '],
  ['colons', 'skrev 2026:'],
]
test.each(lines)('A-395: half a megabyte of %s is looked through once', (_name, line) => {
  const text = line.repeat(500_000 / line.length)
  const { text: own, quotation } = foldQuotation(text)
  expect(own.length + quotation.length).toBeGreaterThanOrEqual(text.trim().length - 2)
})

test('a subject of prefixes alone is empty', () => {
  expect(subjectOf('SV: VB: Re: ')).toBe('')
  expect(subjectOf('Re [2]: Hej')).toBe('Hej')
  expect(subjectOf('Resa: Malmö')).toBe('Resa: Malmö')
  expect(subjectOf('[VARNING] Disk full')).toBe('[VARNING] Disk full')
  expect(subjectOf('Extern: hårddisk')).toBe('Extern: hårddisk')
  expect(subjectOf('[EXTERN] Skrivaren')).toBe('Skrivaren')
})

test('A-475: text that is decoded adds no part to a mail, and an encoded name no address', async () => {
  const part = '--b\r\nContent-Type: application/x-evil\r\n\r\nx\r\n--b--'
  const hidden = Buffer.from(part, 'utf16le').swap16().toString('base64').replaceAll('=', '')
  const body = `--b\r\nContent-Type: text/plain; charset=utf-7\r\n\r\nHej\r\n+${hidden}-\r\n--b--`
  const read = await parseMail(mail(multipart('b'), body))
  expect(read.attachments).toEqual([])
  expect(read.text).toContain('Content-Type: application/x-evil')
  const name = Buffer.from('Kim <kim@kajen.example>, evil').toString('base64')
  const named = Buffer.from(`From: =?cp850?B?${name}?= <x@evil.example>\r\nSubject: x\r\n\r\nHej`)
  expect((await parseMail(named)).from).toEqual({ name: 'Kim <kim@kajen.example>, evil', address: 'x@evil.example' })
})

test('A-475: the headers of a mail are those that came, whatever its text is read in', async () => {
  const twice = mail('Content-Type: text/plain\r\nContent-Type: text/html', 'r\xf6tt')
  const raw = Buffer.from(twice.toString('utf8'), 'latin1')
  const types = (await parseMail(raw)).headers.filter(({ key }) => key === 'content-type').map(({ value }) => value)
  expect(types).toEqual(['text/plain', 'text/html'])
})
