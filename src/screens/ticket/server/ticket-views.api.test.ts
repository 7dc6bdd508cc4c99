import { afterAll, beforeAll, expect, test } from 'vitest'
import { ticketFilterOf } from '#features/tickets/ticket-filter.rules.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { openTransaction, untilLockWaits } from '#tests/harness/open-transaction.ts'
import { ticketViews, VIEWS_MAX } from '../ticket-views.contract.ts'
import { toDo } from '../to-do.contract.ts'

let h: Harness
let anna: Person
let bo: Person

beforeAll(async () => {
  h = await startHarness()
  const orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
  bo = await h.aTechnician({ orgId })
  const { id: customerId } = await h.aCustomer({ orgId })
  for (const [title, priority, assignedTo, status] of [
    ['Skrivaren', 'urgent', anna.userId, 'open'],
    ['Routern', 'urgent', bo.userId, 'open'],
    ['Datorn', 'urgent', anna.userId, 'resolved'],
    ['Musen', 'low', null, 'closed'],
  ] as const)
    await h
      .as(anna)
      .call(tickets.create, { body: { title, description: 'x', customerId, priority, assignedTo, status } })
})
afterAll(() => h.stop())

const save = (name: string, query: string, person = anna) =>
  h.as(person).call(ticketViews.create, { body: { name, query } })
const views = (person = anna) => h.as(person).call(ticketViews.list, {})

test('each view has the number of tickets that its list has, and Att göra its own', async () => {
  const queries = ['priority=urgent', 'assignee=me&status=unresolved', 'search=skrivaren', 'tab=archived', 'waiting=us']
  for (const query of queries) await save(query, query)
  const listed = await Promise.all(
    queries.map(async (query) => {
      const filter = ticketFilterOf(new URLSearchParams(query))
      return [query, (await h.as(anna).call(tickets.list, { query: filter })).rows.length]
    }),
  )
  const { toDo: toDoCount, views: saved } = await views()
  expect(Object.fromEntries(saved.map(({ name, count }) => [name, count]))).toEqual(Object.fromEntries(listed))
  expect(Object.fromEntries(listed)).toMatchObject({ 'priority=urgent': 3, 'search=skrivaren': 1, 'tab=archived': 1 })
  expect(toDoCount).toBe((await h.as(anna).call(toDo.list, { query: {} })).count)
  expect(toDoCount).toBe(1)
  expect((await views(bo)).views).toEqual([])
})

test('a view is renamed and removed by its person alone; the filter is stored in one form', async () => {
  const view = await save(' Höga ', 'x=1&view=todo&sort=number&priority=high&status=fel', bo)
  expect(view).toMatchObject({ name: 'Höga', query: 'priority=high&sort=number' })
  const params = { id: view.id }
  for (const act of [
    () => h.as(anna).call(ticketViews.rename, { params, body: { name: 'Min' } }),
    () => h.as(anna).call(ticketViews.remove, { params }),
  ])
    await expect(act()).rejects.toMatchObject({ status: 404, message: 'Vyn finns inte' })
  expect(await h.as(bo).call(ticketViews.rename, { params, body: { name: 'Viktiga' } })).toMatchObject({
    id: view.id,
    name: 'Viktiga',
  })
  await h.as(bo).call(ticketViews.remove, { params })
  expect((await views(bo)).views).toEqual([])
})

test('a name that is taken or empty, no filter, and too many views are refused beside the name or the filter', async () => {
  const first = await save('Ett', 'priority=high', bo)
  const refused = (name: string, query: string) => expect(save(name, query, bo)).rejects
  await refused('Ett', 'priority=low').toMatchObject({
    status: 422,
    fields: { name: 'Du har redan en vy med det namnet' },
  })
  await refused(' ', 'priority=low').toMatchObject({ status: 422, fields: { name: 'Ge vyn ett namn' } })
  await refused('Två', 'status=fel').toMatchObject({
    status: 422,
    fields: { query: 'Välj ett filter eller en sökning först' },
  })
  const second = await save('Två', 'priority=low', bo)
  await expect(
    h.as(bo).call(ticketViews.rename, { params: { id: second.id }, body: { name: first.name } }),
  ).rejects.toMatchObject({ status: 422, fields: { name: 'Du har redan en vy med det namnet' } })
  for (let n = 2; n < VIEWS_MAX; n++) await save(`Vy ${n}`, 'priority=low', bo)
  await refused('En till', 'priority=low').toMatchObject({
    status: 422,
    fields: { name: expect.stringContaining('högst 20 vyer') },
  })
})

test('two views saved at once are not more than VIEWS_MAX together', async () => {
  const person = await h.aTechnician({ orgId: anna.orgId ?? '' })
  for (let n = 1; n < VIEWS_MAX; n++) await save(`Vy ${n}`, 'priority=low', person)
  const row = { orgId: anna.orgId ?? '', id: uuidv7(), userId: person.userId, name: 'Sista', query: 'priority=low' }
  const saving = await openTransaction(h, person, (db) => db.insertInto('ticketViews').values(row).execute())
  const late = save('En till', 'priority=low', person).catch((error) => error)
  await untilLockWaits(h)
  await saving.end()
  expect(await late).toMatchObject({ status: 422, fields: { name: expect.stringContaining('högst 20 vyer') } })
})
