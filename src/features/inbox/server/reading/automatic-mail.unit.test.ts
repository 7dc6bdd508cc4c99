import { expect, test } from 'vitest'
import type { AutoSubmitted } from '#platform/mail/mail.ts'
import { submissionOf } from '#platform/mail/smtp-delivery.ts'
import { parseMail } from './parse-mail.ts'

const FROM = 'anna@kund.example'
const isAutomatic = async (subject: string, headers: string[]) => {
  const lines = [`From: Anna <${FROM}>`, `Subject: ${subject}`, ...headers, '', 'Jag är inte här.', '']
  return (await parseMail(Buffer.from(lines.join('\r\n')))).automation.isAutomatic
}
const suppresses = 'X-Auto-Response-Suppress: All'
const answers = 'In-Reply-To: <1@nordnat.example>'
const AGENT = 'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent'

test.each([
  ['Autosvar [#1001] WiFi nere', [suppresses]],
  ['Automatic reply (out this week)', [suppresses]],
  ['Frånvaro: semester', [suppresses, answers]],
  ['Re: WiFi', ['Precedence: first-class', 'Precedence: bulk']],
  ['Re: WiFi', ['Precedence: bulk (auto)']],
  ['Re: WiFi', ['Precedence: auto_reply (vacation 3.1)']],
  ['Re: WiFi', ['X-Autoresponder: yes']],
  ['Re: WiFi', [`X-Autoreply-From: ${FROM}`]],
  ['Re: WiFi', ['X-FC-MachineGenerated: true']],
  ['Re: WiFi', ['X-POST-MessageClass: 9; Autoresponder']],
  ['Re: WiFi', [answers, `X-MS-Exchange-Inbox-Rules-Loop: <${FROM}>`]],
  ['Re: WiFi', [answers, AGENT]],
])('is automatic: %j with %j', async (subject, headers) => {
  expect(await isAutomatic(subject, headers)).toBe(true)
})

test.each([
  ['Frånvaro: vem tar jouren?', [suppresses]],
  ['Autosvaret fungerar inte', [suppresses]],
  ['SV: Autosvar', [suppresses, answers]],
  ['Autosvar [#1001]', []],
  ['Re: WiFi', ['Precedence: list', 'List-Id: <x.example>']],
  ['Re: WiFi', ['Precedence: bulk', 'List-Id: <x.example>']],
  ['Re: WiFi', ['X-FC-MachineGenerated: false']],
  ['Re: WiFi', ['X-POST-MessageClass: 1']],
  ['Re: WiFi', [answers, 'X-MS-Exchange-Inbox-Rules-Loop: <bo@kund.example>']],
  ['Re: WiFi', [answers, AGENT, 'X-MS-Exchange-Inbox-Rules-Loop: <bo@kund.example>']],
  ['WiFi', [AGENT]],
])('is not automatic: %j with %j', async (subject, headers) => {
  expect(await isAutomatic(subject, headers)).toBe(false)
})

test.each<AutoSubmitted>(['no', 'auto-replied', 'auto-generated'])(
  'each header of our own mail with Auto-Submitted %s suffices to recognise it',
  async (ours) => {
    const headers = Object.entries<string>(submissionOf('anna@kund.example', ours).headers ?? {})
    expect(headers.length > 0).toBe(ours !== 'no')
    for (const [name, value] of headers) expect(await isAutomatic('Ärende 1001', [`${name}: ${value}`])).toBe(true)
  },
)

const passedOn = (headers: string[]) =>
  Buffer.from(
    [
      ...[...headers, 'Subject: Kan inte skicka', 'Content-Type: multipart/mixed; boundary=b', ''],
      ...['--b', 'Content-Type: text/plain', '', 'Det här fick jag tillbaka, se bilden.'],
      ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', ''],
      ...['Final-Recipient: rfc822; kim@kajen.example', 'Action: failed', 'Status: 5.1.1', ''],
      ...[
        '--b',
        'Content-Type: image/png; name=skarm.png',
        'Content-Transfer-Encoding: base64',
        '',
        'iVBORw0KGgo=',
        '--b--',
      ],
    ].join('\r\n'),
  )

test('a delivery report that a person forwards is the person’s mail', async () => {
  const mail = await parseMail(passedOn([`From: Anna <${FROM}>`, `Return-Path: <${FROM}>`]))
  expect(mail.automation.isAutomatic).toBe(false)
  expect(mail.report).toBeNull()
})

test.each([['Return-Path: <>'], ['From: MAILER-DAEMON@x.example'], ['Auto-Submitted: auto-replied']])(
  'a delivery report that a gateway wraps is one by %j',
  async (header) => {
    const from = header.startsWith('From') ? [] : [`From: postmaster@x.example`]
    const mail = await parseMail(passedOn([...from, header]))
    expect(mail.automation.isAutomatic).toBe(true)
    expect(mail.report?.failedFor).toEqual(['kim@kajen.example'])
  },
)

test('the text of a qmail report that a person pastes is the person’s mail', async () => {
  const text = 'Hi. This is the qmail-send program at x.\n\n<kim@kajen.example>:\nNo mailbox. (#5.1.1)\n'
  const mail = await parseMail(Buffer.from(`From: Anna <${FROM}>\nSubject: Vad är det här?\n\n${text}`))
  expect([mail.automation.isAutomatic, mail.report]).toEqual([false, null])
})
