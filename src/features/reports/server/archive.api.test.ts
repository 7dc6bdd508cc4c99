import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { ALREADY_ACTIVE, type ArchiveFilter, archive } from '../archive.contract.ts'

let h: Harness
let technician: Person & { fullName: string }
let colleague: Person & { fullName: string }
let admin: Person
let outsider: Person
let portalUser: Person
let bakery: { id: string; orgId: string }
let garage: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization()
  technician = await h.aTechnician({ orgId: org.id, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId: org.id, fullName: 'Kalle Öst' })
  admin = await h.anAdmin({ orgId: org.id })
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  bakery = await h.aCustomer({ orgId: org.id, name: 'Bageriet på Åsen AB' })
  garage = await h.aCustomer({ orgId: org.id, name: 'Verkstan AB' })
  portalUser = await h.aPortalUser(bakery)
})
beforeEach(() => h.test.superuser.query('delete from time_entries'))
afterAll(() => h.stop())

const log = (values: object = {}, person: Person = technician) =>
  h.as(person).call(time.create, {
    body: { customerId: bakery.id, workDate: '2026-11-20', timeFrom: '08:00', timeTo: '10:30', ...values },
  })
const report = (id: string) =>
  h.test.superuser.query('update time_entries set reported = true, reported_at = now() where id = $1', [id])
async function reported(values: object = {}, person: Person = technician) {
  const entry = await log(values, person)
  await report(entry.id)
  return entry
}
/** The first page has no total for a search, which has its own request. */
async function list(given: object = {}, person: Person = technician) {
  const query: { search?: string; after?: string } = given
  const page = await h.as(person).call(archive.list, { query })
  if (!query.search?.trim() || query.after) return page
  expect(page.total).toBeNull()
  return { ...page, total: await h.as(person).call(archive.total, { query }) }
}
const found = async (search: string, query: object = {}) => {
  const { rows, total } = await list({ search, ...query })
  expect(total).toEqual({ rows: rows.length, minutes: rows.reduce((sum, { minutes }) => sum + minutes, 0) })
  return rows.map(({ description }) => description)
}
/** Inserts `count` reported rows by SQL, one per day backwards from `from`. */
const many = (count: number, from: string, description: string, customer = bakery) =>
  h.test.superuser.query(
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, description,
       reported, reported_at)
     select $1, gen_random_uuid(), $2, $3, $4::date - n / 4, '08:00', '09:00', $2, $5, true, now()
     from generate_series(1, $6::int) n`,
    [customer.orgId, technician.userId, customer.id, from, description, count],
  )

describe('the list', () => {
  test('has only reported rows, newest work date first, with the sum of all', async () => {
    await log({ description: 'Aktiv' })
    await reported({ description: 'Gammal', workDate: '2025-02-03' })
    await reported({ description: 'Ny', workDate: '2026-11-19', timeTo: '09:00' })
    const { rows, total, next } = await list()
    expect(rows.map(({ description }) => description)).toEqual(['Ny', 'Gammal'])
    expect(rows[0]).toMatchObject({ reported: true, reportedAt: expect.any(String), minutes: 60 })
    expect([total, next]).toEqual([{ rows: 2, minutes: 210 }, null])
  })

  test('filters by customer, also archived, and by the year of the work date', async () => {
    await reported({ description: 'A', workDate: '2025-12-31' })
    await reported({ description: 'B', workDate: '2026-01-01' })
    await reported({ description: 'C', workDate: '2026-01-01', customerId: garage.id })
    await h.as(technician).call(time.create, {
      body: { customerId: garage.id, workDate: '2024-02-29', timeFrom: '08:00', timeTo: '09:00' },
    })
    await h.as(admin).call(customers.remove, { params: { id: garage.id } })
    const listed = async (query: object) => (await list(query)).rows.map(({ description }) => description)
    expect(new Set(await listed({ year: '2026' }))).toEqual(new Set(['B', 'C']))
    expect(await listed({ year: '2025' })).toEqual(['A'])
    expect(await listed({ customerId: garage.id })).toEqual(['C'])
    expect((await list({ customerId: garage.id })).rows[0]?.customer).toMatchObject({ isArchived: true })
    expect(await listed({ customerId: garage.id, year: '2025' })).toEqual([])
    expect((await list({ customerId: garage.id, year: '2025' })).total).toEqual({ rows: 0, minutes: 0 })
    expect(await h.as(technician).call(archive.years, {})).toEqual(['2026', '2025'])
    await h.as(admin).call(customers.restore, { params: { id: garage.id } })
  })

  test('each filter narrows the list and its sum, with a search and without', async () => {
    const { id } = await reported({ description: 'Rätt besök' })
    await reported({ description: 'Annat', workDate: '2025-11-20', customerId: garage.id })
    const filters: Record<keyof Omit<ArchiveFilter, 'after'>, string> = {
      search: 'rätt',
      customerId: bakery.id,
      year: '2026',
    }
    for (const [name, value] of Object.entries(filters))
      for (const query of [{ [name]: value }, { search: 'tove', [name]: value }])
        expect(await list(query)).toMatchObject({ rows: [{ id }], total: { rows: 1 } })
  })

  test.each([
    { year: '26' },
    { year: '1999' },
    { customerId: 'x' },
    { after: 'x' },
    { search: 'x'.repeat(201) },
    { orgId: uuidv7() },
  ])('an invalid filter is refused: %o', async (query) => {
    await expect(list(query)).rejects.toMatchObject({ status: 422 })
  })

  test.each([{}, { search: 'vanligt' }])('is paginated without gaps or duplicates: %o', async (query) => {
    await many(120, '2026-11-20', 'Ett vanligt besök')
    const listed: string[] = []
    let after: string | undefined
    do {
      const response = await list({ ...query, after })
      expect(response.total).toEqual(after ? null : { rows: 120, minutes: 7200 })
      listed.push(...response.rows.map(({ id }) => id))
      after = response.next ?? undefined
    } while (after)
    expect([listed.length, new Set(listed).size]).toEqual([120, 120])
  })

  test('A-63: other organizations, customers’ logins and staff without organization see nothing', async () => {
    await reported({ description: 'Hemlig' })
    const withoutOrganization = await h.aTechnician({ orgId: null })
    for (const person of [outsider, withoutOrganization]) {
      for (const query of [{}, { search: 'hemlig' }, { customerId: bakery.id }])
        expect(await list(query, person)).toEqual({ rows: [], next: null, total: { rows: 0, minutes: 0 } })
      expect(await h.as(person).call(archive.years, {})).toEqual([])
    }
    await expect(list({}, portalUser)).rejects.toMatchObject({ status: 403 })
  })

  test('A-67: calling its database functions directly reveals nothing to others either', async () => {
    await reported({ description: 'Hemlig' })
    const callFunctions = (person: Person) =>
      h.database.asActor(
        person.sessionId,
        () => {},
        async (db) => {
          const found = await sql`select * from search_archive('hemlig', null, null, null, null, null, 51)`.execute(db)
          const summed = await sql<{ entries: number }>`select * from sum_archive('', null, null, null)`.execute(db)
          return [found.rows.length, summed.rows[0]?.entries]
        },
      )
    expect(await callFunctions(technician)).toEqual([1, 1])
    for (const person of [portalUser, outsider, await h.aLogin(null, null)])
      expect(await callFunctions(person)).toEqual([0, 0])
  })
})

describe('the search', () => {
  test('finds words in description, notes, customer and technician, ignoring case', async () => {
    await reported({ description: 'Bytt Switch', notes: 'Nyckel i kassaskåpet' })
    await reported({ description: 'Felsökt skrivare', customerId: garage.id }, colleague)
    expect(await found('switch')).toEqual(['Bytt Switch'])
    expect(await found('KASSASKÅP')).toEqual(['Bytt Switch'])
    expect(await found('åsen')).toEqual(['Bytt Switch'])
    expect(await found('öst')).toEqual(['Felsökt skrivare'])
    expect(await found('  verkstan   skriv ')).toEqual(['Felsökt skrivare'])
    expect(await found('verkstan switch')).toEqual([])
    expect(await found('skriv', { customerId: bakery.id })).toEqual([])
    expect(await found('skriv', { year: '2025' })).toEqual([])
  })

  test('one or two letters match as a prefix', async () => {
    await reported({ description: 'Gästnät' })
    await reported({ description: 'Ny NAS' })
    expect(await found('na')).toEqual(['Ny NAS'])
    expect(await found('tn')).toEqual([])
  })

  test.each(['100%', 'a_b', "O'Brien", 'c:\\nas', '$$; drop', '{x}', '%s %L'])(
    'special characters match literally: %s',
    async (text) => {
      await reported({ description: `Före ${text} efter` })
      await reported({ description: 'Före 100 aXb OBrien c nas drop x efter' })
      expect(await found(text)).toEqual([`Före ${text} efter`])
    },
  )

  test('a wildcard matches literally, and a blank search matches everything', async () => {
    await reported({ description: 'Rabatt 20 %' })
    await reported({ description: 'Annat', workDate: '2026-11-01' })
    expect(await found('%')).toEqual(['Rabatt 20 %'])
    expect(await found('   ')).toEqual(['Rabatt 20 %', 'Annat'])
  })

  test('a rare, old match is found behind three thousand newer rows, and matches are sorted', async () => {
    await many(3200, '2026-11-20', 'Vanligt')
    await reported({ description: 'Sällsynt gammal', workDate: '2020-01-02' })
    await reported({ description: 'Sällsynt ny', workDate: '2026-11-20' })
    expect(await found('sällsynt')).toEqual(['Sällsynt ny', 'Sällsynt gammal'])
    const { rows, total } = await list({ search: 'tove' })
    expect([rows.length, total?.rows]).toEqual([50, 3202])
  })

  test('a word in the names of very many customers is found', async () => {
    await h.test.superuser.query(
      `insert into customers (org_id, id, name) select $1, gen_random_uuid(), 'Brf nummer ' || n from generate_series(1, 250) n`,
      [bakery.orgId],
    )
    const { rows } = await h.test.superuser.query(
      `select id, org_id as "orgId" from customers where name = 'Brf nummer 249'`,
    )
    await many(2, '2026-11-20', 'Hos föreningen', rows[0])
    await reported({ description: 'Annat' })
    expect(await found('brf')).toEqual(['Hos föreningen', 'Hos föreningen'])
  })
})

describe('re-activating', () => {
  const reactivate = (id: string, person: Person = colleague) =>
    h.as(person).call(archive.reactivate, { params: { id } })

  test('all staff may re-activate: the row is active, has a new version and can be changed', async () => {
    const { id, version } = await reported()
    const entry = await reactivate(id)
    expect(entry).toMatchObject({ reported: false, reportedAt: null, version: version + 1 })
    expect((await list()).rows).toEqual([])
    const body = {
      customerId: bakery.id,
      workDate: '2026-11-20',
      timeFrom: '08:00',
      timeTo: '09:00',
      version: entry.version,
    }
    expect(await h.as(technician).call(time.change, { params: { id }, body })).toMatchObject({ minutes: 60 })
  })

  test('the audit log has the user, time and row, without texts', async () => {
    const { id } = await reported({ description: 'hemlig text' })
    await reactivate(id)
    const { rows } = await h.test.superuser.query(
      `select user_id, at, subject, detail from audit_log where subject_id = $1 and action = 'reactivated'`,
      [id],
    )
    expect(rows).toMatchObject([
      {
        user_id: colleague.userId,
        subject: 'time_entry',
        detail: { before: { minutes: 150, customerId: bakery.id, reportedAt: expect.any(String) }, version: 2 },
      },
    ])
    expect(rows[0].at).toBeInstanceOf(Date)
    expect(JSON.stringify(rows)).not.toContain('hemlig')
  })

  test('A-167: of concurrent re-activations one succeeds, the others learn that it is done', async () => {
    const { id } = await reported()
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => reactivate(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes.filter(({ status }) => status === 'rejected'))
      expect(outcome).toMatchObject({ reason: { status: 409, code: 'already_active', message: ALREADY_ACTIVE } })
    const { rows } = await h.test.superuser.query(
      `select version, (select count(*)::int from audit_log where subject_id = $1 and action = 'reactivated') as lines
       from time_entries where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ version: 2, lines: 1 }])
  })

  test('A-59, A-61: another organization’s and a removed row are not found and stay unchanged', async () => {
    const { id } = await reported()
    const removed = await log()
    await h.as(technician).call(time.remove, { params: { id: removed.id } })
    await expect(reactivate(id, outsider)).rejects.toMatchObject({ status: 404 })
    await expect(reactivate(removed.id)).rejects.toMatchObject({ status: 404 })
    await expect(reactivate(uuidv7())).rejects.toMatchObject({ status: 404 })
    await expect(reactivate(id, portalUser)).rejects.toMatchObject({ status: 403 })
    expect((await list()).total).toEqual({ rows: 1, minutes: 150 })
  })

  test('the time of an archived customer can be re-activated', async () => {
    const { id } = await reported({ customerId: garage.id })
    await h.as(admin).call(customers.remove, { params: { id: garage.id } })
    expect(await reactivate(id)).toMatchObject({ customer: { isArchived: true }, reported: false })
    await h.as(admin).call(customers.restore, { params: { id: garage.id } })
  })
})
