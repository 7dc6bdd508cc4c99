import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { menuCounts } from '#features/inbox/menu-counts.contract.ts'
import { addDays, lastDay } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type FilledDays, ON_CALL_DAYS, ON_CALL_PERSON_INACTIVE, onCall } from '../on-call.contract.ts'
import { GAPS_AHEAD_DAYS, onCallDay, onCallUntil } from '../on-call.rules.ts'

let h: Harness
let orgId: string
let admin: Person
let anna: Person
let bo: Person
let outsider: Person
const today = onCallDay(new Date())
const ahead = (days: number) => addDays(today, days)

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId, fullName: 'Ada Alm' })
  anna = await h.aTechnician({ orgId, fullName: 'Anna Berg' })
  bo = await h.aTechnician({ orgId, fullName: 'Bo Ek' })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const idsOf = (people: Person[]) => people.map(({ userId }) => userId)
/** As somebody who sees the days as they are; `seen` as somebody who saw them before. */
const fill = async (days: string[], people: Person[], by = admin, seen?: FilledDays['seen']) =>
  h.as(by).call(onCall.fill, { body: { days, people: idsOf(people), seen: seen ?? (await standing(days)) } })
const standing = async (days: string[]) => {
  const query = { from: days[0] ?? today, to: days.at(-1) ?? today }
  const rows = await h.as(admin).call(onCall.days, { query })
  return rows.map(({ day, people }) => ({ day, people: people.map(({ id }) => id) }))
}
const now = async (person = anna) => (await h.as(person).call(menuCounts.get, {})).onCall
const listed = async (person = anna) =>
  (await h.as(person).call(onCall.days, { query: { from: today, to: ahead(60) } })).map(({ day, people }) => [
    day,
    ...people.map(({ fullName }) => fullName),
  ])
const onCallAt = async (instant: string) => {
  const { rows } = await h.test.superuser.query('select on_call_at($1, $2) as id', [orgId, instant])
  return rows.map(({ id }) => [admin, anna, bo].findIndex(({ userId }) => userId === id))
}
const days = (count: number) => Array.from({ length: count }, (_, day) => ahead(day))

test('what is no date is refused before the period is counted', async () => {
  for (const from of ['2026-13-01', '0000-01-01', 'i morgon'])
    await expect(h.as(admin).call(onCall.days, { query: { from, to: '2026-11-21' } })).rejects.toMatchObject({
      status: 422,
    })
})

test('many days are filled at once, in the order in which people are called, and filled again or emptied', async () => {
  await fill([today, ahead(1), ahead(2)], [bo, anna])
  await fill([ahead(1)], [anna])
  await fill([ahead(2)], [])
  expect(await listed()).toEqual([
    [today, 'Bo Ek', 'Anna Berg'],
    [ahead(1), 'Anna Berg'],
  ])
  expect((await now()).people.map(({ fullName }) => fullName)).toEqual(['Bo Ek', 'Anna Berg'])
  expect((await now()).until).toBe(onCallUntil(today).toISOString())
  expect(await listed(outsider)).toEqual([])
  expect(await now(outsider)).toMatchObject({ people: [], gaps: [], alarms: [] })
})

test('days of the next thirty without anybody are gaps, unless no day has anybody', async () => {
  expect((await now()).gaps).toEqual([])
  await fill(days(GAPS_AHEAD_DAYS), [anna])
  expect((await now()).gaps).toEqual([])
  await fill([ahead(3), ahead(9)], [])
  expect((await now()).gaps).toEqual([ahead(3), ahead(9)])
  await fill([ahead(GAPS_AHEAD_DAYS)], [])
  expect((await now()).gaps).toHaveLength(2)
})

test('a list that has run out has gaps until an administrator ends the use of jour, which empties it', async () => {
  const insert = `insert into on_call_days values ($1, '2025-05-01', 1, $2)`
  await h.test.superuser.query(insert, [orgId, anna.userId])
  expect(await now()).toMatchObject({ people: [], lastDay: '2025-05-01' })
  expect((await now()).gaps).toHaveLength(GAPS_AHEAD_DAYS)
  await fill([today], [bo])
  await expect(h.as(anna).call(onCall.end, {})).rejects.toMatchObject({ status: 403 })
  await h.as(outsider).call(onCall.end, {})
  expect(await now()).toMatchObject({ people: [{ fullName: 'Bo Ek' }], lastDay: today })
  await h.as(admin).call(onCall.end, {})
  expect(await now()).toMatchObject({ people: [], lastDay: null, gaps: [] })
})

test('who has left has no jour: the day is a gap, and the list says that the person is inactive', async () => {
  await fill(days(GAPS_AHEAD_DAYS), [anna])
  await fill([ahead(4)], [bo])
  await h.test.superuser.query('update auth.users set disabled_at = now() where id = $1', [bo.userId])
  expect((await now()).gaps).toEqual([ahead(4)])
  const query = { from: ahead(4), to: ahead(4) }
  expect(await h.as(anna).call(onCall.days, { query })).toEqual([
    { day: ahead(4), people: [{ id: bo.userId, fullName: 'Bo Ek', isActive: false }] },
  ])
  await expect(fill([today], [bo])).rejects.toMatchObject({ status: 422, fields: { people: ON_CALL_PERSON_INACTIVE } })
})

test('only administrators fill days, of their own staff, from today on and at most a year ahead', async () => {
  await expect(fill([today], [anna], anna)).rejects.toMatchObject({ status: 403 })
  await expect(fill([today], [outsider])).rejects.toMatchObject({ status: 404 })
  for (const day of [ahead(-1), addDays(lastDay(today), 1)])
    await expect(fill([day], [anna])).rejects.toMatchObject({ status: 422, fields: { days: ON_CALL_DAYS } })
  await fill([lastDay(today)], [anna])
  await expect(fill([today], [anna, anna])).rejects.toMatchObject({ status: 422 })
  await expect(fill([today], [anna, bo, admin, outsider])).rejects.toMatchObject({ status: 422 })
  await expect(fill([], [anna], admin, [])).rejects.toMatchObject({ status: 422 })
})

test('two administrators who fill the same days overwrite nothing that they have not seen', async () => {
  await fill([ahead(1)], [bo])
  const seen = await standing(days(3))
  expect(await fill(days(2), [anna, bo], admin, seen)).toMatchObject([
    { day: today, people: [{ fullName: 'Anna Berg' }, { fullName: 'Bo Ek' }] },
    { day: ahead(1), people: [{ fullName: 'Anna Berg' }, { fullName: 'Bo Ek' }] },
  ])
  const people = [
    { id: anna.userId, fullName: 'Anna Berg', isActive: true },
    { id: bo.userId, fullName: 'Bo Ek', isActive: true },
  ]
  await expect(fill([ahead(1), ahead(2)], [bo], admin, seen)).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    current: [{ day: ahead(1), people }],
  })
  // Also in another order, and emptied.
  await fill([ahead(1)], [bo, anna])
  for (const seen of [[], [{ day: ahead(1), people: idsOf([anna, bo]) }]])
    await expect(fill([ahead(1)], [], admin, seen)).rejects.toMatchObject({ status: 409 })
  // A day that nobody changed is not concerned.
  await fill([ahead(2)], [bo], admin, seen)
  expect(await listed()).toEqual([
    [today, 'Anna Berg', 'Bo Ek'],
    [ahead(1), 'Bo Ek', 'Anna Berg'],
    [ahead(2), 'Bo Ek'],
  ])
})

test('of several who fill the same days at once one is saved, and the others are told', async () => {
  const turns = [[anna, bo], [bo], [anna]]
  const outcomes = await Promise.allSettled(turns.map((people) => fill(days(20), people, admin, [])))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const saved = turns[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? []
  expect(await standing(days(20))).toEqual(days(20).map((day) => ({ day, people: idsOf(saved) })))
})

test('a day begins and ends at eight in Stockholm, also when the clocks are changed', async () => {
  const roster = [
    ['2026-03-28', anna],
    ['2026-03-29', bo],
    ['2026-10-24', anna],
    ['2026-10-25', bo],
  ] as const
  for (const [day, { userId }] of roster)
    await h.test.superuser.query('insert into on_call_days values ($1, $2, 1, $3)', [orgId, day, userId])
  for (const [instant, expected] of [
    ['2026-03-28T06:59:59Z', []],
    ['2026-03-28T07:00:00Z', [1]],
    ['2026-03-29T05:59:59Z', [1]],
    ['2026-03-29T06:00:00Z', [2]],
    ['2026-03-30T05:59:59Z', [2]],
    ['2026-03-30T06:00:00Z', []],
    ['2026-10-24T06:00:00Z', [1]],
    // Both halves of the repeated hour.
    ['2026-10-25T00:30:00Z', [1]],
    ['2026-10-25T01:30:00Z', [1]],
    ['2026-10-25T06:59:59Z', [1]],
    ['2026-10-25T07:00:00Z', [2]],
  ] as const)
    expect(await onCallAt(instant), instant).toEqual(expected)
})
