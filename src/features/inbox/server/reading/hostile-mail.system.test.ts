// Mails made to break the parser: each is read within the time of the test, or is unreadable.
import { describe, expect, test } from 'vitest'
import { subjectOf } from '#features/tickets/mail-text.rules.ts'
import { foldMail } from '../../quotation.rules.ts'
import { ownServer } from '../../testing/corpus-world.ts'
import { dnsOfKeys, signedMail } from '../../testing/signed-mail.ts'
import { authenticateSender } from './authenticate-sender.ts'
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
  '1 MB of pieces of names': () => mail(`Content-Disposition: inline${"; filename*0*=a''b".repeat(MB / 19)}`, 'Hej'),
  '1 MB of paths': () => mail(`X-A: ${'name="c:\\'.repeat(MB / 9)}`, 'Hej'),
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

const html = 'Content-Type: text/html; charset=utf-8'
const hostileHtml: Record<string, string> = {
  'nested tables': '<table><tr><td>'.repeat(100_000),
  'nested tables with words': `${'<table><tr><td>ord</td><td>'.repeat(2_000)}${'ord '.repeat(100_000)}`,
  'cells of one row': `<table><tr>${'<td>a</td>'.repeat(150_000)}</tr></table>`,
  'rows of several widths': `<table>${'<tr><td>a</td><td>b</td></tr><tr><td>a</td></tr>'.repeat(30_000)}</table>`,
  'links in links': `${'<a href=x>'.repeat(300)}${'ord '.repeat(300_000)}`,
  'links in tables in links': `${'<a href=x><table><tr><td>'.repeat(75)}${'ord '.repeat(300_000)}`,
  'pictures without words': `<img ${'alt '.repeat(300_000)}>`,
  'tags without end': '<a '.repeat(500_000),
  'styles without end': '<style>'.repeat(200_000),
  'style sheets without rules': `<style>${'.a '.repeat(300_000)}</style>`,
  'open rules': `<style>${'.a{'.repeat(300_000)}</style>`,
  'open comments in styles': `<style>${'/*'.repeat(400_000)}</style>`,
  rules: `<style>${'.a{display:none}'.repeat(60_000)}</style>`,
  'quoted ends of tags': '<a title=">" '.repeat(80_000),
  'cells over many columns': `<table>${'<tr><td colspan=9999>a</td><td>b</td></tr>'.repeat(20_000)}</table>`,
  'comments without end': '<!--'.repeat(300_000),
  'openings of style attributes': `<p ${'style = "'.repeat(150_000)}>`,
  'openings of data': `<img ${'src="data:'.repeat(150_000)}>`,
  'spaces before data': `<img src=${' '.repeat(1_000_000)}data:x>`,
  'hidden elements': '<p style="display:none">a</p>'.repeat(50_000),
  'elements of no size': '<p style="font-size:0">'.repeat(60_000),
  'invisible characters': '&zwnj;&nbsp;'.repeat(120_000),
}
const hostileText: Record<string, string> = {
  'openings of links': '<mailto:'.repeat(100_000),
  'links without words': '<https://x.example/a>'.repeat(40_000),
  'references to pictures': '[cid:'.repeat(150_000),
  'zero width spaces': '\u200b '.repeat(400_000),
  'digits before a number': `${'1 '.repeat(400_000)}<tel:12345678>`,
}
describe('A-471: text that attacks regular expressions is read in linear time:', () => {
  test.each(Object.entries(hostileHtml))('HTML of %s', async (_name, body) => {
    expect((await parseMail(mail(html, `<p>Hej</p>${body}`))).text).toMatch(/^Hej/)
  })
  test.each(Object.entries(hostileText))('%s', async (_name, body) => {
    expect((await parseMail(mail('Content-Type: text/plain; charset=utf-8', `Hej ${body}`))).text).toMatch(/^Hej/)
  })
})

describe('A-395: a mail, or at least its headers, can be read:', () => {
  test.each(Object.entries(hostile))('%s', async (_name, make) => {
    const read = await parseMail(make())
    expect(read.from?.address).toBe('kim@kajen.example')
    expect(read.subject).toBe('Hej')
    expect(read.report?.failedFor ?? []).toEqual([])
  })
})

const own = 'Authentication-Results: mx.nordnat.example; '
const signed = (body = 'Hej\r\n') => signedMail(`${head}Date: x\r\n\r\n${body}`)
const costly: Record<string, () => string> = {
  '1 MB of comments': () => `${own}${'('.repeat(MB)}`,
  '1 MB of comments that end': () => `${own}${'(a)'.repeat(MB / 3)}`,
  '1 MB of quotations': () => `${own}spf=pass smtp.mailfrom=${'"'.repeat(MB)}`,
  '1 MB of escapes': () => `${own}spf=pass (${'\\'.repeat(MB)}`,
  '1 MB of properties': () => `${own}spf=pass${' smtp.mailfrom=x'.repeat(MB / 16)}`,
  '1 MB of hyphens': () => `${own}${'-'.repeat(MB)}`,
  '1 MB of results': () => `${own}${'dmarc=none;'.repeat(MB / 11)}`,
  '1 MB of headers': () => `${own}none\r\n`.repeat(MB / 50).trimEnd(),
  '1 MB of folds': () => `X-Fold: a${'\r\n b'.repeat(MB / 4)}`,
  '1 MB of blanks': () => `Subject:${' '.repeat(MB)}x`,
  '1 MB of colons': () => `DKIM-Signature: d=kajen.example; h=${':'.repeat(MB)}`,
  '1 MB of semicolons': () => `DKIM-Signature: ${';'.repeat(MB)}`,
  '5 000 signatures': () => (signed().split(head, 1)[0] ?? '').repeat(5_000).trimEnd(),
}

describe('A-464: a header made costly to authenticate is read in linear time:', () => {
  test.each(Object.entries(costly))('%s', async (_name, make) => {
    const raw = Buffer.from(`${make()}\r\n${signed()}`)
    expect((await authenticateSender(await parseMail(raw), raw, ownServer, dnsOfKeys)).authentication).toBe('none')
  })
  test('a signature of the first bytes of 35 MB', async () => {
    const limited =
      'DKIM-Signature: v=1; c=relaxed/relaxed; d=kajen.example; s=s1; h=From:Subject:Date; l=1; bh=x; b=x\r\n'
    const limitedHead = `${limited.repeat(9)}${head}Date: x\r\n\r\n`
    const raw = Buffer.from(`${limitedHead}${'a \r\n'.repeat((35 * MB) / 4)}`)
    const { authentication } = await authenticateSender(
      await parseMail(Buffer.from(limitedHead)),
      raw,
      ownServer,
      dnsOfKeys,
    )
    expect(authentication).toBe('none')
  })
})

test('A-395: a mail that is too deep or too large is unreadable', async () => {
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
test.each(lines)('A-395: half a megabyte of %s is folded in linear time', (_name, line) => {
  const text = line.repeat(500_000 / line.length)
  const sent = { subject: 'Hej', text: line.repeat(100_000 / line.length) }
  const { text: own, folded } = foldMail(text, { subject: 'SV: Hej', sent, earlier: [text.slice(0, 20_000)] })
  expect(own.length + folded.length).toBeGreaterThanOrEqual(text.trim().length - 2)
})

test('a subject of prefixes only is empty', () => {
  expect(subjectOf('SV: VB: Re: ')).toBe('')
  expect(subjectOf('Re [2]: Hej')).toBe('Hej')
  expect(subjectOf('Resa: Malmö')).toBe('Resa: Malmö')
  expect(subjectOf('[VARNING] Disk full')).toBe('[VARNING] Disk full')
  expect(subjectOf('Extern: hårddisk')).toBe('Extern: hårddisk')
  expect(subjectOf('[EXTERN] Skrivaren')).toBe('Skrivaren')
})

test('A-475: decoded text adds no part to a mail, and an encoded name no address', async () => {
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

test('A-475: converting the text to UTF-8 does not change the headers of a mail', async () => {
  const twice = mail('Content-Type: text/plain\r\nContent-Type: text/html', 'r\xf6tt')
  const raw = Buffer.from(twice.toString('utf8'), 'latin1')
  const types = (await parseMail(raw)).headers.filter(({ key }) => key === 'content-type').map(({ value }) => value)
  expect(types).toEqual(['text/plain', 'text/html'])
})
