import { expect, test } from 'vitest'
import { automationOf } from './automatic-mail.ts'
import { parseMail } from './parse-mail.ts'

const FROM = 'anna@kund.example'
const isAutomatic = async (subject: string, headers: string[]) => {
  const lines = [`From: Anna <${FROM}>`, `Subject: ${subject}`, ...headers, '', 'Jag är inte här.', '']
  return automationOf(await parseMail(Buffer.from(lines.join('\r\n')))).isAutomatic
}
const suppresses = 'X-Auto-Response-Suppress: All'
const answers = 'In-Reply-To: <1@nordnat.example>'

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
])('a program wrote %j with %j', async (subject, headers) => {
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
])('a person wrote %j with %j', async (subject, headers) => {
  expect(await isAutomatic(subject, headers)).toBe(false)
})
