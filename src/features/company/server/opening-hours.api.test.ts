// Opening hours apply from a date: what was counted before it stays.
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type CompanyFacts, company } from '../company.contract.ts'
import { hoursPeriods } from '../hours-periods.rules.ts'
import { hoursOn } from '../opening-hours.rules.ts'
import { hoursColumns } from './opening-hours.queries.ts'

let h: Harness
let admin: Person
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

const today = todayInStockholm()
const inDays = (days: number) => addDays(today, days)
const facts = () => h.as(admin).call(company.facts, {})
const change = async (changes: Partial<CompanyFacts>) =>
  h.as(admin).call(company.changeFacts, { body: { ...(await facts()), ...changes } })
const closing = async (...days: number[]) => {
  const hours = await h.as(admin).call(company.hours, {})
  return days.map((day) => hoursOn(hours, inDays(day)).closes)
}

describe('changed hours', () => {
  test('apply from today without a date, and from today on again when they are corrected', async () => {
    expect(await change({ closes: '16:00' })).toMatchObject({ closes: '16:00', hoursFrom: today })
    await change({ closes: '15:00', hoursFrom: null })
    expect(await closing(-1000, -1, 0, 300)).toEqual(['17:00', '17:00', '15:00', '15:00'])
  })

  test('apply from a date to come, and till then those of before', async () => {
    await change({ closes: '16:00', hoursFrom: inDays(10) })
    expect(await closing(-1, 0, 9, 10)).toEqual(['17:00', '17:00', '17:00', '16:00'])
    expect(await facts()).toMatchObject({ closes: '16:00', hoursFrom: inDays(10) })
  })

  test('from an earlier date replace everything from it', async () => {
    await change({ closes: '16:00', hoursFrom: inDays(-20) })
    await change({ closes: '15:00', hoursFrom: inDays(-10) })
    expect(await closing(-21, -20, -11, -10, 0)).toEqual(['17:00', '16:00', '16:00', '15:00', '15:00'])
    await change({ closes: '14:00', hoursFrom: inDays(-15) })
    expect(await closing(-21, -20, -16, -15, 0)).toEqual(['17:00', '16:00', '16:00', '14:00', '14:00'])
  })

  test('set back leave the same hours for every date', async () => {
    await change({ closes: '16:00' })
    await change({ closes: '17:00' })
    expect(hoursPeriods(await h.as(admin).call(company.hours, {}))).toHaveLength(1)
  })

  test('are kept by a later date for others', async () => {
    await change({ closes: '16:00', hoursFrom: inDays(10) })
    await change({ closes: '15:00', hoursFrom: inDays(20) })
    expect(await closing(0, 9, 10, 19, 20)).toEqual(['17:00', '17:00', '16:00', '16:00', '15:00'])
  })
})

describe('hours to come', () => {
  beforeEach(async () => void (await change({ closes: '16:00', hoursFrom: inDays(10) })))

  test('are corrected by a change without another date', async () => {
    await change({ closes: '15:00' })
    expect(await closing(0, 9, 10)).toEqual(['17:00', '17:00', '15:00'])
  })

  test('are moved by another date alone', async () => {
    for (const day of [20, 5, 10, 0]) {
      await change({ hoursFrom: inDays(day) })
      expect(await closing(day - 1, day, 30)).toEqual(['17:00', '16:00', '16:00'])
    }
  })

  test('apply from today without their date', async () => {
    await change({ hoursFrom: null })
    expect(await closing(-1, 0, 10)).toEqual(['17:00', '16:00', '16:00'])
  })

  test('give way to hours from today', async () => {
    await change({ closes: '17:00', hoursFrom: today })
    expect(await closing(-1, 0, 9, 10)).toEqual(['17:00', '17:00', '17:00', '17:00'])
  })
})

test('other facts and the company’s closed days change no hours', async () => {
  await change({ closes: '16:00', hoursFrom: inDays(-10) })
  const before = await h.as(admin).call(company.hours, {})
  const closedDays = `${inDays(3)}: Flytt`
  await change({ phone: '018-12 34 56', closedDays })
  await change({ hoursFrom: null })
  expect(await h.as(admin).call(company.hours, {})).toEqual({ ...before, closedDays })
  expect((await facts()).hoursFrom).toBe(inDays(-10))
})

test.each([
  ['1999-12-31', 'Datumet ska ligga mellan 2000-01-01 och ett år framåt'],
  [inDays(400), 'Datumet ska ligga mellan 2000-01-01 och ett år framåt'],
  ['i höst', 'Ange ett datum som 2026-11-21'],
])('the date %s is refused at its field', async (hoursFrom, message) => {
  await expect(change({ hoursFrom })).rejects.toMatchObject({ status: 422, fields: { hoursFrom: message } })
})

test('A-60: former hours are those of the own company', async () => {
  await change({ closes: '16:00' })
  const outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  expect((await h.as(outsider).call(company.hours, {})).formerHours).toEqual([])
  const drifter = await h.anAdmin({ orgId: null })
  await expect(h.as(drifter).call(company.hours, {})).rejects.toMatchObject({ status: 422 })
})

test('the date of the hours is always that of former ones, which end after the first work date', async () => {
  const { orgId } = admin
  const update = (assignment: string) =>
    h.test.superuser.query(`update company_facts set ${assignment} where org_id = $1`, [orgId])
  await expect(update(`closes = '16:00', hours_from = '1999-12-31'`)).rejects.toMatchObject({
    constraint: 'former_hours_until',
  })
  await change({ closes: '16:00' })
  await expect(h.test.superuser.query('delete from former_hours where org_id = $1', [orgId])).rejects.toMatchObject({
    constraint: 'company_facts_hours_from',
  })
})

type Change = { closes?: string; day?: number | null }
type Model = { from: number | null; closes: string; on: (day: number) => string }

/** The rules of keep_former_hours(), day by day. Without `day` the date is not mentioned, null removes it. */
function changed(model: Model, { closes = model.closes, day }: Change): Model {
  const { from, on } = model
  const isToCome = from !== null && from > 0
  const isSame = closes === model.closes
  const isUndated = day === undefined || day === from
  if (isSame && isUndated) return model
  const otherwise = isSame && !isToCome ? from : 0
  const first = isUndated ? (isToCome ? from : 0) : (day ?? otherwise)
  const before = (date: number) => on(isToCome && isSame ? Math.min(date, from - 1) : date)
  return { from: first, closes, on: (date) => (first !== null && date < first ? before(date) : closes) }
}

const DAYS = Array.from({ length: 41 }, (_, index) => index - 20)

test('every day has the hours of one period after any sequence of changes', async () => {
  const arbitraryChange: fc.Arbitrary<Change> = fc.record(
    {
      closes: fc.constantFrom('15:00', '16:00', '17:00'),
      day: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -12, max: 12 }) }, fc.constant(null)),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryChange, { minLength: 1, maxLength: 12 }), async (changes) => {
      const { id } = await h.anOrganization()
      let model: Model = { from: null, closes: '17:00', on: () => '17:00' }
      for (const one of changes) {
        const { closes, day } = one
        await h.test.superuser.query(
          `update company_facts set closes = coalesce($2, closes), hours_from = case when $3 then $4 else hours_from end
           where org_id = $1`,
          [id, closes, day !== undefined, day === null || day === undefined ? null : inDays(day)],
        )
        model = changed(model, one)
        const { hoursFrom, ...hours } = await h.database.as('site', (db) =>
          db
            .selectFrom('companyFacts')
            .select([...hoursColumns, 'hoursFrom'])
            .where('orgId', '=', id)
            .executeTakeFirstOrThrow(),
        )
        expect(DAYS.map((day) => hoursOn(hours, inDays(day)).closes)).toEqual(DAYS.map(model.on))
        expect(hoursFrom).toBe(model.from === null ? null : inDays(model.from))
        expect(hours.formerHours.at(-1)?.until ?? null).toBe(hoursFrom)
      }
    }),
    { numRuns: 60 },
  )
})
