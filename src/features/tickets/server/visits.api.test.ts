// Planning, moving and cancelling visits, and who sees them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SKIPPED_TIME } from '#features/time/time.contract.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { addDays, FIRST_DAY, lastDay, OUT_OF_RANGE, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { merging } from '../merging.contract.ts'
import { tickets } from '../tickets.contract.ts'
import {
  VISIT_ENDS_SAME_DAY,
  VISIT_IS_CANCELLED,
  VISIT_IS_OVER,
  VISIT_OF_CLOSED_TICKET,
  VISITOR_INACTIVE,
  VISITS_PER_TICKET_MAX,
  type Visit,
  visits,
} from '../visits.contract.ts'
import { visitTimeOf } from '../visits.rules.ts'
import { changeSentence } from '../web/change-sentence.ts'

let h: Harness
let orgId: string
let anna: Person
let bo: Person
let kim: Person
let customerId: string

beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId, fullName: 'Anna Ask' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Berg' })
  const customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  customerId = customer.id
  kim = await h.aPortalUser(customer)
})

const tomorrow = addDays(todayInStockholm(), 1)
const aTicket = () =>
  h.as(anna).call(tickets.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt', customerId } })
const body = (more: object = {}) => ({
  date: tomorrow,
  timeFrom: '09:00',
  timeTo: '11:00',
  userId: bo.userId,
  note: 'Lås upp serverrummet.',
  ...more,
})
const plan = (id: string, more: object = {}, by = anna) =>
  h.as(by).call(visits.create, { params: { id }, body: body(more) })
const move = ({ id, version }: Pick<Visit, 'id' | 'version'>, more: object = {}) =>
  h.as(anna).call(visits.change, { params: { id }, body: { ...body(more), version } })
const cancel = ({ id, version }: Pick<Visit, 'id' | 'version'>) =>
  h.as(anna).call(visits.cancel, { params: { id }, body: { version } })
const ofTicket = async (id: string) => (await h.as(anna).call(tickets.screen, { params: { id } })).visits
const ofDay = (query: { from: string; days?: string; userId?: string }, by = bo) =>
  h.as(by).call(visits.ofDays, { query })
const inPortal = async (id: string, by = kim) => (await h.as(by).call(portal.get, { params: { id } })).visits
const calendarOf = (id: string, { token }: Person) =>
  h.app.inject({ url: `/api/visits/${id}/calendar`, headers: { authorization: `Bearer ${token}` } })
const refusal = (field: string, message: string) =>
  expect.objectContaining({ status: 422, message, fields: { [field]: message } })
/** As the database formats it. */
const time = (timeFrom = '09:00', timeTo = '11:00') => {
  const entries = Object.entries(visitTimeOf({ date: tomorrow, timeFrom, timeTo }) ?? {})
  return Object.fromEntries(entries.map(([name, instant]) => [name, instant.replace('.000Z', 'Z')]))
}

describe('a planned visit', () => {
  test('is on the ticket, in the portal and on the person’s day, and nobody else’s', async () => {
    const { id, ticketNumber, title } = await aTicket()
    const visit = await plan(id)
    expect(visit).toMatchObject({
      ...time(),
      who: { fullName: 'Bo Berg' },
      note: 'Lås upp serverrummet.',
      ticketId: id,
      mailedTo: null,
    })
    expect(await ofTicket(id)).toEqual([visit])
    expect(await inPortal(id)).toEqual([{ id: visit.id, ...time(), who: 'Bo Berg', note: 'Lås upp serverrummet.' }])
    const shown = [expect.objectContaining({ id: visit.id, ticket: { id, ticketNumber, title }, ...time() })]
    expect(await ofDay({ from: tomorrow })).toEqual(shown)
    expect(await ofDay({ from: todayInStockholm(), days: '2' })).toEqual(shown)
    expect(await ofDay({ from: tomorrow, userId: bo.userId }, anna)).toEqual(shown)
    expect(await ofDay({ from: tomorrow }, anna)).toEqual([])
    expect(await ofDay({ from: todayInStockholm() })).toEqual([])
  })

  test('is moved to another time and person, and cancelled, as the history says', async () => {
    const { id } = await aTicket()
    const planned = await plan(id)
    const moved = await move(planned, { timeFrom: '13:00', timeTo: '14:30', userId: anna.userId, note: '' })
    expect(moved).toMatchObject({ ...time('13:00', '14:30'), who: { fullName: 'Anna Ask' }, note: null, version: 2 })
    expect(await ofDay({ from: tomorrow })).toEqual([])
    expect(await cancel(moved)).toMatchObject({ isCancelled: true, version: 3 })
    expect([await ofTicket(id), await inPortal(id), await ofDay({ from: tomorrow }, anna)]).toEqual([[], [], []])
    const { thread } = await h.as(anna).call(tickets.screen, { params: { id } })
    const sentences = thread.flatMap((entry) => (entry.kind === 'change' ? changeSentence(entry) : []))
    const [first, second, third] = sentences
    expect(sentences).toHaveLength(3)
    expect(first).toMatch(/^Anna Ask planerade ett besök \S+ \d+ \S+ kl\. 9\.00–11\.00 \(Bo Berg\)$/)
    expect(second).toMatch(
      /^Anna Ask ändrade besöket .* kl\. 9\.00–11\.00 \(Bo Berg\) till .* kl\. 13\.00–14\.30 \(Anna Ask\)$/,
    )
    expect(third).toMatch(/^Anna Ask avbokade besöket .* kl\. 13\.00–14\.30 \(Anna Ask\)$/)
    const history = thread.flatMap((entry) => (entry.kind === 'change' ? [[entry.before, entry.after]] : []))
    const told = await h.as(kim).call(portal.thread, { params: { id } })
    expect(told.map((entry) => entry.kind === 'visit' && [entry.before, entry.after])).toEqual(history)
    await expect(move({ id: planned.id, version: 3 })).rejects.toMatchObject({
      status: 409,
      message: VISIT_IS_CANCELLED,
    })
  })

  test('of two that move it at once one is told that it was changed', async () => {
    const { id } = await aTicket()
    const planned = await plan(id)
    const both = await Promise.allSettled([move(planned, { timeFrom: '10:00' }), move(planned, { timeFrom: '10:30' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failed = both.find((one) => one.status === 'rejected')
    const [now] = await ofTicket(id)
    expect(failed?.reason).toMatchObject({ status: 409, current: now })
    await expect(cancel(planned)).rejects.toMatchObject({ status: 409, current: now })
  })

  test('of a merged ticket is on the survivor, where none is planned on the merged one', async () => {
    const [one, two] = [await aTicket(), await aTicket()]
    const visit = await plan(one.id)
    await h.as(anna).call(merging.merge, { params: { id: one.id }, body: { into: two.id, version: one.version } })
    expect(await ofTicket(two.id)).toEqual([{ ...visit, fromNumber: one.ticketNumber }])
    expect(await inPortal(two.id)).toHaveLength(1)
    expect(await ofDay({ from: tomorrow })).toMatchObject([{ ticket: { id: two.id } }])
    expect(await move(visit, { timeFrom: '10:00' })).toMatchObject({ version: 2 })
    await expect(plan(one.id)).rejects.toMatchObject({
      status: 422,
      message: `Ärendet är hopslaget med #${two.ticketNumber}. Fortsätt där.`,
    })
  })

  test('of a closed ticket is shown and can be cancelled, but none is planned', async () => {
    const { id, version } = await aTicket()
    const visit = await plan(id)
    await h.as(anna).call(tickets.change, { params: { id }, body: { status: 'closed', version } })
    expect(await ofTicket(id)).toEqual([visit])
    await expect(plan(id)).rejects.toMatchObject({ status: 422, message: VISIT_OF_CLOSED_TICKET })
    expect(await cancel(visit)).toMatchObject({ isCancelled: true })
  })

  test('that is saved as it is stays so, and one that a colleague has cancelled is not changed', async () => {
    const visit = await plan((await aTicket()).id)
    expect(await move(visit)).toEqual(visit)
    await cancel(visit)
    await expect(move(visit, { note: 'Ring på' })).rejects.toMatchObject({ status: 409, message: VISIT_IS_CANCELLED })
  })

  test('is announced to the screens of the ticket, of the survivor and of the portal', async () => {
    const [one, two] = [await aTicket(), await aTicket()]
    await h.as(anna).call(merging.merge, { params: { id: one.id }, body: { into: two.id, version: one.version } })
    await h.as(anna).call(merging.merge, { params: { id: one.id }, body: { into: null, version: one.version + 1 } })
    const visit = await plan(one.id)
    await h.as(anna).call(merging.merge, { params: { id: one.id }, body: { into: two.id, version: one.version + 2 } })
    await h.test.superuser.query('delete from live_changes')
    await move(visit, { note: 'Ring på' })
    const { rows } = await h.test.superuser.query(
      `select distinct change ->> 'ticket' as ticket, change -> 'internal' as internal from live_changes
       where change ->> 'about' = 'ticket'`,
    )
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(expect.arrayContaining([one.id, two.id].map((id) => ({ ticket: id, internal: false }))))
  })
})

describe('refused at its field', () => {
  test.each([
    ['timeTo', VISIT_ENDS_SAME_DAY, { timeFrom: '22:00', timeTo: '01:00' }],
    ['timeTo', VISIT_ENDS_SAME_DAY, { timeTo: '09:00' }],
    ['timeTo', VISIT_IS_OVER, { date: addDays(todayInStockholm(), -1) }],
    ['date', OUT_OF_RANGE, { date: addDays(lastDay(), 1) }],
    ['date', OUT_OF_RANGE, { date: addDays(FIRST_DAY, -1) }],
    ['date', 'Ange ett datum som 2026-11-21', { date: '2026-02-30' }],
    ['timeFrom', 'Ange klockslag som 08:05', { timeFrom: '24:00' }],
    ['userId', 'Välj vem som kommer', { userId: '' }],
    ['note', 'Får max vara 1000 tecken', { note: 'x'.repeat(1001) }],
  ])('%s: %s', async (field, message, fields) => {
    const { id } = await aTicket()
    await expect(plan(id, fields)).rejects.toMatchObject({ status: 422, fields: { [field]: message } })
    expect(await ofTicket(id)).toEqual([])
  })

  test('a time that the clock skips', async () => {
    // The last Sunday of March, which is at most a year ahead.
    const year = [0, 1].map((more) => Number(todayInStockholm().slice(0, 4)) + more)
    const sundays = year.map((one) => {
      const day = new Date(Date.UTC(one, 2, 31))
      return addDays(`${one}-03-31`, -day.getUTCDay())
    })
    const date = sundays.find((day) => day > todayInStockholm()) ?? ''
    const { id } = await aTicket()
    await expect(plan(id, { date, timeFrom: '02:30', timeTo: '04:00' })).rejects.toEqual(
      refusal('timeFrom', SKIPPED_TIME),
    )
    await expect(plan(id, { date, timeFrom: '01:30', timeTo: '02:30' })).rejects.toEqual(
      refusal('timeTo', SKIPPED_TIME),
    )
    expect(await plan(id, { date, timeFrom: '01:30', timeTo: '03:30' })).toMatchObject({
      startsAt: `${date}T00:30:00Z`,
      endsAt: `${date}T01:30:00Z`,
    })
  })

  test('a person who is inactive or of another organization', async () => {
    const { id } = await aTicket()
    const [visit, other] = [await plan(id), await plan(id)]
    await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [bo.userId])
    await expect(plan(id)).rejects.toEqual(refusal('userId', VISITOR_INACTIVE))
    // A change would mail the customer again that whoever left comes.
    for (const change of [{ timeFrom: '10:00' }, { note: 'Ring först.' }])
      await expect(move(visit, change)).rejects.toEqual(refusal('userId', VISITOR_INACTIVE))
    const moved = await move(visit, { timeFrom: '10:00', userId: anna.userId })
    expect(moved).toMatchObject({ who: { fullName: 'Anna Ask' }, version: 2 })
    expect(await cancel(other)).toMatchObject({ who: { fullName: 'Bo Berg' }, isCancelled: true })
    const stranger = await h.aTechnician({ orgId: (await h.anOrganization()).id })
    await expect(plan(id, { userId: stranger.userId })).rejects.toMatchObject({ status: 404 })
  })

  test('more visits than a ticket may have', async () => {
    const { id } = await aTicket()
    const visit = await plan(id)
    await h.test.superuser.query(
      `begin; set local app.quiet = 'on'; insert into visits (org_id, customer_id, ticket_id, starts_at, ends_at, user_id)
       select org_id, customer_id, ticket_id, starts_at, ends_at, user_id from visits, generate_series(2, ${VISITS_PER_TICKET_MAX})
       where id = '${visit.id}'; commit`,
    )
    await expect(plan(id)).rejects.toMatchObject({
      status: 422,
      message: `Ett ärende kan ha högst ${VISITS_PER_TICKET_MAX} planerade besök`,
    })
    await cancel(visit)
    expect(await plan(id)).toBeDefined()
  })

  test('a visit that the endpoint would not send', async () => {
    const { id } = await aTicket()
    const write = (from: string, to: string) =>
      h.test.superuser.query(
        `insert into visits (org_id, customer_id, ticket_id, starts_at, ends_at, user_id) values ($1, $2, $3, $4, $5, $6)`,
        [orgId, customerId, id, from, to, bo.userId],
      )
    await expect(write('2026-11-24T10:00Z', '2026-11-24T10:00Z')).rejects.toMatchObject({
      constraint: 'visits_end_after_start',
    })
    await expect(write('2026-11-24T10:00Z', '2026-11-25T10:01Z')).rejects.toMatchObject({
      constraint: 'visits_hours_limit',
    })
    await expect(write('2026-11-24T10:00Z', 'infinity')).rejects.toMatchObject({ constraint: 'visits_hours_limit' })
  })
})

describe('the calendar file', () => {
  test('is for staff and whoever sees the ticket, and is stored nowhere', async () => {
    const { id, ticketNumber } = await aTicket()
    const visit = await plan(id)
    const own = await h.aPortalUser({ id: customerId, orgId })
    await h.test.superuser.query('update customer_users set sees_company = false where user_id = $1', [own.userId])
    const neighbour = await h.aPortalUser(await h.aCustomer({ orgId }))
    const stranger = await h.aTechnician({ orgId: (await h.anOrganization()).id })
    for (const person of [own, neighbour, stranger]) expect((await calendarOf(visit.id, person)).statusCode).toBe(404)
    for (const person of [anna, kim]) {
      const { statusCode, headers, payload } = await calendarOf(visit.id, person)
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/calendar; charset=utf-8',
        expect.stringContaining('no-store'),
      ])
      expect(payload).toContain(`(#${ticketNumber})`)
      expect(payload).toContain('Bo Berg kommer.')
      expect(payload).not.toContain(kim.email)
    }
    expect(await inPortal(id)).toHaveLength(1)
    await expect(inPortal(id, own)).rejects.toMatchObject({ status: 404 })
  })
})
