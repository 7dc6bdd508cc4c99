// Compares the history that the database writes with the fields that the screens can show.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#features/customers/contacts.contract.ts'
import { recipients } from '#features/customers/recipients.contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { merging } from '../merging.contract.ts'
import { recurring } from '../recurring.contract.ts'
import { ticketChangeFields } from '../ticket-changes.contract.ts'
import { tickets } from '../tickets.contract.ts'
import { visits } from '../visits.contract.ts'
import { changeSentence } from '../web/change-sentence.ts'

let h: Harness
let admin: Person
let customerId: string
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId, fullName: 'Anna Admin' })
  customerId = (await h.aCustomer({ orgId, name: 'Åkeriet AB' })).id
})
afterAll(() => h.stop())

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/

const contact = async (name: string) =>
  (await h.as(admin).call(contacts.create, { params: { id: customerId }, body: { name } })).id

async function aTicketOfARecurringOne() {
  const { id } = await h.as(admin).call(recurring.create, {
    params: { id: customerId },
    body: { title: 'Kontrollera', description: 'Läs tillbaka en fil.', every: 'week', firstOn: '2026-09-07' },
  })
  await h.test.superuser.query(`begin; set local session_replication_role = replica;
    update recurring_tickets set handled_until = first_on - 1 where id = '${id}'; commit`)
  const ticketId = crypto.randomUUID()
  await h.test.superuser.query(`select open_recurring_ticket($1, $2, $3, '2026-09-07')`, [orgId, id, ticketId])
  return ticketId
}

test('every field that the database writes has a sentence without ids', async () => {
  const id = await aTicketOfARecurringOne()
  const [kim, bo] = [await contact('Kim Lund'), await contact('Bo Ek')]
  const people = { assignedTo: admin.userId, reportedBy: kim, copies: [bo] }
  const { version } = await h.as(admin).call(tickets.get, { params: { id } })
  await h.as(admin).call(tickets.change, {
    params: { id },
    body: { status: 'in_progress', priority: 'high', version, ...people },
  })
  const { id: invoiceRecipientId } = await h
    .as(admin)
    .call(recipients.create, { params: { id: customerId }, body: { name: 'Kontor Väst' } })
  await h.as(admin).call(tickets.change, {
    params: { id },
    body: { invoiceRecipientId, orderNumber: 'PO 9', version: version + 1 },
  })
  const { onHoldSince } = await h.as(admin).call(tickets.change, {
    params: { id },
    body: { onHold: true, version: version + 2 },
  })
  await h.test.superuser.query('select note_reminder($1, $2, $3)', [orgId, id, onHoldSince])
  const visit = { date: addDays(todayInStockholm(), 1), timeFrom: '09:00', timeTo: '11:00', userId: admin.userId }
  await h.as(admin).call(visits.create, { params: { id }, body: visit })
  const other = await h.as(admin).call(tickets.create, {
    body: { title: 'Samma sak', description: 'Läs tillbaka en fil.', customerId },
  })
  await h.as(admin).call(merging.merge, { params: { id: other.id }, body: { into: id, version: other.version } })
  const threads = [id, other.id].map((one) => h.as(admin).call(tickets.thread, { params: { id: one } }))
  const changes = (await Promise.all(threads)).flat().filter((entry) => entry.kind === 'change')
  expect(changes.map(({ field }) => field).toSorted()).toEqual(ticketChangeFields.toSorted())
  for (const change of changes) expect(changeSentence(change)).not.toMatch(UUID)
})

test('a change of each column that the trigger compares is in the history', async () => {
  const { rows } = await h.test.superuser.query<{ columns: string[]; body: string }>(
    `select array(select attname::text from pg_attribute where attrelid = tgrelid and attnum = any(tgattr)) as columns, prosrc as body
     from pg_trigger join pg_proc p on p.oid = tgfoid
     where tgname = 'note_change' and tgrelid = 'stodpunkt.tickets'::regclass`,
  )
  const [trigger] = rows
  const noted = [...(trigger?.body.matchAll(/\bnew\.(\w+)(?:::text)?\)/g) ?? [])].map(([, column = '']) => column)
  expect(noted.toSorted()).toEqual(trigger?.columns.toSorted())
})
