import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { customerScreen } from '#screens/customer/customer-screen.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { equipment, TICKET_EQUIPMENT_MAX, WARRANTY_NOTICE_DAYS } from '../equipment.contract.ts'

let h: Harness
let technician: Person
let admin: Person
let outsider: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  outsider = await h.aTechnician({ orgId: (await h.anOrganization('Annan AB')).id })
})
afterAll(() => h.stop())

const as = (person = technician) => h.as(person).call
const aCustomer = async () => (await h.aCustomer({ orgId })).id
const add = (customerId: string, body: object = {}) =>
  as()(equipment.create, { params: { id: customerId }, body: { name: 'Dator', ...body } })
const list = (customerId: string, query: object = {}) => as()(equipment.list, { params: { id: customerId }, query })
const aTicket = async (customerId: string) =>
  (await as()(tickets.create, { body: { title: 'Trasig', description: 'Startar inte', customerId } })).id
const choose = (ticketId: string, equipmentIds: string[]) =>
  as()(equipment.setOfTicket, { params: { id: ticketId }, body: { equipmentIds } })

test('equipment needs a name; a warranty may have ended long ago or last for decades', async () => {
  const customerId = await aCustomer()
  const filled = { model: 'ThinkPad T14', serial: 'PF-3Q7', place: 'Receptionen', note: 'Docka hör till' }
  expect(await add(customerId, { ...filled, name: ' Anders dator ', warrantyUntil: '2029-05-01' })).toMatchObject({
    ...filled,
    customerId,
    name: 'Anders dator',
    warrantyUntil: '2029-05-01',
    isArchived: false,
    version: 1,
  })
  expect(await add(customerId, { warrantyUntil: '1998-01-01', model: '' })).toMatchObject({ model: null })
  await expect(add(customerId, { name: ' ' })).rejects.toMatchObject({ fields: { name: 'Ange vad det är' } })
  await expect(add(customerId, { warrantyUntil: 'i vår' })).rejects.toMatchObject({
    fields: { warrantyUntil: 'Ange ett datum som 2026-11-21' },
  })
  await expect(add(customerId, { warrantyUntil: '1200-01-01' })).rejects.toMatchObject({ status: 422 })
  await expect(add(uuidv7())).rejects.toMatchObject({ status: 404 })
})

test('the list is in Swedish order and paginated; search covers name, type, model, serial and place', async () => {
  const customerId = await aCustomer()
  for (const name of ['Örat', 'Ångpanna', 'Router'])
    await add(customerId, { name, type: `Typ av ${name}`, serial: `S-${name}%` })
  expect((await list(customerId)).rows.map(({ name }) => name)).toEqual(['Router', 'Ångpanna', 'Örat'])
  expect((await list(customerId, { search: 's-rou' })).rows).toMatchObject([{ name: 'Router' }])
  expect((await list(customerId, { search: 'av ÖRAT' })).rows).toMatchObject([{ name: 'Örat', type: 'Typ av Örat' }])
  expect((await list(customerId, { search: '_' })).rows).toEqual([])
  await h.test.superuser.query(
    `insert into equipment (org_id, customer_id, id, name) select $1, $2, gen_random_uuid(), 'Skärm ' || n from generate_series(1, 60) n`,
    [orgId, customerId],
  )
  const first = await list(customerId)
  const second = await list(customerId, { after: first.next ?? '' })
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(63)
  expect(second.next).toBeNull()
})

test('an outdated version gets 409 with the current row; removed equipment can be restored', async () => {
  const customerId = await aCustomer()
  const { id } = await add(customerId)
  const change = (name: string, version: number) => as()(equipment.change, { params: { id }, body: { name, version } })
  expect(await change('Server', 1)).toMatchObject({ name: 'Server', version: 2 })
  await expect(change('Skrivare', 1)).rejects.toMatchObject({ status: 409, current: { name: 'Server', version: 2 } })

  expect(await as()(equipment.archive, { params: { id } })).toMatchObject({ isArchived: true })
  expect((await list(customerId)).rows).toEqual([])
  expect((await list(customerId, { archived: 'true' })).rows).toMatchObject([{ id }])
  expect(await as()(equipment.restore, { params: { id } })).toMatchObject({ isArchived: false })
  const { rows } = await h.test.superuser.query(
    `select action from audit_log where subject = 'equipment' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['created', 'changed', 'archived', 'restored'])
})

test('A-350: a ticket refers only to equipment of its customer, and still when it is archived', async () => {
  const [customerId, otherId] = [await aCustomer(), await aCustomer()]
  const [ticketId, own, other] = [await aTicket(customerId), await add(customerId), await add(otherId)]
  expect(await choose(ticketId, [own.id, own.id])).toMatchObject([{ id: own.id, name: 'Dator' }])
  await expect(choose(ticketId, [own.id, other.id])).rejects.toMatchObject({
    fields: { equipmentIds: 'Välj bland den utrustning som kunden använder nu.' },
  })
  await as()(equipment.archive, { params: { id: own.id } })
  expect(await choose(ticketId, [own.id])).toHaveLength(1)
  expect(await as()(tickets.screen, { params: { id: ticketId } })).toMatchObject({ equipment: [{ id: own.id }] })
  expect(await choose(ticketId, [])).toEqual([])
  await expect(choose(ticketId, [own.id])).rejects.toMatchObject({ status: 422 })
  await expect(
    h.as(outsider).call(equipment.setOfTicket, { params: { id: ticketId }, body: { equipmentIds: [] } }),
  ).rejects.toMatchObject({ status: 404 })
  // Without the application, the database also refuses another customer's equipment.
  await expect(
    h.test.superuser.query('insert into ticket_equipment values ($1, $2, $3, $4)', [
      orgId,
      customerId,
      ticketId,
      other.id,
    ]),
  ).rejects.toMatchObject({ constraint: 'ticket_equipment_same_customer' })
})

test('A-350: the limit of equipment per ticket holds, also for concurrent additions', async () => {
  const customerId = await aCustomer()
  const ticketId = await aTicket(customerId)
  const ids: string[] = []
  for (let n = 0; n <= TICKET_EQUIPMENT_MAX; n++) ids.push((await add(customerId)).id)
  await expect(choose(ticketId, ids)).rejects.toMatchObject({ status: 422 })
  await choose(ticketId, ids.slice(1))
  await expect(
    h.test.superuser.query('insert into ticket_equipment values ($1, $2, $3, $4)', [
      orgId,
      customerId,
      ticketId,
      ids[0],
    ]),
  ).rejects.toMatchObject({ constraint: 'ticket_equipment_max' })
  const halves = [ids.slice(0, 11), ids.slice(10)]
  await Promise.all(halves.map((half) => choose(ticketId, half)))
  const { equipment: chosen } = await as()(tickets.screen, { params: { id: ticketId } })
  expect(halves).toContainEqual(ids.filter((id) => chosen.some((one) => one.id === id)))
})

test('the overview of a customer shows warranties that end within 60 days', async () => {
  const customerId = await aCustomer()
  const today = todayInStockholm()
  const until = (days: number) => addDays(today, days)
  for (const days of [-1, WARRANTY_NOTICE_DAYS + 1, WARRANTY_NOTICE_DAYS, 0])
    await add(customerId, { name: `Om ${days}`, warrantyUntil: until(days) })
  const { expiring, equipmentCount } = await as()(customerScreen.get, { params: { id: customerId } })
  expect(equipmentCount).toBe(4)
  expect(expiring).toMatchObject([{ name: 'Om 0' }, { name: `Om ${WARRANTY_NOTICE_DAYS}`, warrantyUntil: until(60) }])
})

test('customers are found by the serial number of their equipment', async () => {
  const customerId = await aCustomer()
  await add(customerId, { serial: 'CN-0XYZ-774' })
  const found = (search: string, person = technician) => h.as(person).call(customers.list, { query: { search } })
  expect((await found('0xyz-77')).rows).toMatchObject([{ id: customerId }])
  expect((await found('0xyz-77', outsider)).rows).toEqual([])
})

test('a customer with equipment is archived instead of deleted, and then gets no more', async () => {
  const customerId = await aCustomer()
  await add(customerId)
  expect(await as(admin)(customers.remove, { params: { id: customerId } })).toEqual({ outcome: 'archived' })
  await expect(add(customerId)).rejects.toMatchObject({ status: 422, message: expect.stringContaining('arkiverad') })
})
