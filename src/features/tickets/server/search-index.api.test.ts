import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aSearchScenario, type SearchScenario } from '../testing/search-scenario.ts'
import { tickets } from '../tickets.contract.ts'
import { settleAnswers } from './answer-clock.queries.ts'

let h: Harness
let scenario: SearchScenario

beforeAll(async () => {
  h = await startHarness()
  scenario = await aSearchScenario(h)
})
afterAll(() => h.stop())

describe('the search index follows', () => {
  test('creation, changes, comments and renames in the product', async () => {
    const elsewhere = await aSearchScenario(h)
    const { call } = h.as(elsewhere.technician)
    const customer = await call(customers.create, { body: { name: 'Gamla Namnet AB' } })
    const body = { title: 'Larm', description: 'Sirenen tjuter', customerId: customer.id }
    const ticket = await call(tickets.create, { body })
    const find = elsewhere.search
    expect(await find({ search: 'sirenen gamla', assignedTo: 'nobody' })).toEqual([ticket.id])

    const { version } = await call(tickets.change, {
      params: { id: ticket.id },
      body: { version: ticket.version, status: 'closed', priority: 'high', assignedTo: elsewhere.technician.userId },
    })
    expect(await find({ search: 'sirenen' })).toEqual([])
    expect(
      await find({ search: 'sirenen', tab: 'archived', priority: 'high', assignedTo: elsewhere.technician.userId }),
    ).toEqual([ticket.id])
    expect(await find({ search: 'sirenen', tab: 'archived', priority: 'normal' })).toEqual([])

    await call(tickets.comment, { params: { id: ticket.id }, body: { comment: 'Batteribyte', isInternal: true } })
    expect(await find({ search: 'batteri', tab: 'archived' })).toEqual([ticket.id])
    expect(await call(tickets.get, { params: { id: ticket.id } })).toMatchObject({ version })

    await call(customers.change, {
      params: { id: customer.id },
      body: { name: 'Nya Firman AB', email: null, phone: null, address: null, notes: null, version: 1 },
    })
    expect(await find({ search: 'firman batteribyte sirenen', tab: 'archived' })).toEqual([ticket.id])
    expect(await find({ search: `#${ticket.ticketNumber}`, tab: 'archived', priority: 'high' })).toEqual([ticket.id])
    expect(await find({ search: 'gamla', tab: 'archived' })).toEqual([])
  })

  test('an index that triggers updated equals a rebuilt one', async () => {
    const { superuser } = h.test
    await scenario.aTicket({ title: 'Förrådets dörrar', comments: ['Nya lås', 'Två nycklar, NL-12'], internal: true })
    const late = await scenario.aTicket({ description: 'Sen leverans', assignedTo: scenario.technician.userId })
    await superuser.query(
      `update tickets set status = 'resolved', priority = 'low', assigned_to = null where id = $1`,
      [late.id],
    )
    const everything = async () =>
      (
        await superuser.query<{ id: string; words: string }>(`
          select ticket_id::text as id, words::text from ticket_search
          union all select org_id::text, word || ' ' || stem from ticket_words where word not in ('gamla', 'namnet')
          order by 1, 2`)
      ).rows
    const beforeRebuild = await everything()
    expect(beforeRebuild.length).toBeGreaterThan(15)
    await h.database.as('owner', (db) => sql`call rebuild_ticket_search()`.execute(db))
    expect(await everything()).toEqual(beforeRebuild)
  })

  test('texts of any length and script', async () => {
    const long = 'å'.repeat(5000)
    const { id } = await scenario.aTicket({
      title: 'Långt',
      description: long,
      comments: [`𐐨${'b'.repeat(9000)} 😀 مرحبا`],
    })
    expect(await scenario.search({ search: 'långt مرحبا' })).toEqual([id])
    expect(await scenario.search({ search: 'å'.repeat(200) })).toEqual([id])
  })

  test('a ticket with more words than are indexed, which still accepts comments', async () => {
    const many = Array.from({ length: 5 }, (_, n) =>
      Array.from({ length: 1200 }, (_, m) => `o${(n * 1200 + m).toString(36)}`).join(' '),
    )
    const { id } = await scenario.aTicket({ title: 'Ordrik', comments: [...many, 'sistaordet'] })
    const { rows } = await h.test.superuser.query(`select length(words) from ticket_search where ticket_id = $1`, [id])
    expect(rows[0].length).toBeGreaterThan(3000)
    expect(rows[0].length).toBeLessThan(5000)
    expect(await scenario.search({ search: 'ordrik' })).toEqual([id])
  })

  test('the same new word in two concurrent transactions, without waiting', async () => {
    const [one, other] = [await scenario.aTicket({ title: 'Ena' }), await scenario.aTicket({ title: 'Andra' })]
    const write = (id: string, whileOpen: () => Promise<void>) =>
      h.database.asActor(
        scenario.technician.sessionId,
        () => {},
        async (db) => {
          await sql`set local lock_timeout = '2s'`.execute(db)
          const { customerId } = await db
            .selectFrom('tickets')
            .select('customerId')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          await db
            .insertInto('ticketComments')
            .values({
              orgId: scenario.orgId,
              id: uuidv7(),
              customerId,
              ticketId: id,
              userId: scenario.technician.userId,
              comment: 'Samtidigord',
            })
            .execute()
          await settleAnswers(db)
          await whileOpen()
        },
      )
    await write(one.id, () => write(other.id, async () => {}))
    expect(new Set(await scenario.search({ search: 'samtidigord' }))).toEqual(new Set([one.id, other.id]))
  })
})

describe('search is limited to staff of the organization', () => {
  test('A-63: words, numbers and names of another organization find nothing', async () => {
    const elsewhere = await aSearchScenario(h)
    const overrides = { title: 'Hemligord', customer: 'Dolda AB', comments: ['Sekretesskommentar'], internal: true }
    const hidden = await elsewhere.aTicket(overrides)
    for (const search of ['hemligord', 'dolda', 'sekretess', `#${hidden.number}`]) {
      expect(await elsewhere.search({ search })).toEqual([hidden.id])
      expect(await scenario.search({ search })).toEqual([])
    }
    expect(await scenario.search({ assignedTo: elsewhere.technician.userId })).toEqual([])
  })

  test('A-70: customers and logins without a role find and count nothing, not even their own', async () => {
    const { customer, id, number } = await scenario.aTicket({ title: 'Paraplystället' })
    expect(await scenario.search({ search: 'paraply' })).toEqual([id])
    const portalUser = await h.aPortalUser({ id: customer.id, orgId: scenario.orgId })
    const nobody = await h.aLogin(null, null)
    for (const person of [portalUser, nobody]) {
      for (const search of ['paraply', '', `#${number}`])
        expect(await scenario.searchAs(person, { search })).toEqual([])
      const counts = await h.database.asActor(
        person.sessionId,
        () => {},
        (db) => sql`select active, archived from count_tickets()`.execute(db),
      )
      expect(counts.rows).toEqual([{ active: 0, archived: 0 }])
    }
  })

  test('A-70: no role may read the index’s words directly', async () => {
    const run = (statement: string) =>
      h.database.asActor(
        scenario.technician.sessionId,
        () => {},
        (db) => sql.raw(statement).execute(db),
      )
    for (const statement of [
      'select words from ticket_search',
      'select word from ticket_words',
      'select words from ticket_texts',
      `select questions_of('skrivare')`,
      'call rebuild_ticket_search()',
    ])
      await expect(run(statement)).rejects.toMatchObject({ code: '42501' })
    for (const role of ['auth', 'site', 'jobs'] as const)
      for (const call of [
        `search_tickets('x', 'x', 'active', null, null, null, null, null, null, 51)`,
        'count_tickets()',
      ])
        await expect(h.database.as(role, (db) => sql.raw(`select from ${call}`).execute(db))).rejects.toMatchObject({
          code: '42501',
        })
  })
})
