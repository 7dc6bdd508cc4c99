// Mail to the customer about a visit, and its calendar file.
import ICAL from 'ical.js'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
const toldTo = async () => (await asAnna().call(tickets.screen, { params: { id: s.ticketId } })).visits[0]?.toldTo
/** The wait before the mail is over. Returns the addresses that have got mail since the last call. */
async function mailed() {
  await mailHarness.q('update jobs.outbox set run_at = now()')
  await mailHarness.q('update graphile_worker._private_jobs set run_at = now()')
  const recipients = await mailHarness.recipients()
  const parsed = await Promise.all(
    mailHarness.mails.map(({ raw }) => PostalMime.parse(raw, { attachmentEncoding: 'utf8' })),
  )
  const texts = parsed.map(({ text = '' }) => text)
  const invitations = parsed.map(invitationIn)
  mailHarness.mails.length = 0
  return { recipients, texts, invitations }
}

/** The calendar file of a mail: the same as an alternative of the text and as an attachment. */
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
  }
}

test('the customer’s people get one mail each, with the visit and an invitation of their own', async () => {
  await mailHarness.q(`update customers set address = 'Kajen 1' where id = $1`, s.customer.id)
  await mailHarness.q(`update company_facts set email = 'info@nordnat.se' where org_id = $1`, s.orgId)
  const visit = await plan()
  expect(await toldTo()).toBe(null)
  const { recipients, texts, invitations } = await mailed()
  expect(recipients).toEqual(emails(s.kim, s.lo))
  expect(await toldTo()).toEqual(expect.arrayContaining([s.kim.email, s.lo.email]))
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
  await mailHarness.q(`update company_facts set email = 'info@nordnat.se' where org_id = $1`, s.orgId)
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
  expect(await toldTo()).toEqual([])
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
