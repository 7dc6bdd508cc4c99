// Answers by mail to a ticket that was merged into another: real mails out by SMTP, and the customer's answers to them.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { merging } from '#features/tickets/merging.contract.ts'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { until } from '#shared/testing/until.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { enquiries } from '../enquiries.contract.ts'
import { aMailboxScenario, type MailboxScenario } from '../testing/mailbox-scenario.ts'
import { inboxTasks } from './tasks.ts'

const LO = 'lo@kajen.example'
const PIA = 'pia@kajen.example'

let h: Harness
let s: MailboxScenario
let jobs: MailJobs
/** Reported by Lo and by Pia. */
let one: Reported
let two: Reported
beforeAll(async () => {
  h = await startHarness()
  jobs = await startMailJobs(h, (parts) => ({ ...ticketTasks(parts), ...inboxTasks(parts) }))
})
beforeEach(async () => {
  s = await aMailboxScenario(h)
  one = await reportedBy(LO, 'Skrivaren')
  two = await reportedBy(PIA, 'Papperet')
  jobs.mails.length = 0
})
afterEach(async () => {
  await s.q('delete from form_counters')
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const settled = () => until(async () => expect(await s.jobs()).toEqual([]))

type Reported = { id: string; number: number; contactId: string }
async function reportedBy(address: string, subject: string): Promise<Reported> {
  const contactId = await s.aContact(address)
  await s.arrive(s.aMail({ from: address, subject, text: `${subject} krånglar.` }))
  await settled()
  const [row] = await s.q('select id, ticket_number as number from tickets where reported_by = $1', contactId)
  return { ...(row as { id: string; number: number }), contactId }
}

const answer = async ({ id }: Reported, comment: string) => {
  await h.as(s.anna).call(tickets.comment, { params: { id }, body: { comment } })
  await settled()
}
async function merge(id: string, into: string | null, copies: string[] = []) {
  const { version } = await h.as(s.anna).call(tickets.get, { params: { id } })
  await h.as(s.anna).call(merging.merge, { params: { id }, body: { into, copies, version } })
}
/** Answers the last mail that the address got. */
async function reply(from: string, text: string) {
  const mail = jobs.mails.findLast(({ to }) => to.includes(from)) ?? expect.fail('no mail')
  const headers = [`In-Reply-To: ${mail.header('message-id')}`]
  const outcome = await s.arrive(s.aMail({ from, subject: `Re: ${mail.subject}`, text, headers }))
  await settled()
  return outcome
}
const withText = (text: string) =>
  jobs.mails
    .filter((mail) => mail.text.includes(text))
    .flatMap(({ to }) => to)
    .sort()
const comments = async ({ id }: Reported) =>
  (await h.as(s.anna).call(tickets.thread, { params: { id } })).flatMap((entry) =>
    entry.kind === 'comment' ? [{ comment: entry.comment, from: entry.fromNumber, mail: entry.mailId !== null }] : [],
  )

test('that of a person who sees both lands in the survivor, whose people get it', async () => {
  await answer(one, 'Är den på?')
  await merge(one.id, two.id, [one.contactId])
  expect(await reply(LO, 'Ja, den är på.')).toBe('comment')
  expect(await comments(two)).toEqual([
    { comment: 'Är den på?', from: one.number, mail: false },
    { comment: 'Ja, den är på.', from: null, mail: true },
  ])
  expect(withText('Ja, den är på.')).toContain(PIA)
  await answer(two, 'Då kommer vi.')
  expect(withText('Då kommer vi.')).toEqual(expect.arrayContaining([LO, PIA]))
  await merge(one.id, null)
  expect(await comments(two)).toEqual([
    { comment: 'Ja, den är på.', from: null, mail: true },
    { comment: 'Då kommer vi.', from: null, mail: false },
  ])
})

test('A-573: that of a person who sees only the merged one reaches staff, and no reader of the survivor', async () => {
  await answer(one, 'Är den på?')
  await answer(two, 'Vilket papper?')
  await merge(one.id, two.id)
  expect(await reply(LO, 'Ja, den är på.')).toBe('comment')
  expect(await comments(two)).toContainEqual({ comment: 'Ja, den är på.', from: one.number, mail: true })
  // Anna answered the survivor, so it is hers.
  expect(withText('Ja, den är på.')).toContain(s.anna.email)
  expect(withText('Ja, den är på.')).not.toContain(PIA)
  await answer(two, 'Nu finns det papper.')
  expect(withText('Nu finns det papper.')).toContain(PIA)
  expect(withText('Nu finns det papper.')).not.toContain(LO)
})

test('that of somebody who sees the survivor alone lands there, by the number in the subject', async () => {
  await merge(one.id, two.id)
  await s.arrive(s.aMail({ from: PIA, subject: `SV: [#${one.number}] Skrivaren`, text: 'Samma sak här.' }))
  expect(await comments(two)).toEqual([{ comment: 'Samma sak här.', from: null, mail: true }])
})

test('that of anybody else waits in Inkorg', async () => {
  await merge(one.id, two.id)
  const subject = `SV: [#${one.number}] Skrivaren`
  await s.aContact('bo@kajen.example')
  await s.arrive(s.aMail({ from: 'bo@kajen.example', subject, text: 'Jag också.' }))
  await s.arrive(s.aMail({ from: LO, subject, text: 'Förfalskad.' }), { authentication: 'none' })
  expect(await comments(two)).toEqual([])
  const { rows } = await h.as(s.anna).call(enquiries.list, { query: { tab: 'open' } })
  expect(rows).toHaveLength(2)
})
