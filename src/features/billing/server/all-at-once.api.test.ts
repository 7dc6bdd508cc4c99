// The invoice bases of many customers are made, sent and billed at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CUSTOMER_NOT_FOUND } from '#features/customers/customers.contract.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import {
  INVOICE_BASIS_GONE,
  INVOICE_BASIS_NOT_FOUND,
  INVOICE_BASIS_OUTDATED,
  INVOICE_BASIS_UNCHECKED,
  NOT_ALL_REPORTED,
  nobodyGetsIt,
} from '../invoice-basis-refusals.rules.ts'
import { ALREADY_SENDING, month as monthContract } from '../month.contract.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { sendingTasks } from './send-together.queries.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let year: number

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  year = (await list()).nextNumber.year
})
beforeEach(() =>
  h.test.superuser.query(
    `delete from invoice_bases; delete from expenses; delete from time_entries; delete from invoice_basis_numbers; ${deleteQueuedJobs}`,
  ),
)
afterAll(() => h.stop())

const month = '2026-10'
const staff = (person = technician) => h.as(person).call
const list = () => staff()(invoiceBases.list, { query: { month } })
const rowOf = async (id: string) => (await list()).rows.find(({ customer }) => customer.id === id)
const q = async (sql: string, values: unknown[] = []) => (await h.test.superuser.query(sql, values)).rows
const work = (customerId: string) =>
  staff()(time.create, { body: { customerId, workDate: `${month}-20`, timeFrom: '10:00', timeTo: '11:00' } })
async function customersWithTime(count: number) {
  const made = []
  for (let n = 0; n < count; n++) {
    const { id } = await h.aCustomer({ orgId, name: `Kund ${n}` })
    await work(id)
    made.push(id)
  }
  return made
}
const make = (customerIds: string[], person = technician) =>
  staff(person)(monthContract.create, { body: { month, customerIds } })
const draftsOf = async (customerIds: string[]) => {
  await make(customerIds)
  const { rows } = await list()
  return customerIds.map((id) => rows.find(({ customer }) => customer.id === id)?.basis?.id ?? '')
}
const report = () => q('update time_entries set reported = true, reported_at = now()')
const bill = (ids: string[], person = technician) => staff(person)(monthContract.bill, { body: { ids } })
const send = (ids: string[], person = technician) => staff(person)(monthContract.send, { body: { ids } })
const undo = (id: string | null, person = technician) => staff(person)(monthContract.undo, { params: { id: id ?? '' } })
const stateOf = async (id: string) => (await staff()(invoiceBases.get, { params: { id } })).state
const sendNow = (id: string | null) =>
  sendingTasks({ database: h.database })['basis-send-together']?.({ orgId, id }) ?? Promise.reject(new Error('No task'))
const sentJobs = async () => (await q(`select from ${queuedJobs} where payload ->> 'what' = 'sent'`)).length
const numbers = (all: { number: string | null }[]) => all.map(({ number }) => number)
const numbered = (...all: number[]) => all.map((number) => `${year}-${String(number).padStart(3, '0')}`)

describe('making', () => {
  test('goes on past a customer that cannot be made, and says why', async () => {
    const [first = '', unpriced = '', last = ''] = await customersWithTime(3)
    await staff()(expenses.create, {
      body: {
        customerId: unpriced,
        workDate: `${month}-20`,
        kind: 'material',
        article: 'Kabel',
        hundredths: 100,
        unit: 'm',
        priceOre: null,
      },
    })
    expect(await make([first, unpriced, last])).toEqual([
      { customerId: first, isMade: true, isRemoved: false, reason: null },
      {
        customerId: unpriced,
        isMade: false,
        isRemoved: false,
        reason: '1 rad med resa eller material saknar pris. Ange priset först.',
      },
      { customerId: last, isMade: true, isRemoved: false, reason: null },
    ])
    expect(await rowOf(unpriced)).toMatchObject({ unpricedExpenses: 1, unpriced: 0, basis: null })
  })

  test('removes an outdated draft of which nothing is left', async () => {
    const [moved = '', kept = ''] = await customersWithTime(2)
    await make([moved, kept])
    await q(`update time_entries set work_date = '2026-09-20' where customer_id = $1`, [moved])
    const nothing = { isMade: false, isRemoved: false, reason: null }
    expect(await make([moved, kept])).toEqual([
      { ...nothing, customerId: moved, isRemoved: true },
      { ...nothing, customerId: kept },
    ])
    expect(await rowOf(moved)).toBeUndefined()
    expect((await list()).nextStep).not.toBe('make')
  })

  test('names time on a date without terms', async () => {
    const { id } = await h.aCustomer({ orgId })
    await q(
      `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by)
       values ($1, gen_random_uuid(), $2, $3, '2025-12-20', '10:00', '11:00', $2)`,
      [orgId, technician.userId, id],
    )
    const { rows } = await staff()(invoiceBases.list, { query: { month: '2025-12' } })
    expect(rows).toMatchObject([{ unpriced: 1 }])
    const body = { month: '2025-12', customerIds: [id] }
    expect(await staff()(monthContract.create, { body })).toMatchObject([
      { reason: expect.stringMatching(/inget pris/) },
    ])
  })

  test('repeated makes nothing more, and makes an outdated draft anew', async () => {
    const [id = '', other = ''] = await customersWithTime(2)
    const [before] = await draftsOf([id, other])
    expect(await make([id, other])).toMatchObject([
      { isMade: false, isRemoved: false, reason: null },
      { isMade: false, isRemoved: false, reason: null },
    ])
    await work(id)
    expect(await make([id, other])).toMatchObject([{ isMade: true }, { isMade: false }])
    const after = (await rowOf(id))?.basis
    expect(after).toMatchObject({ isOutdated: false, rowCount: 2 })
    expect(after?.id).not.toBe(before)
  })

  test('A-574: by two colleagues at once and one by one leaves each customer one basis', async () => {
    const ids = await customersWithTime(4)
    const single = (customerId: string) =>
      staff()(invoiceBases.create, { body: { customerId, month, replaces: null } }).catch(() => undefined)
    const [one, other] = await Promise.all([make(ids), make(ids.toReversed(), admin), ...ids.map(single)])
    expect([...one, ...other].filter(({ reason }) => reason !== null)).toEqual([])
    expect(await q('select customer_id, count(*)::int from invoice_bases group by 1 having count(*) > 1')).toEqual([])
    expect((await list()).rows.map(({ basis }) => basis?.state)).toEqual(Array(4).fill('draft'))
  })
})

describe('billing', () => {
  test('gives numbers without holes, says what could not be billed, and repeated the same numbers', async () => {
    const ids = await customersWithTime(3)
    await report()
    const [first = '', unreported = '', last = ''] = await draftsOf(ids)
    await q('update time_entries set reported = false, reported_at = null where customer_id = $1', [ids[1]])
    await q('update invoice_bases set outdated_at = null')
    expect((await list()).nextNumber.number).toBe(1)
    const [one, two] = numbered(1, 2)
    const expected = [
      { id: first, number: one, reason: null },
      { id: unreported, number: null, reason: NOT_ALL_REPORTED },
      { id: last, number: two, reason: null },
    ]
    expect(await bill([first, unreported, last])).toEqual(expected)
    expect(await bill([first, unreported, last])).toEqual(expected)
    await report()
    expect(numbers(await bill([unreported]))).toEqual(numbered(3))
  })

  test('says that a basis is being checked while changes overtake the check, and that an outdated one is', async () => {
    const [customerId = ''] = await customersWithTime(1)
    await report()
    const [id = ''] = await draftsOf([customerId])
    await q(`create function change_again() returns trigger language plpgsql as
      'begin new.check_at := clock_timestamp(); return new; end';
      create trigger z_changing before update on invoice_bases for each row
        when (new.check_at is null) execute function change_again();
      update invoice_bases set check_at = now()`)
    expect(await bill([id])).toEqual([{ id, number: null, reason: INVOICE_BASIS_UNCHECKED }])
    await q('drop trigger z_changing on invoice_bases; drop function change_again()')
    await work(customerId)
    expect(await bill([id])).toEqual([{ id, number: null, reason: INVOICE_BASIS_OUTDATED }])
  })

  test('A-575: by two colleagues at once and one by one bills each once, with numbers without holes', async () => {
    const customerIds = await customersWithTime(6)
    await report()
    const ids = await draftsOf(customerIds)
    const single = (id: string) => staff()(invoiceBases.bill, { params: { id } }).catch(() => undefined)
    const [one, other] = await Promise.all([bill(ids), bill(ids.toReversed(), admin), ...ids.map(single)])
    expect([...one, ...other].filter(({ reason }) => reason !== null)).toEqual([])
    const billed = await q('select number from invoice_bases order by number')
    expect(billed.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect((await q(`select from audit_log where action = 'billed' and subject_id = any($1)`, [ids])).length).toBe(6)
  })

  test('refuses what the customer has not approved; terms without approval are billed from the draft', async () => {
    const ids = await customersWithTime(2)
    await report()
    const [waits = '', free = ''] = await draftsOf(ids)
    await q('update invoice_bases set needs_approval = true where id = $1', [waits])
    expect(await bill([waits, free])).toMatchObject([
      { number: null, reason: 'Kunden ska godkänna underlaget först' },
      { number: numbered(1)[0] },
    ])
  })
})

describe('sending', () => {
  test('waits, and can be undone before anything has left', async () => {
    const ids = await customersWithTime(2)
    for (const id of ids) await anApprover(h, { id, orgId })
    const drafts = await draftsOf(ids)
    const { id, waiting, refused } = await send(drafts)
    expect({ waiting, refused }).toEqual({ waiting: drafts, refused: [] })
    expect(await Promise.all(drafts.map(stateOf))).toEqual(['draft', 'draft'])
    expect((await rowOf(ids[0] ?? ''))?.basis?.sending?.id).toBe(id)
    expect((await send(drafts)).refused.map(({ reason }) => reason)).toEqual([ALREADY_SENDING, ALREADY_SENDING])
    expect(await undo(id, admin)).toEqual({ undone: 2 })
    await sendNow(id)
    expect(await Promise.all(drafts.map(stateOf))).toEqual(['draft', 'draft'])
    expect(await sentJobs()).toBe(0)
    await expect(undo(id)).rejects.toMatchObject({ status: 404 })
  })

  test('sends each once, with its mail and audit entry, by whom pressed', async () => {
    const ids = await customersWithTime(2)
    for (const id of ids) await anApprover(h, { id, orgId })
    const drafts = await draftsOf(ids)
    const { id } = await send(drafts)
    await sendNow(id)
    await sendNow(id)
    expect(await Promise.all(drafts.map(stateOf))).toEqual(['sent', 'sent'])
    expect(await sentJobs()).toBe(2)
    const audits = await q(`select user_id from audit_log where action = 'sent' and subject_id = any($1)`, [drafts])
    expect(audits).toEqual([{ user_id: technician.userId }, { user_id: technician.userId }])
    await expect(undo(id)).rejects.toMatchObject({ status: 404 })
  })

  test('leaves out what nobody gets, and what changed while it waited', async () => {
    const [nobody = '', changed = '', lost = ''] = await customersWithTime(3)
    await anApprover(h, { id: changed, orgId })
    const approver = await anApprover(h, { id: lost, orgId })
    const drafts = await draftsOf([nobody, changed, lost])
    const { id, refused } = await send(drafts)
    expect(refused).toEqual([{ id: drafts[0], reason: nobodyGetsIt(false) }])
    await work(changed)
    await q('update auth.users set disabled_at = now() where id = $1', [approver.userId])
    await sendNow(id)
    expect(await Promise.all(drafts.map(stateOf))).toEqual(['draft', 'draft', 'draft'])
    expect((await list()).rows.map(({ basis }) => basis?.sending)).toEqual([null, null, null])
  })

  test('says of an outdated draft that it is checked again, until the check has found what it is', async () => {
    const [customerId = ''] = await customersWithTime(1)
    await anApprover(h, { id: customerId, orgId })
    const [id = ''] = await draftsOf([customerId])
    const { id: added } = await work(customerId)
    const check = () => staff()(invoiceBases.check, { params: { id } })
    expect(await check()).toMatchObject({ isOutdated: true })
    expect(await send([id])).toMatchObject({ refused: [{ id, reason: INVOICE_BASIS_OUTDATED }] })
    await staff()(time.remove, { params: { id: added } })
    expect(await send([id])).toMatchObject({ refused: [{ id, reason: INVOICE_BASIS_UNCHECKED }] })
    expect(await check()).toMatchObject({ isOutdated: false })
    expect(await send([id])).toMatchObject({ waiting: [id], refused: [] })
  })

  test('A-576: of a sending, its undoing and a single sending at once each draft is sent once or not at all', async () => {
    for (let round = 0; round < 6; round++) {
      const ids = await customersWithTime(2)
      for (const id of ids) await anApprover(h, { id, orgId })
      const drafts = await draftsOf(ids)
      const { id } = await send(drafts)
      await q(deleteQueuedJobs)
      const single = () => staff()(invoiceBases.send, { params: { id: drafts[0] ?? '' } })
      const [undone, , sentAlone] = await Promise.allSettled([undo(id), sendNow(id), single()])
      const states = await Promise.all(drafts.map(stateOf))
      expect(await sentJobs()).toBe(states.filter((state) => state === 'sent').length)
      if (undone.status === 'fulfilled') expect(states[1]).toBe('draft')
      if (sentAlone.status === 'fulfilled') expect(states[0]).toBe('sent')
    }
  })

  test('A-577: another organization’s bases are unknown, to each of the acts', async () => {
    const [id = ''] = await customersWithTime(1)
    await report()
    await anApprover(h, { id, orgId })
    const [basis = ''] = await draftsOf([id])
    const { id: sending } = await send([basis])
    const stranger = await h.aTechnician({ orgId: (await h.anOrganization()).id })
    expect(await bill([basis], stranger)).toEqual([{ id: basis, number: null, reason: INVOICE_BASIS_GONE }])
    expect((await send([basis], stranger)).refused).toEqual([{ id: basis, reason: INVOICE_BASIS_NOT_FOUND }])
    expect(await make([id], stranger)).toMatchObject([{ isMade: false, isRemoved: false, reason: CUSTOMER_NOT_FOUND }])
    await expect(undo(sending, stranger)).rejects.toMatchObject({ status: 404 })
    expect(await stateOf(basis)).toBe('draft')
  })
})

describe('a single basis', () => {
  test('is not sent to nobody, but its approval may be noted, and withdrawn it is a draft again', async () => {
    const [id = ''] = await customersWithTime(1)
    const [basis = ''] = await draftsOf([id])
    const params = { id: basis }
    await expect(staff()(invoiceBases.send, { params })).rejects.toMatchObject({
      status: 422,
      message: nobodyGetsIt(false),
    })
    const noted = await h.as(admin).call(invoiceBases.approve, { params, body: { note: 'Per telefon' } })
    expect(noted).toMatchObject({ state: 'approved', sentAt: null })
    const withdrawn = await h.as(admin).call(invoiceBases.withdrawApproval, { params })
    expect(withdrawn).toMatchObject({ state: 'draft', endedApprovals: [{ approvalNote: 'Per telefon' }] })
  })
})
