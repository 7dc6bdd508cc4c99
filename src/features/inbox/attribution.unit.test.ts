import { expect, test } from 'vitest'
import { isAttribution, isMoment, isPerson } from './attribution.rules.ts'

const who = 'Anna Berg <no-reply@nordnat.example>'
test.each([
  `Den fre 27 nov. 2026 kl 08:10 skrev ${who}:`,
  'Den 2026-11-03 kl. 10:12, skrev Anna Berg:',
  `Den 3 november 2026 10:12:00 CET, skrev ${who}:`,
  `Den tisdag 3 november 2026 10:12:00 CET, ${who} skrev:`,
  `On Tue, Nov 3, 2026 at 10:12 AM ${who} wrote:`,
  'On 03/11/2026 10:12, Anna Berg wrote:',
  `3 nov. 2026 kl. 10:12 skrev ${who}:`,
  `Am 3. November 2026 10:12:00 MEZ schrieb ${who}:`,
  `ti 3. marrask. 2026 klo 10.12 Anna Berg (no-reply@nordnat.example) kirjoitti:`,
  `---- På Tis, 03 nov 2026 10:12:33 +0100 Nordnät Support <support@nordnat.example> skrev ----`,
  `${who} skrev 2026-11-03 10:12:`,
  'Le mar. 3 nov. 2026 à 10:12, Anna Berg <no-reply@nordnat.example> a écrit :',
  'Den fre 27 nov. 2026 kl 08:10 skrev Anna på Nordnät Support <no-reply@nordnat.example>:',
])('recognises the attribution of a program: %s', (line) => expect(isAttribution(line)).toBe(true))

test.each([
  `Nej tack till offerten. Den fre 27 nov. 2026 kl 08:10 skrev ${who}:`,
  `Nej tack Den fre 27 nov. 2026 kl 08:10 skrev ${who}:`,
  `Den fre 27 nov. 2026 kl 08:10 nej tack skrev ${who}:`,
  `Den fre 27 nov. 2026 kl 08:10 skrev ${who} och jag svarar nej tack:`,
  'Den fre 27 nov. 2026 kl 08:10 skrev Anna och jag svarar nej tack:',
  `On Fri, Nov 27, 2026 at 8:10 AM no thanks, not at all ${who} wrote:`,
  'Hon skrev så här:',
  'Så här skrev Anna 2026-11-03 10:12:',
])('is no attribution when a person wrote in it: %s', (line) => expect(isAttribution(line)).toBe(false))

test.each([
  ...['2026-11-03 10:12 (GMT+01:00)', '11/3/26 10:12 (GMT+01:00)', 'den 27 november 2026 08:10', '2026-11-27 08:10:33'],
  ...[
    'Friday, November 27, 2026 8:10 AM',
    'Fri, 27 Nov 2026 08:10:33 +0100 (CET)',
    'fredag 27 november 2026 08:10:33 CET',
  ],
])('%s is a date and time', (text) => {
  expect(isMoment(text)).toBe(true)
  expect(isMoment(`${text} nej tack`)).toBe(false)
})

test.each([
  who,
  'Nordnät Support',
  'kim lund',
  ' kim@x.se',
  "'kim@x.se' <kim@x.se>",
  '"Berg',
  'Anna på Nordnät <a@x.se>',
])('%s is a person', (text) => expect(isPerson(text)).toBe(true))
test.each(['bo@x.example som kontakt', 'Ring mig! Nordnät <a@x.se>', 'lägg till också Bo'])('%s is no person', (text) =>
  expect(isPerson(text)).toBe(false),
)
