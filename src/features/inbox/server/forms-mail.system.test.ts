// The mails that follow a submitted form, sent to a real SMTP server.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPng } from '#features/files/testing/sample-pictures.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { until } from '#shared/testing/until.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { HONEYPOT, PICTURES } from '../forms.contract.ts'
import { contact, type FormSite, fault, startFormSite } from '../testing/form-site.ts'
import { formSchedule, formTasks } from './forms-mail.ts'

let site: FormSite
let mail: MailJobs
let jobLog = ''

beforeAll(async () => {
  site = await startFormSite({ receiptsPerDay: 5 })
  mail = await startMailJobs(site.h, formTasks, {
    schedule: formSchedule,
    warn: (text) => expect.unreachable(text),
    log: (message, meta) => {
      jobLog += `${message} ${JSON.stringify(meta)}\n`
    },
  })
})
beforeEach(async () => {
  await settled()
  await site.empty()
  await facts('info@nordnat.se')
  mail.mails.length = 0
  jobLog = ''
})
afterAll(async () => {
  await mail.stop()
  await site.stop()
})

const facts = (email: string | null) =>
  site.q('update company_facts set email = $1 where org_id = $2', [email, site.orgId])
/** Waits until every job of a form has been tried. */
const settled = () =>
  until(async () => {
    const { rowCount } = await site.q(`select from ${queuedJobs} where last_error is null and task like 'enquiry-%'`)
    expect(rowCount).toBe(0)
  })
async function sent(path: string, fields: Record<string, string>) {
  expect((await site.send(path, fields)).statusCode).toBe(303)
  await settled()
  return mail.mails
}
const to = (address: string) => mail.mails.filter((candidate) => candidate.to[0] === address)

test('an urgent fault: the company gets mail with a Reply-To, the sender a receipt with the promised response time', async () => {
  await sent('/support', { ...fault, urgent: 'on', issue: 'Kassan är död.\nVi har öppet.' })
  expect(mail.mails).toHaveLength(2)
  const [company] = to('info@nordnat.se')
  const { rows } = await site.q('select id from enquiries')
  expect(company?.subject).toBe('Akut felanmälan från Bo Ek')
  expect(company?.header('reply-to')).toBe('bo@example.se')
  expect(company?.header('from')).toMatch(/<no-reply@nordnat\.se>$/)
  expect(company?.text).toContain(
    'Namn: Bo Ek\nTelefon: 070-123 45 67\nE-post: bo@example.se\n\nKassan är död.\nVi har öppet.',
  )
  expect(company?.text).toContain(`${appUrl}/backoffice/inbox/${rows[0].id}`)

  const [receipt] = to('bo@example.se')
  expect(receipt?.subject).toMatch(/^\[#\d+\] Din felanmälan till Nordnät AB$/)
  expect(receipt?.header('reply-to')).toBe('')
  expect(receipt?.header('auto-submitted')).toBe('auto-replied')
  expect(receipt?.from).toBe('')
  expect(receipt?.text).toContain('Vi återkommer omedelbart. Ring oss gärna direkt: 070-111 22 33.')
})

test('the company’s mail names the pictures of the form, and the receipt does not', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fault)) form.append(name, value)
  form.append(PICTURES, new File([new Uint8Array(await aPng())], 'router.png'))
  const request = new Request('http://x', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '', accept: 'text/html' }
  await site.send('/support', Buffer.from(await request.arrayBuffer()), { headers })
  await settled()
  expect(to('info@nordnat.se')[0]?.text).toContain('1 bild i Inkorg: router.png')
  expect(to('bo@example.se')[0]?.text).not.toContain('router.png')
})

test('the receipt promises an answer to a message within 24 hours, to a fault within four', async () => {
  await sent('/kontakt', contact)
  await sent('/support', fault)
  expect(to('anna@example.se')[0]?.text).toContain('Vi svarar inom 24 timmar på arbetsdagar.')
  expect(to('bo@example.se')[0]?.text).toContain('Vi återkommer inom 4 timmar.')
  expect(to('info@nordnat.se').map(({ subject }) => subject)).toEqual([
    'Meddelande från Anna Berg',
    'Felanmälan från Bo Ek',
  ])
})

test('the receipt has the number and the moment that the page had, and an urgent one no moment', async () => {
  const { number, moment } = (await site.send('/support', fault, { script: true })).json()
  await site.send('/support', { ...fault, email: 'akut@example.se', urgent: 'on' })
  await settled()
  expect(moment).toMatch(/^Räknat i våra öppettider: senast /)
  expect(to('bo@example.se')[0]?.text).toContain(`\n\n${number}\n${moment}\n\n`)
  expect(to('akut@example.se')[0]?.text).not.toContain('Räknat')
})

test('without a company address every administrator with an active login gets the mail', async () => {
  await facts(null)
  const { orgId, h } = site
  const [ada, alva, disabled] = [await h.anAdmin({ orgId }), await h.anAdmin({ orgId }), await h.anAdmin({ orgId })]
  await site.q('update auth.users set disabled_at = now() where id = $1', [disabled.userId])
  await h.aTechnician({ orgId })
  await sent('/kontakt', contact)
  expect(mail.mails.flatMap((one) => one.to).sort()).toEqual([ada.email, alva.email, 'anna@example.se'].sort())
})

test('the receipt contains no text of the sender', async () => {
  const texts = { name: 'KANARIE Namn', message: 'KANARIE https://evil.example <b>x</b>', phone: '0709998877' }
  await sent('/kontakt', { ...contact, ...texts })
  const [receipt] = to('anna@example.se')
  for (const theirs of ['KANARIE', 'evil', '0709998877', '70-999'])
    expect(`${receipt?.raw}${receipt?.text}${receipt?.subject}`).not.toContain(theirs)
})

test('a name cannot inject headers, recipients or a second line', async () => {
  await sent('/kontakt', { ...contact, name: '"Bcc: <x@x.se>, åäö" =?utf-8?q?x?=\u202e' })
  const [company] = to('info@nordnat.se').slice(-1)
  expect(company?.subject).toContain('"Bcc: <x@x.se>, åäö"')
  expect(company?.raw.match(/^bcc:/im)).toBeNull()
})

test('an address gets one receipt a day, however it is spelled; the company gets every enquiry', async () => {
  const emails = ['anna@example.se', 'ANNA@example.se', 'anna+1@example.se', 'anna+2@EXAMPLE.se']
  for (const email of emails) await sent('/kontakt', { ...contact, email, message: email })
  expect(to('info@nordnat.se')).toHaveLength(4)
  expect(mail.mails).toHaveLength(5)
})

test('the number of receipts per day is limited, that of mails to the company is not', async () => {
  for (let n = 0; n < 7; n++) await sent('/kontakt', { ...contact, email: `nr${n}@example.se`, message: `nr ${n}` })
  expect(to('info@nordnat.se')).toHaveLength(7)
  expect(mail.mails).toHaveLength(7 + 5)
})

test('a suspect enquiry sends no mail, and its jobs send none until staff mark it as real', async () => {
  await sent('/kontakt', { ...contact, [HONEYPOT]: 'x' })
  await sent('/kontakt', { ...contact, message: 'en till' })
  expect(mail.mails).toHaveLength(2)
  const { rows } = await site.q('select id from enquiries where is_suspect')
  const tasks = formTasks({ database: site.h.database, mailer: mail.mailer, appUrl })
  const payload = { orgId: site.orgId, enquiryId: rows[0].id, userId: null }
  for (const task of ['enquiry-recipient-mail', 'enquiry-receipt']) await tasks[task]?.(payload)
  expect(mail.mails).toHaveLength(2)
})

test('jobs contain ids only, and the log of a refused receipt contains no personal data', async () => {
  await site.send('/kontakt', { ...contact, email: 'refused@example.se', name: 'KANARIE' })
  const { rows } = await site.q(`select payload::text from ${queuedJobs}`)
  await settled()
  const { rows: failed } = await site.q(`select payload::text, last_error from ${queuedJobs}`)
  expect(to('info@nordnat.se')).toHaveLength(1)
  expect(failed).toHaveLength(1)
  for (const word of ['refused@', 'KANARIE', contact.message]) {
    expect(JSON.stringify([rows, failed])).not.toContain(word)
    expect(jobLog).not.toContain(word)
  }
})

test.each([
  ['in summer', '2026-07-15T22:37:00Z', ['2026-07-15T21:59:00Z', '2026-07-15T10:00:00Z'], ['2026-07-15T22:01:00Z']],
  ['in winter', '2026-01-15T23:37:00Z', ['2026-01-15T22:59:00Z', '2026-01-15T10:00:00Z'], ['2026-01-15T23:01:00Z']],
  [
    'in the hour that an autumn day has more',
    '2026-10-25T22:37:00Z',
    ['2026-10-24T21:59:00Z'],
    ['2026-10-24T22:01:00Z'],
  ],
  ['and not minutes ago', '2026-07-15T22:05:00Z', ['2026-07-15T21:54:00Z'], ['2026-07-15T21:56:00Z']],
])('counters of earlier days in Stockholm are deleted, %s', async (_when, at, old, current) => {
  for (const moment of [...old, ...current])
    await site.q(`insert into form_counters (key, window_start) values ($1, $1::text::timestamptz)`, [moment])
  const parts = { database: site.h.database, mailer: mail.mailer, appUrl, now: () => new Date(at) }
  await formTasks(parts)['forms-cleanup']?.({})
  expect((await site.q('select key from form_counters')).rows.map(({ key }) => key)).toEqual(current)
})
