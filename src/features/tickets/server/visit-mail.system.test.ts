// Mail to the customer about a visit, and its calendar file.
import ICAL from 'ical.js'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { emails, type MailHarness, type MailScenario, startMailHarness } from '../testing/mail-scenario.ts'
import { tickets } from '../tickets.contract.ts'
import { type Visit, visits } from '../visits.contract.ts'
import { visitText } from '../visits.rules.ts'

let mailHarness: MailHarness
let s: MailScenario

beforeAll(async () => {
  mailHarness = await startMailHarness()
})
beforeEach(async () => {
  s = await mailHarness.aScenario()
  mailHarness.mails.length = 0
})
afterAll(() => mailHarness.stop())

const body = (timeFrom: string, more: object = {}) => ({
  date: addDays(todayInStockholm(), 7),
  timeFrom,
  timeTo: '17:00',
  userId: s.bo.userId,
  note: 'Lås upp serverrummet.',
  ...more,
})
const asAnna = () => mailHarness.h.as(s.anna)
const plan = (timeFrom = '09:00', more: object = {}) =>
  asAnna().call(visits.create, { params: { id: s.ticketId }, body: body(timeFrom, more) })
const move = ({ id, version }: Visit, timeFrom: string) =>
  asAnna().call(visits.change, { params: { id }, body: { ...body(timeFrom), version } })
const cancel = ({ id, version }: Visit) => asAnna().call(visits.cancel, { params: { id }, body: { version } })
/** The addresses as the ticket shows them, with the state of the mail. */
async function mailedTo() {
  const { visits: shown } = await asAnna().call(tickets.screen, { params: { id: s.ticketId } })
  const mailed = shown[0]?.mailedTo
  return mailed && Object.fromEntries(mailed.map(({ address, state }) => [address, state]))
}
/** The wait before the mail is over. Returns what has been sent since the last call, by address too. */
async function mailed() {
  await mailHarness.q('update jobs.outbox set run_at = now()')
  await mailHarness.q('update graphile_worker._private_jobs set run_at = now()')
  const recipients = await mailHarness.recipients()
  const parsed = await Promise.all(
    mailHarness.mails.map(({ raw }) => PostalMime.parse(raw, { attachmentEncoding: 'utf8' })),
  )
  const texts = parsed.map(({ text = '' }) => text)
  const invitations = parsed.map(invitationIn)
  const to = (person: { email: string }) => {
    const index = mailHarness.mails.findIndex((mail) => mail.to.includes(person.email))
    return { text: texts[index] ?? '', ...invitations[index] }
  }
  const letters = { kim: to(s.kim), lo: to(s.lo) }
  mailHarness.mails.length = 0
  return { recipients, texts, invitations, letters }
}

const hasAddress = () => mailHarness.q(`update company_facts set email = 'info@nordnat.se' where org_id = $1`, s.orgId)

/** The calendar file of a mail: an invitation is an alternative of the text, too. */
function invitationIn({ attachments }: Email) {
  const files = attachments.filter(({ mimeType }) => /calendar|ics/.test(mimeType))
  const [file] = new Set(files.map(({ content }) => (typeof content === 'string' ? content : '')))
  const calendar = new ICAL.Component(ICAL.parse(file ?? ''))
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  return {
    files: files.map(({ mimeType, method }) => [mimeType, method]),
    method: calendar.getFirstPropertyValue('method'),
    attendees: event.attendees.map((one) => String(one.getFirstValue()).toLowerCase()),
    uid: event.uid,
    sequence: event.sequence,
    starts: event.startDate.toString().slice(11, 16),
    organizer: event.organizer,
    location: event.location,
    description: event.description,
    status: event.component.getFirstPropertyValue('status'),
  }
}

test('the customer’s people get one mail each, with the visit and an invitation of their own', async () => {
  await mailHarness.q(`update customers set address = 'Kajen 1' where id = $1`, s.customer.id)
  await hasAddress()
  const visit = await plan()
  expect(await mailedTo()).toBe(null)
  const { recipients, texts, invitations } = await mailed()
  expect(recipients).toEqual(emails(s.kim, s.lo))
  expect(await mailedTo()).toEqual({ [s.kim.email]: 'sent', [s.lo.email]: 'sent' })
  expect(texts.find((text) => text.startsWith('Hej Kim'))).toContain(
    `Vi har planerat ett besök:\n\n${visitText(visit)}\nBo Ek kommer.\n\nLås upp serverrummet.\n\nDen bifogade filen`,
  )
  expect(invitations.flatMap(({ attendees }) => attendees).toSorted()).toEqual(
    [s.kim, s.lo].map(({ email }) => `mailto:${email.toLowerCase()}`).toSorted(),
  )
  for (const invitation of invitations)
    expect(invitation).toMatchObject({
      files: [
        ['text/calendar', 'REQUEST'],
        ['application/ics', undefined],
      ],
      method: 'REQUEST',
      uid: `${visit.id}@visit.stodpunkt`,
      sequence: 1,
      starts: '09:00',
      organizer: 'mailto:info@nordnat.se',
      location: 'Kajen 1',
    })
})

test('a moved and a cancelled visit replace and remove the one in the calendar', async () => {
  const planned = await plan()
  const first = await mailed()
  const moved = await move(planned, '13:00')
  const second = await mailed()
  expect(second.recipients).toEqual(emails(s.kim, s.lo))
  expect(second.texts[0]).toContain(`Besöket är ändrat. Nu gäller:\n\n${visitText(moved)}`)
  expect(second.invitations[0]).toMatchObject({ sequence: 2, starts: '13:00', uid: first.invitations[0]?.uid })
  await cancel(moved)
  const third = await mailed()
  expect(third.recipients).toEqual(emails(s.kim, s.lo))
  expect(third.texts[0]).toContain(`Besöket ${visitText(moved)} är avbokat.`)
  expect(third.invitations[0]).toMatchObject({ sequence: 3, uid: first.invitations[0]?.uid })
  expect((await mailed()).recipients).toEqual([])
})

test('changes shortly after each other are one mail with the last state', async () => {
  const moved = await move(await move(await plan(), '10:00'), '11:00')
  const { recipients, texts, invitations } = await mailed()
  expect(recipients).toEqual(emails(s.kim, s.lo))
  expect(texts[0]).toContain(`Vi har planerat ett besök:\n\n${visitText(moved)}`)
  expect(invitations[0]).toMatchObject({ sequence: 3, starts: '11:00' })
})

test('nobody hears of a visit that was cancelled before the mail', async () => {
  await cancel(await plan())
  expect((await mailed()).recipients).toEqual([])
})

test('a cancelled visit is taken out of the calendar with the method CANCEL', async () => {
  await hasAddress()
  const planned = await plan()
  await mailed()
  await cancel(planned)
  const { invitations } = await mailed()
  expect(invitations.map(({ method, files }) => [method, files[0]?.[1]])).toEqual([
    ['CANCEL', 'CANCEL'],
    ['CANCEL', 'CANCEL'],
  ])
})

test('a customer without an address that may be used gets none, and the ticket says so', async () => {
  await mailHarness.disable(s.kim)
  await mailHarness.disable(s.lo)
  await plan()
  expect((await mailed()).recipients).toEqual([])
  expect(await mailedTo()).toEqual({})
  await mailHarness.q(`update customers set email = 'kajen@example.se' where id = $1`, s.customer.id)
  await mailHarness.q(
    `insert into mail_addresses (org_id, address, bounces, last_bounce_on, paused_at) values ($1, 'kajen@example.se', 3, now(), now())`,
    s.orgId,
  )
  const about = (kind: 'comment' | 'visit') =>
    asAnna().call(tickets.recipients, { params: { id: s.ticketId }, query: { about: kind } })
  expect(await about('visit')).toEqual([])
  await plan()
  expect((await mailed()).recipients).toEqual([])
})

test('a company without an address sends a plain file, which needs no organizer', async () => {
  const visit = await plan()
  const { letters } = await mailed()
  expect(letters.kim).toMatchObject({ files: [['text/calendar', undefined]], method: null, organizer: null })
  await cancel(visit)
  expect((await mailed()).letters.kim).toMatchObject({ method: null, status: 'CANCELLED', sequence: 2 })
})

test('whoever is no longer a recipient gets one cancellation, and is invited when a recipient again', async () => {
  await hasAddress()
  const planned = await plan('09:00')
  await mailed()
  await mailHarness.disable(s.lo)
  const moved = await move(planned, '13:00')
  const second = await mailed()
  expect(second.recipients).toEqual(emails(s.kim, s.lo))
  expect(second.letters.kim).toMatchObject({ method: 'REQUEST', sequence: 2, starts: '13:00' })
  // The time that was mailed, not the new one, and no link to the portal.
  expect(second.letters.lo).toMatchObject({ method: 'CANCEL', sequence: 2, starts: '09:00', description: null })
  expect(second.letters.lo.text).toContain(
    `Du får inte längre mejl om besöket ${visitText(planned)}.\n\nDen bifogade filen tar bort besöket ur din kalender.`,
  )
  expect(second.letters.lo.text).not.toContain('customer-portal')
  expect(await mailedTo()).toEqual({ [s.kim.email]: 'sent' })
  const again = await move(moved, '14:00')
  expect((await mailed()).recipients).toEqual(emails(s.kim))
  await mailHarness.enable(s.lo)
  const back = await move(again, '15:00')
  const fourth = await mailed()
  expect(fourth.letters.kim.text).toContain('Besöket är ändrat. Nu gäller:')
  expect(fourth.letters.lo.text).toContain('Vi har planerat ett besök:')
  expect(fourth.letters.lo).toMatchObject({ method: 'REQUEST', sequence: 4, starts: '15:00' })
  await cancel(back)
  expect((await mailed()).invitations.map(({ method }) => method)).toEqual(['CANCEL', 'CANCEL'])
})

const archive = () => mailHarness.h.as(s.bo).call(customers.remove, { params: { id: s.customer.id } })

test.each([
  ['a deactivated login', () => mailHarness.disable(s.lo)],
  ['the people of an archived customer', archive],
])('a cancelled visit is taken out of the calendar of %s', async (_whose, leave) => {
  await hasAddress()
  const visit = await plan()
  await mailed()
  await leave()
  await cancel(visit)
  const { recipients, letters } = await mailed()
  expect(recipients).toEqual(emails(s.kim, s.lo))
  expect(letters.lo).toMatchObject({ method: 'CANCEL', sequence: 2 })
  expect(letters.lo.text).toContain(`Besöket ${visitText(visit)} är avbokat.`)
})

test('a changed address is invited, and the visit is taken out of the calendar of the former one', async () => {
  await hasAddress()
  const visit = await plan()
  await mailed()
  const former = s.lo.email
  await mailHarness.q(`update auth.users set email = 'ny.adress@kajen.example' where id = $1`, s.lo.userId)
  await move(visit, '13:00')
  const { recipients, invitations } = await mailed()
  expect(recipients).toHaveLength(3)
  const methods = invitations.map(({ attendees, method, sequence }) => [attendees[0], method, sequence])
  expect(Object.fromEntries(methods.map(([attendee, ...rest]) => [attendee, rest]))).toEqual({
    [`mailto:${s.kim.email}`]: ['REQUEST', 2],
    [`mailto:${former}`]: ['CANCEL', 2],
    'mailto:ny.adress@kajen.example': ['REQUEST', 2],
  })
})

test('a cancellation names the time that was mailed, also when the visit was moved just before', async () => {
  const planned = await plan('09:00')
  await mailed()
  await cancel(await move(planned, '13:00'))
  const { texts, invitations } = await mailed()
  expect(texts).toHaveLength(2)
  expect(texts[0]).toContain(`Besöket ${visitText(planned)} är avbokat.`)
  expect(invitations[0]).toMatchObject({ sequence: 3, starts: '09:00' })
})

test('an address to which mail is paused gets neither change nor cancellation until it is reached again', async () => {
  const planned = await plan()
  await mailed()
  await mailHarness.q(
    'insert into mail_addresses (org_id, address, bounces, last_bounce_on, paused_at) values ($1, $2, 3, now(), now())',
    ...[s.orgId, s.lo.email],
  )
  const moved = await move(planned, '13:00')
  expect((await mailed()).recipients).toEqual(emails(s.kim))
  expect(await mailedTo()).toEqual({ [s.kim.email]: 'sent' })
  await mailHarness.q('delete from mail_addresses where address = $1', s.lo.email)
  await move(moved, '14:00')
  expect((await mailed()).letters.lo.text).toContain('Besöket är ändrat. Nu gäller:')
})

test('an address counts as reached when the mail server has taken the mail, and not when a change came first', async () => {
  const address = s.lo.email
  await mailHarness.q(`update auth.users set email = 'refused@kajen.example' where id = $1`, s.lo.userId)
  const planned = await plan()
  await mailed()
  expect(await mailedTo()).toEqual({ [s.kim.email]: 'sent', 'refused@kajen.example': 'waiting' })
  await mailHarness.q('update auth.users set email = $2 where id = $1', s.lo.userId, address)
  await move(planned, '13:00')
  const { recipients, letters } = await mailed()
  expect(recipients).toEqual(emails(s.kim, s.lo))
  expect(letters.lo.text).toContain('Vi har planerat ett besök:')
  expect(await mailedTo()).toEqual({ [s.kim.email]: 'sent', [address]: 'sent' })
})
