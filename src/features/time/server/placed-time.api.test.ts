// The times of work: the repeated hour in autumn, questions about overlaps and long days, and work up to now.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { TIMES_NEEDED, time } from '../time.contract.ts'
import { elapsedMinutes, spanBetween, spanUntil } from '../time.rules.ts'
import { spansOverlap } from '../until-now.rules.ts'

let h: Harness
let technician: Person
let admin: Person
let customer: { id: string; orgId: string }
const NIGHT = '2026-10-25'
const DAY = '2026-11-20'

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterAll(() => h.stop())

const log = (timeFrom: string, timeTo: string, values: object = {}) =>
  h.as(technician).call(time.create, { body: { customerId: customer.id, workDate: DAY, timeFrom, timeTo, ...values } })
const cell = (minutes: number, values: object = {}) =>
  h.as(technician).call(time.addCell, {
    body: { customerId: customer.id, workDate: DAY, minutes, asks: true, ...values },
  })
const rows = async () => (await h.as(technician).call(time.week, { query: { date: DAY } })).rows
const question = (message: string) => ({ status: 409, code: 'time_question', message })

describe('the repeated hour in autumn', () => {
  const night = (timeFrom: string, timeTo: string, values: object = {}) =>
    log(timeFrom, timeTo, { workDate: NIGHT, ...values })

  test('A-540: spans into its second occurrence have the elapsed minutes, also at equal times', async () => {
    expect(await night('02:51', '02:06', { fromIsFirst: true })).toMatchObject({ minutes: 15, fromIsFirst: true })
    expect(await night('02:06', '02:06', { fromIsFirst: true })).toMatchObject({ minutes: 60 })
    expect(await night('02:10', '02:20', { fromIsFirst: true, toIsFirst: true })).toMatchObject({ minutes: 10 })
    expect(await night('01:30', '02:30', { toIsFirst: true })).toMatchObject({ minutes: 60, toIsFirst: true })
    // Without the marks it is the second occurrence.
    expect(await night('01:30', '02:30')).toMatchObject({ minutes: 120, fromIsFirst: false, toIsFirst: false })
    expect(await night('02:51', '02:06')).toMatchObject({ minutes: 1395 })
  })

  test('A-540: the marks are ignored at other times; negative and too long spans are refused', async () => {
    const other = { workDate: '2026-11-20', fromIsFirst: true, toIsFirst: true }
    expect(await log('02:10', '02:20', other)).toMatchObject({ minutes: 10, fromIsFirst: false, toIsFirst: false })
    for (const [from, to, marks] of [
      ['02:30', '02:30', {}],
      ['02:30', '02:30', { fromIsFirst: true, toIsFirst: true }],
      ['02:30', '02:10', { fromIsFirst: true, toIsFirst: true }],
      ['02:10', '02:30', { toIsFirst: true }],
    ] as const)
      await expect(night(from, to, marks)).rejects.toMatchObject({ status: 422 })
    await expect(log('02:30', '02:30', { fromIsFirst: true })).rejects.toMatchObject({ status: 422 })
  })

  test('a change preserves the marks while the times stay, and other times lose them', async () => {
    const { id } = await night('02:51', '02:06', { fromIsFirst: true })
    const body = { customerId: customer.id, workDate: NIGHT, timeFrom: '02:51', timeTo: '02:06' }
    const change = (values: object) =>
      h.as(technician).call(time.change, { params: { id }, body: { ...body, ...values } as never })
    expect(await change({ description: 'Bytt switch', version: 1 })).toMatchObject({ minutes: 15 })
    expect(await change({ timeTo: '03:06', version: 2 })).toMatchObject({ minutes: 15, fromIsFirst: false })
  })

  test('database and form count the same minutes across clock changes and midnight', async () => {
    const span = fc
      .tuple(
        fc.constantFrom('2026-03-28T12:00:00Z', '2026-10-24T12:00:00Z', '2026-11-19T12:00:00Z'),
        fc.integer({ min: 0, max: 36 * 60 }),
        // Two clock times express less than a day, which has 23 hours in spring.
        fc.integer({ min: 1, max: 1379 }),
      )
      .map(([start, at, minutes]) => {
        const from = Date.parse(start) + at * 60_000
        return { minutes, ...spanBetween(new Date(from), new Date(from + minutes * 60_000)) }
      })
    const spans = fc.sample(span, 400).map((one) => ({ ...one, id: uuidv7() }))
    await h.test.superuser.query(
      `insert into time_entries (org_id, id, user_id, customer_id, created_by, work_date, time_from, time_to, from_is_first, to_is_first)
       select $1, id, $2, $3, $2, "workDate", "timeFrom", "timeTo", "fromIsFirst", "toIsFirst"
       from jsonb_to_recordset($4) as s (id uuid, "workDate" date, "timeFrom" time, "timeTo" time, "fromIsFirst" boolean, "toIsFirst" boolean)`,
      [customer.orgId, technician.userId, customer.id, JSON.stringify(spans)],
    )
    const stored = await h.test.superuser.query<{ id: string; minutes: number }>('select id, minutes from time_entries')
    const minutesOf = new Map(stored.rows.map(({ id, minutes }) => [id, minutes]))
    for (const one of spans) {
      expect(elapsedMinutes(one)).toBe(one.minutes)
      expect(minutesOf.get(one.id)).toBe(one.minutes)
    }
  })
})

describe('the person is asked about', () => {
  test('A-541: a row that overlaps another one of the technician; confirmation saves it', async () => {
    await log('09:00', '10:30')
    const overlap = { asks: true, timeFrom: '10:00', timeTo: '11:00' }
    await expect(log('10:00', '11:00', overlap)).rejects.toMatchObject(
      question('Tiden överlappar tidraden 09:00–10:30 (Åkeriet AB).'),
    )
    expect(await rows()).toHaveLength(1)
    expect(await log('10:00', '11:00', { asks: false })).toMatchObject({ minutes: 60 })
    await log('11:00', '11:30', { asks: true })
    // Rows of other people are no overlap.
    await h.as(admin).call(time.create, { body: { customerId: customer.id, workDate: DAY, ...overlap } })
  })

  test('A-541: an overlap across midnight, but never a row without clock times', async () => {
    await log('23:00', '01:00', { workDate: '2026-11-19' })
    await expect(log('00:30', '02:00', { asks: true })).rejects.toMatchObject({ code: 'time_question' })
    const { id, timeFrom, timeTo, version } = await cell(60)
    expect(await log('08:00', '09:00', { asks: true })).toMatchObject({ minutes: 60 })
    const other = '2026-11-18'
    await log(timeFrom, timeTo, { workDate: other })
    const body = { customerId: customer.id, workDate: other, timeFrom, timeTo, version, asks: true }
    const moved = await h.as(technician).call(time.change, { params: { id }, body })
    expect(moved).toMatchObject({ workDate: other, isPlaced: false })
  })

  test('a changed row that is moved, but not one whose text only is changed', async () => {
    await log('09:00', '10:00')
    const { id } = await log('09:30', '10:30')
    const body = { customerId: customer.id, workDate: DAY, timeFrom: '09:30', timeTo: '10:30', asks: true }
    const change = (values: object) =>
      h.as(technician).call(time.change, { params: { id }, body: { ...body, ...values } as never })
    await change({ description: 'Bytt switch', version: 1 })
    await expect(change({ timeTo: '11:00', version: 2 })).rejects.toMatchObject({ code: 'time_question' })
    expect(await change({ timeFrom: '10:00', timeTo: '11:00', version: 2 })).toMatchObject({ version: 3 })
  })

  test('A-542: 36 hours on one day in three cells, from the second', async () => {
    await cell(720)
    await expect(cell(720)).rejects.toMatchObject(question(`Det blir 24 tim den ${DAY}.`))
    const { id } = await cell(720, { asks: false })
    await expect(cell(720)).rejects.toMatchObject(question(`Det blir 36 tim den ${DAY}.`))
    expect(await rows()).toHaveLength(2)
    const shorter = { minutes: 60, asks: true, version: 1 }
    expect(await h.as(technician).call(time.changeLength, { params: { id }, body: shorter })).toMatchObject({
      minutes: 60,
    })
    const longer = { minutes: 700, asks: true, version: 2 }
    await expect(h.as(technician).call(time.changeLength, { params: { id }, body: longer })).rejects.toMatchObject({
      code: 'time_question',
    })
  })
})

describe('a cell of the week', () => {
  test('has the title of its ticket as text, or its own, and a kind of work', async () => {
    const { id: ticketId } = await aTicket()
    expect(await cell(60, { ticketId })).toMatchObject({ description: 'WiFi nere', kind: 'remote' })
    expect(await cell(60, { ticketId, description: 'Bytt router', kind: 'onsite' })).toMatchObject({
      description: 'Bytt router',
      kind: 'onsite',
      isPlaced: false,
    })
  })

  test('is placed when a person confirms its times, and the week lists the closed days', async () => {
    const { id, timeFrom, timeTo } = await cell(60)
    const body = { customerId: customer.id, workDate: DAY, timeFrom, timeTo, isPlaced: true as const, version: 1 }
    expect(await h.as(technician).call(time.change, { params: { id }, body })).toMatchObject({ isPlaced: true })
    const { closedDays } = await h.as(technician).call(time.week, { query: { date: '2026-12-24' } })
    expect(closedDays).toEqual(['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27'])
  })
})

const aTicket = () =>
  h.as(technician).call(tickets.create, {
    body: { title: 'WiFi nere', description: 'Ingen kontakt', customerId: customer.id },
  })

describe('work up to now', () => {
  const propose = (query: object) => h.as(technician).call(time.untilNow, { query: query as never })
  const answer = (id: string, work: object) =>
    h.as(technician).call(tickets.comment, { params: { id }, body: { comment: 'Klart.', time: work as never } })
  const placed = async () =>
    (await h.as(technician).call(time.list, { query: {} })).rows.filter(({ isPlaced }) => isPlaced)

  test('A-543: seven answers never overlap, whatever the time of day', async () => {
    const { id } = await aTicket()
    for (let count = 0; count < 7; count++)
      await answer(id, { minutes: 90 }).catch((error) =>
        expect(error).toMatchObject({ fields: { time: TIMES_NEEDED } }),
      )
    const all = await placed()
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) for (const other of all) if (one !== other) expect(spansOverlap(one, other)).toBe(false)
  })

  test('A-543: the shown span is stored, and refused if it overlaps by then', async () => {
    const { id } = await aTicket()
    const { span } = await propose({ minutes: '30', ticketId: id })
    const sent = await answer(id, { minutes: 30, span })
    expect(sent.time).toMatchObject({ ...span, minutes: 30, isPlaced: true })
    await expect(answer(id, { minutes: 30, span })).rejects.toMatchObject({
      fields: { time: expect.stringContaining('överlappar tidraden') },
    })
    expect(await answer(id, { minutes: 30, span: null })).toMatchObject({ time: { isPlaced: false, minutes: 30 } })
  })

  test('A-543: concurrent answers do not overlap', async () => {
    const { id } = await aTicket()
    await Promise.allSettled([1, 2, 3].map(() => answer(id, { minutes: 60 })))
    const all = await placed()
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) for (const other of all) if (one !== other) expect(spansOverlap(one, other)).toBe(false)
  })

  test('a row up to now moves the proposal or leaves none; an unknown ticket gets 404', async () => {
    const span = spanUntil(new Date(), 30)
    await log(span.timeFrom, span.timeTo, span)
    const proposal = await propose({ minutes: '60' })
    expect(proposal.isMoved || proposal.span === null).toBe(true)
    if (proposal.span) expect(spansOverlap(proposal.span, span)).toBe(false)
    await expect(propose({ minutes: '60', ticketId: uuidv7() })).rejects.toMatchObject({ status: 404 })
    await expect(propose({ minutes: '721' })).rejects.toMatchObject({ status: 422 })
  })
})
