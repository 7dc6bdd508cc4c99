// The job that creates recurring tickets: once, at the opening of their day, however many processes run it.
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setHoursOfAllDates } from '#features/company/testing/opening-hours.ts'
import { customers } from '#features/customers/customers.contract.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { appUrl, type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { ChangedRecurring, type Recurring, recurring } from '../recurring.contract.ts'
import { tickets } from '../tickets.contract.ts'
import { changeRecurring } from './recurring.queries.ts'
import { makeDueTickets, recurringTasks } from './recurring-tasks.ts'
import { ticketTasks } from './tasks.ts'

let h: Harness
let jobs: MailJobs
let otherProcess: Database
let admin: Person
let colleague: Person
let orgId: string
let customerId: string

beforeAll(async () => {
  h = await startHarness()
  otherProcess = openDatabase({ ...h.test.connection, max: 3 })
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId })
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
  jobs = await startMailJobs(h, ticketTasks)
})
beforeEach(async () => {
  await h.test.superuser.query('update recurring_tickets set deleted_at = now(), handled_until = current_date')
  customerId = (await h.aCustomer({ orgId, name: 'Åkeriet AB' })).id
})
afterAll(async () => {
  await jobs.stop()
  await otherProcess.close()
  await h.stop()
})

const staff = () => h.as(admin).call
/** A Monday, at 08:00 and at 07:59 in Stockholm. */
const opening = new Date('2026-09-07T06:00:00Z')
const beforeOpening = new Date('2026-09-07T05:59:59Z')

/** On Mondays from 2026-09-07, created long ago, so that no date is handled. */
async function weekly(given: object = {}) {
  const { id } = await staff()(recurring.create, {
    params: { id: customerId },
    body: {
      title: 'Kontrollera säkerhetskopian',
      description: 'Läs tillbaka en fil.',
      every: 'week',
      firstOn: '2026-09-07',
      ...given,
    },
  })
  await handle(id, 'first_on - 1')
  return id
}
/** Resets the handled date, which no role may do, so that dates are due again. */
const handle = (id: string, until: string) =>
  h.test.superuser.query(`begin; set local session_replication_role = replica;
    update recurring_tickets set handled_until = ${until} where id = '${id}'; commit`)
const made = async () =>
  (await staff()(tickets.list, { query: {} })).rows.filter(({ customer }) => customer.id === customerId)
const handledUntil = async (id: string) =>
  (await h.test.superuser.query(`select handled_until::text from recurring_tickets where id = $1`, [id])).rows[0]
    .handled_until

test('the ticket is created at the opening of its day, once', async () => {
  const id = await weekly({ priority: 'high' })
  await makeDueTickets(h.database, beforeOpening)
  expect(await made()).toEqual([])
  await makeDueTickets(h.database, opening)
  await makeDueTickets(h.database, opening)
  await makeDueTickets(h.database, new Date('2026-09-13T20:00:00Z'))
  const [ticket, ...others] = await made()
  expect(others).toEqual([])
  expect(ticket).toMatchObject({
    title: 'Kontrollera säkerhetskopian',
    status: 'open',
    priority: 'high',
    unansweredSince: null,
    assignee: null,
  })
  expect(await handledUntil(id)).toBe('2026-09-07')
  await makeDueTickets(h.database, new Date('2026-09-14T06:00:00Z'))
  expect(await made()).toHaveLength(2)
})

test('the ticket refers to its recurring ticket, has the next number, and a first history entry', async () => {
  const before = await staff()(tickets.create, { body: { title: 'Innan', description: 'Innan', customerId } })
  const id = await weekly()
  await makeDueTickets(h.database, opening)
  const [row] = (await made()).filter(({ title }) => title !== 'Innan')
  const params = { id: row?.id ?? '' }
  const { ticket, thread } = await staff()(tickets.screen, { params })
  expect(ticket).toMatchObject({
    ticketNumber: before.ticketNumber + 1,
    createdBy: null,
    reportedBy: null,
    copies: [],
    recurring: { id, title: 'Kontrollera säkerhetskopian' },
  })
  expect(thread).toMatchObject([
    { kind: 'change', field: 'recurring', after: 'Kontrollera säkerhetskopian', author: null },
  ])
  // Also when the recurring ticket was renamed and removed.
  await staff()(recurring.remove, { params: { id } })
  expect(await staff()(tickets.get, { params })).toMatchObject({ recurring: { id } })
})

test('A-453: the customer sees the ticket like any other, without the recurring ticket', async () => {
  await weekly()
  await makeDueTickets(h.database, opening)
  const [row] = await made()
  const anna = await h.aPortalUser({ id: customerId, orgId })
  const shown = await h.as(anna).call(portal.get, { params: { id: row?.id ?? '' } })
  expect(shown).toMatchObject({ title: 'Kontrollera säkerhetskopian' })
  expect(JSON.stringify(shown)).not.toContain('recurring')
})

describe('exactly once', () => {
  test('one ticket is created after a standstill of seven weeks', async () => {
    const id = await weekly()
    await makeDueTickets(h.database, new Date('2026-10-26T10:00:00Z'))
    expect(await made()).toHaveLength(1)
    expect(await handledUntil(id)).toBe('2026-10-26')
  })

  test('A-451: two concurrent processes create one ticket each time', async () => {
    for (const title of ['Ett', 'Två', 'Tre', 'Fyra']) await weekly({ title })
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => makeDueTickets(n % 2 === 0 ? h.database : otherProcess, opening)),
    )
    expect((await made()).map(({ title }) => title).sort()).toEqual(['Ett', 'Fyra', 'Tre', 'Två'])
  })

  test('one that cannot be created delays no other, and is retried', async () => {
    await weekly({ title: 'Trasig' })
    await weekly({ title: 'Hel' })
    await h.test.superuser.query(`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger refuse_broken before insert on tickets for each row when (new.title = 'Trasig')
        execute function refuse_broken()`)
    await expect(makeDueTickets(h.database, opening)).rejects.toThrow('Some recurring tickets were not made')
    expect((await made()).map(({ title }) => title)).toEqual(['Hel'])
    await h.test.superuser.query(`drop trigger refuse_broken on tickets; drop function refuse_broken()`)
    await makeDueTickets(h.database, opening)
    expect((await made()).map(({ title }) => title).sort()).toEqual(['Hel', 'Trasig'])
  })
})

describe('no ticket is created', () => {
  const sundays = { firstOn: '2026-09-06' }

  test('on a closed day, but at the next opening', async () => {
    await weekly(sundays)
    await makeDueTickets(h.database, new Date('2026-09-06T10:00:00Z'))
    expect(await made()).toEqual([])
    await makeDueTickets(h.database, opening)
    expect(await made()).toHaveLength(1)
  })

  test('for a closed day, if they are to be skipped', async () => {
    const id = await weekly({ ...sundays, skipsClosed: true })
    await makeDueTickets(h.database, opening)
    expect(await made()).toEqual([])
    expect(await handledUntil(id)).toBe('2026-09-06')
  })

  test('on the company’s own closed days and outside its hours', async () => {
    await setHoursOfAllDates(h.test.superuser, orgId, `closed_days = '2026-09-07: Flytt', opens = '09:30'`)
    await weekly()
    await makeDueTickets(h.database, new Date('2026-09-07T12:00:00Z'))
    await makeDueTickets(h.database, new Date('2026-09-08T07:29:00Z'))
    expect(await made()).toEqual([])
    await makeDueTickets(h.database, new Date('2026-09-08T07:30:00Z'))
    expect(await made()).toHaveLength(1)
    await setHoursOfAllDates(h.test.superuser, orgId, `closed_days = null, opens = '08:00'`)
  })

  test('while it is paused, nor for those dates afterwards', async () => {
    const id = await weekly()
    const pause = (isPaused: boolean) => staff()(recurring.pause, { params: { id }, body: { isPaused } })
    await pause(true)
    await makeDueTickets(h.database, opening)
    await pause(false)
    await makeDueTickets(h.database, opening)
    expect(await made()).toEqual([])
    await makeDueTickets(h.database, new Date('2026-09-14T06:00:00Z'))
    expect(await made()).toHaveLength(1)
  })

  test('once it is removed, or its customer archived', async () => {
    const id = await weekly()
    await staff()(recurring.remove, { params: { id } })
    await makeDueTickets(h.database, opening)
    expect(await made()).toEqual([])
    const other = await weekly()
    await staff()(customers.remove, { params: { id: customerId } })
    await makeDueTickets(h.database, opening)
    expect(await made()).toEqual([])
    expect(await handledUntil(other)).toBe('2026-09-07')
  })
})

describe('a date that waits for an opening', () => {
  const saturdays = { firstOn: '2026-09-05' }
  const sunday = new Date('2026-09-06T10:00:00Z')
  const changed = async (id: string, given: object, now = sunday) => {
    const {
      nextOn: _nextOn,
      assignee,
      id: _id,
      customerId: _customerId,
      isPaused: _isPaused,
      ...row
    } = (await staff()(recurring.list, { params: { id: customerId } })).find((one) => one.id === id) as Recurring
    const body = ChangedRecurring.parse({ ...row, assignedTo: assignee?.id ?? null, ...given })
    return h.database.asActor(
      admin.sessionId,
      () => undefined,
      (db, actor) => changeRecurring(db, actor as StaffActor, id, body, now),
    )
  }

  test('survives changes of its frequency and is created once', async () => {
    const id = await weekly(saturdays)
    await changed(id, { every: 'month' })
    await changed(id, { every: 'year', title: 'En gång om året' })
    await makeDueTickets(h.database, beforeOpening)
    expect(await made()).toEqual([])
    await makeDueTickets(h.database, opening)
    await makeDueTickets(h.database, new Date('2026-09-08T06:00:00Z'))
    expect(await made()).toMatchObject([{ title: 'En gång om året' }])
  })

  test('is not created again when a job has done so meanwhile', async () => {
    const id = await weekly(saturdays)
    await makeDueTickets(h.database, opening)
    await changed(id, { every: 'month' }, sunday)
    await makeDueTickets(h.database, new Date('2026-09-08T06:00:00Z'))
    expect(await made()).toHaveLength(1)
  })

  test('is not created while it is paused, nor afterwards', async () => {
    const id = await weekly(saturdays)
    await changed(id, { every: 'month' })
    const pause = (isPaused: boolean) => staff()(recurring.pause, { params: { id }, body: { isPaused } })
    await pause(true)
    await makeDueTickets(h.database, opening)
    await pause(false)
    await makeDueTickets(h.database, new Date('2026-09-08T06:00:00Z'))
    expect(await made()).toEqual([])
  })

  test('A-450: cannot be in the future', async () => {
    const id = await weekly(saturdays)
    await expect(
      h.test.superuser.query('update recurring_tickets set waiting_on = current_date + 7 where id = $1', [id]),
    ).rejects.toMatchObject({ constraint: 'recurring_tickets_waiting_has_come' })
  })
})

describe('recipients of mail', () => {
  /** The mails about a ticket, once there are that many. */
  const mailsAbout = (number: number | undefined, count: number) =>
    vi.waitFor(() => {
      const mails = jobs.mails.filter(({ text }) => text.includes(`#${number} `) || text.includes(`#${number},`))
      expect(mails).toHaveLength(count)
      return mails
    }, 60_000)

  test('are all staff without an assignee, as for a customer’s new ticket', async () => {
    await weekly()
    await makeDueTickets(h.database, opening)
    const [ticket] = await made()
    const mails = await mailsAbout(ticket?.ticketNumber, 2)
    expect(new Set(mails.map(({ to }) => to[0]))).toEqual(new Set([admin.email, colleague.email]))
    expect(mails[0]?.text).toContain(
      `Ett återkommande ärende har kommit, #${ticket?.ticketNumber}, som ingen har fått (prioritet: normal):`,
    )
  })

  test('are the assignee only, whose mail says that the ticket is theirs', async () => {
    await weekly({ assignedTo: colleague.userId, priority: 'urgent' })
    await makeDueTickets(h.database, opening)
    const [ticket] = await made()
    const [mail] = await mailsAbout(ticket?.ticketNumber, 1)
    expect(mail?.to).toEqual([colleague.email])
    expect(mail?.text).toBe(`Hej Kim,

Du har fått ett återkommande ärende, #${ticket?.ticketNumber} (prioritet: akut):

Kontrollera säkerhetskopian
Åkeriet AB

Läs och svara:
${appUrl}/backoffice/tickets/${ticket?.id}

Nordnät AB
`)
  })

  test('exclude an assignee who has left, who is not assigned either', async () => {
    await weekly({ assignedTo: colleague.userId })
    await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [colleague.userId])
    await makeDueTickets(h.database, opening)
    await h.test.superuser.query('update auth.users set disabled_at = null where id = $1', [colleague.userId])
    expect(await made()).toMatchObject([{ assignee: null }])
  })
})

test('A-450: the jobs’ role can neither choose a ticket’s content nor a future date', async () => {
  const id = await weekly()
  const open = (date: string) =>
    h.test.superuser.query(`select open_recurring_ticket($1, $2, gen_random_uuid(), ${date}) as is_made`, [orgId, id])
  expect((await open(`current_date + 7`)).rows).toEqual([{ is_made: false }])
  expect((await open(`date '2026-09-06'`)).rows).toEqual([{ is_made: false }])
  expect((await open(`date '2026-09-07'`)).rows).toEqual([{ is_made: true }])
  expect((await open(`date '2026-09-07'`)).rows).toEqual([{ is_made: false }])
  expect(await made()).toHaveLength(1)
})

test('the scheduled task creates the due tickets', async () => {
  await weekly()
  const [task] = Object.values(recurringTasks({ database: h.database }))
  await task?.(undefined)
  expect(await made()).toHaveLength(1)
})
