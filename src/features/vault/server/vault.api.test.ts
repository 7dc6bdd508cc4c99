import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#features/customers/customers.contract.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { aVaultKey, type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { vault } from '../vault.contract.ts'
import { makeVaultKey } from './envelope.ts'
import { vaultKeysOf } from './vault-keys.ts'

const SECRET = 'Router: admin / hemligt-kanariefågel'
const UNREADABLE = 'Kunde inte hämta kunddata'

let h: Harness
let technician: Person & { fullName: string }
let colleague: Person
let admin: Person
let orgId: string
let logged = ''
const log = new Writable({
  write(chunk, _encoding, done) {
    logged += chunk
    done()
  },
})

beforeAll(async () => {
  h = await startHarness({ logger: pino({ level: 'trace' }, log) })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  colleague = await h.aTechnician({ orgId, fullName: 'Kim Kollega' })
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
})
afterAll(() => h.stop())

const at = (id: string) => ({ params: { id } })
const aCustomer = async () => (await h.aCustomer({ orgId })).id
const save = (id: string, text: string, version: number, person: Person = technician) =>
  h.as(person).call(vault.save, { ...at(id), body: { text, version } })
const read = (id: string, person: Person = technician) => h.as(person).call(vault.read, { ...at(id), body: {} })
const stateOf = (id: string) => h.as(technician).call(vault.get, at(id))
const restore = (id: string, version: number, basedOn: number) =>
  h.as(technician).call(vault.restore, { ...at(id), body: { version, basedOn } })
const versionsOf = async (id: string) => (await h.as(technician).call(vault.versions, { ...at(id), query: {} })).rows
const stored = async (id: string) =>
  (
    await h.test.superuser.query(
      'select version, key_id, envelope from customer_credentials where customer_id = $1 order by version',
      [id],
    )
  ).rows
const auditOf = async (id: string) =>
  (await h.as(admin).call(vault.log, { ...at(id), query: {} })).rows.map(({ who, action, version, from }) =>
    [who, action, version, from].join(' ').trim(),
  )
const tamper = async (id: string, change: string) => {
  await h.test.superuser.query('alter table customer_credentials disable trigger keep')
  await h.test.superuser.query(`update customer_credentials set ${change} where customer_id = $1`, [id])
  await h.test.superuser.query('alter table customer_credentials enable trigger keep')
}

test('a text is saved as a new version and read by all staff; it is empty before that', async () => {
  const id = await aCustomer()
  expect(await stateOf(id)).toEqual({
    version: 0,
    savedBy: null,
    savedAt: null,
    state: 'readable',
    isEmpty: true,
    isArchived: false,
    ownReason: null,
  })
  expect(await read(id)).toMatchObject({ version: 0, text: '' })
  expect(await save(id, SECRET, 0)).toMatchObject({ version: 1, savedBy: 'Tove Teknik', state: 'readable' })
  expect(await save(id, `${SECRET} 2`, 1)).toMatchObject({ version: 2 })
  expect(await read(id, colleague)).toMatchObject({ version: 2, text: `${SECRET} 2`, savedBy: 'Tove Teknik' })
})

test('A-86: empty text is stored as empty, and clearing leaves the earlier version', async () => {
  const id = await aCustomer()
  await save(id, '', 0)
  await save(id, SECRET, 1)
  await save(id, '', 2)
  const empty = { key_id: null, envelope: Buffer.alloc(0) }
  expect(await stored(id)).toMatchObject([empty, { key_id: aVaultKey.id }, empty])
  expect(await read(id)).toMatchObject({ version: 3, text: '' })
  expect((await versionsOf(id)).map(({ version, isEmpty }) => [version, isEmpty])).toEqual([
    [3, true],
    [2, false],
    [1, true],
  ])
  expect(await restore(id, 2, 3)).toMatchObject({ version: 4 })
  expect(await read(id)).toMatchObject({ version: 4, text: SECRET })
})

test('A-88: saving from an old version gets 409 with the current text, and nothing is lost', async () => {
  const id = await aCustomer()
  await save(id, 'Ett', 0)
  await save(id, 'Två', 1)
  await expect(save(id, 'Mitt', 1, colleague)).rejects.toMatchObject({
    status: 409,
    current: { version: 2, text: 'Två', savedBy: 'Tove Teknik', savedAt: expect.any(String) },
  })
  expect(await auditOf(id)).toEqual(['Kim Kollega read 2', 'Tove Teknik changed 2', 'Tove Teknik changed 1'])
  await expect(restore(id, 1, 1)).rejects.toMatchObject({ status: 409, current: { version: 2 } })
})

test('A-88: of concurrent saves one succeeds', async () => {
  const id = await aCustomer()
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => save(id, `Text ${n}`, 0)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { text } = await read(id)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, current: { text } })
  expect(await stored(id)).toHaveLength(1)
})

test('A-89: only administrators see who read and changed the text, without the text', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  await read(id, colleague)
  await save(id, 'Nytt', 1, colleague)
  await restore(id, 1, 2)
  expect(await auditOf(id)).toEqual([
    'Tove Teknik restored 3 1',
    'Kim Kollega changed 2',
    'Kim Kollega read 1',
    'Tove Teknik changed 1',
  ])
  const { rows } = await h.test.superuser.query(`select detail from audit_log where subject_id = $1`, [id])
  for (const { detail } of rows) expect(detail).toMatchObject({ ip: '127.0.0.1', version: expect.any(Number) })
  await expect(h.as(technician).call(vault.log, { ...at(id), query: {} })).rejects.toMatchObject({ status: 403 })
})

test('opening an empty text is not audited as a read', async () => {
  const id = await aCustomer()
  await read(id)
  expect(await auditOf(id)).toEqual([])
  await save(id, SECRET, 0)
  expect(await stateOf(id)).toMatchObject({ isEmpty: false })
  await read(id)
  await save(id, '', 1)
  expect(await stateOf(id)).toMatchObject({ version: 2, isEmpty: true })
  await read(id)
  expect(await auditOf(id)).toEqual(['Tove Teknik changed 2', 'Tove Teknik read 1', 'Tove Teknik changed 1'])
})

test('versions and the access log are paginated', async () => {
  const id = await aCustomer()
  for (let version = 0; version < 60; version++) await save(id, '', version)
  for (const endpoint of [vault.versions, vault.log]) {
    const first = await h.as(admin).call(endpoint, { ...at(id), query: {} })
    const second = await h.as(admin).call(endpoint, { ...at(id), query: { after: first.next ?? '' } })
    expect([...first.rows, ...second.rows].map(({ version }) => version)).toEqual(
      Array.from({ length: 60 }, (_, n) => 60 - n),
    )
    expect(second.next).toBeNull()
  }
})

test.each(['👩‍👩‍👧 🔑', 'مرحبا \u202eabc', '  blanksteg  \n\n', 'å'.repeat(32 * 1024)])(
  'A-92: %j is read exactly as it was saved',
  async (text) => {
    const id = await aCustomer()
    await save(id, text, 0)
    expect((await read(id)).text).toBe(text)
  },
)

test('A-92: a text that is too long, or has a NUL or half a character, is refused', async () => {
  const id = await aCustomer()
  const refused = (text: string) =>
    save(id, text, 0).then(String, ({ status, message }: { status: number; message: string }) => [status, message])
  const tooLong = 'Texten får vara högst 64 kB. Korta den eller dela upp den.'
  expect(await refused('x'.repeat(64 * 1024 + 1))).toEqual([422, tooLong])
  expect(await refused(`${'å'.repeat(32 * 1024)}x`)).toEqual([422, tooLong])
  expect(await refused('x'.repeat(1024 * 1024))).toEqual([413, 'Innehållet är för stort'])
  for (const text of ['a\0b', 'a\ud83d'])
    expect(await refused(text)).toEqual([422, 'Texten innehåller ett tecken som inte kan sparas'])
  expect(await stored(id)).toEqual([])
})

test('A-83, A-84: swapped, flipped and truncated texts are errors and never overwritten', async () => {
  const other = await aCustomer()
  await save(other, 'En annans hemlighet', 0)
  const damages = [
    `envelope = (select envelope from customer_credentials where customer_id = '${other}')`,
    `envelope = set_byte(envelope, 20, get_byte(envelope, 20) # 1)`,
    `envelope = substr(envelope, 1, length(envelope) - 1)`,
    `envelope = '\\x00'`,
  ]
  for (const damage of damages) {
    const id = await aCustomer()
    await save(id, SECRET, 0)
    await save(id, 'Nyare', 1)
    await tamper(id, damage)
    const before = await stored(id)
    expect(await stateOf(id)).toMatchObject({ version: 2, state: 'unreadable' })
    await expect(read(id)).rejects.toMatchObject({ status: 500, code: 'unreadable', message: UNREADABLE })
    for (const [text, version] of [
      ['Skriver över', 2],
      ['', 2],
      ['Gammal', 1],
    ] as const)
      await expect(save(id, text, version)).rejects.toMatchObject({ status: 500, message: UNREADABLE })
    await expect(restore(id, 2, 2)).rejects.toMatchObject({ status: 500, message: UNREADABLE })
    expect(await stored(id)).toEqual(before)
  }
})

test('an earlier version can replace one that cannot be decrypted, which is retained', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const [undamaged] = await stored(id)
  await save(id, 'Nyare', 1)
  await tamper(id, `envelope = '\\x0102'`)
  await h.test.superuser.query('update customer_credentials set envelope = $1 where customer_id = $2 and version = 1', [
    undamaged.envelope,
    id,
  ])
  await expect(save(id, 'Skriver över', 2)).rejects.toMatchObject({ status: 500 })
  expect(await restore(id, 1, 2)).toMatchObject({ version: 3, state: 'readable' })
  expect(await read(id)).toMatchObject({ version: 3, text: SECRET })
  expect((await stored(id))[1].envelope).toEqual(Buffer.of(1, 2))
})

test('A-85, A-93: without the key the vault reports it and stores nothing; the rest works', async () => {
  const id = await aCustomer()
  const untouched = await aCustomer()
  await save(id, SECRET, 0)
  const before = await stored(id)
  for (const keys of [[], [makeVaultKey()], [makeVaultKey(), aVaultKey]]) {
    const without = await startHarness({ on: h.test, tokens: h.tokens, vaultKeys: vaultKeysOf(keys) })
    const { call } = without.as(technician)
    const missing = { status: 500, code: 'key_missing', message: expect.stringContaining('Nyckel saknas') }
    expect(await call(customers.get, at(id))).toMatchObject({ id })
    for (const customerId of [id, untouched]) {
      expect(await call(vault.get, at(customerId))).toMatchObject({ state: 'keyMissing' })
      await expect(
        call(vault.save, { ...at(customerId), body: { text: 'x', version: customerId === id ? 1 : 0 } }),
      ).rejects.toMatchObject(missing)
    }
    await expect(call(vault.restore, { ...at(id), body: { version: 1, basedOn: 1 } })).rejects.toMatchObject(missing)
    if (!keys.includes(aVaultKey))
      await expect(call(vault.read, { ...at(id), body: {} })).rejects.toMatchObject(missing)
    await without.stop()
  }
  expect([await stored(id), await stored(untouched)]).toEqual([before, []])
  expect(await read(id)).toMatchObject({ text: SECRET })
})

test('an archived customer’s text can be read but not changed', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  await h.as(admin).call(customers.remove, at(id))
  expect(await stateOf(id)).toMatchObject({ isArchived: true })
  expect(await read(id)).toMatchObject({ text: SECRET })
  const refused = {
    status: 422,
    message: 'Kunden är arkiverad: texten kan läsas men inte ändras. Återställ kunden först.',
  }
  await expect(save(id, 'x', 1)).rejects.toMatchObject(refused)
  await expect(restore(id, 1, 1)).rejects.toMatchObject(refused)
})

test('A-59: the organization’s staff have access; others’ staff get 404, customers 403', async () => {
  const id = await aCustomer()
  await save(id, SECRET, 0)
  const outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  const portalUser = await h.aPortalUser({ id, orgId })
  const attempts = (person: Person | null, of: string) => {
    const { call } = h.as(person)
    return [
      call(vault.get, at(of)),
      call(vault.read, { ...at(of), body: {} }),
      call(vault.save, { ...at(of), body: { text: 'x', version: 1 } }),
      call(vault.restore, { ...at(of), body: { version: 1, basedOn: 1 } }),
      call(vault.versions, { ...at(of), query: {} }),
      call(vault.log, { ...at(of), query: {} }),
    ]
  }
  const before = await auditOf(id)
  for (const [person, of, status] of [
    [outsider, id, 404],
    [outsider, uuidv7(), 404],
    [portalUser, id, 403],
    [null, id, 401],
  ] as const)
    for (const outcome of await Promise.allSettled(attempts(person, of)))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { status } })
  expect(await auditOf(id)).toEqual(before)
})

test('A-81, A-90: no table, log, list, search or refusal has a text or key; nothing is cached', async () => {
  const id = await aCustomer()
  const canary = 'kanariefågel'
  await save(id, SECRET, 0)
  await read(id)
  await save(id, `${SECRET} igen`, 0).catch(() => undefined)
  await restore(id, 1, 1)
  const broken = await aCustomer()
  await save(broken, SECRET, 0)
  await tamper(broken, `envelope = '\\x0102'`)
  await expect(read(broken)).rejects.toMatchObject({ status: 500 })
  expect(logged).toContain('cannot be opened: format')

  const secrets = [canary, aVaultKey.key.toString('base64url'), aVaultKey.key.toString('hex')]
  const { rows: tables } = await h.test.superuser.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('stodpunkt', 'auth', 'jobs')`,
  )
  expect(tables.length).toBeGreaterThan(25)
  const hexes = secrets.map((secret) => Buffer.from(secret).toString('hex'))
  for (const { name } of tables) {
    const { rows } = await h.test.superuser.query(`select t::text as row from ${name} t`)
    const dump = JSON.stringify(rows)
    for (const secret of [...secrets, ...hexes]) expect(dump, name).not.toContain(secret)
  }
  for (const secret of secrets) expect(logged).not.toContain(secret)

  const getRoutes = h.routes.filter(
    ({ method, url, allow }) => method === 'GET' && allow !== 'anyone' && !url.endsWith('live'),
  )
  expect(getRoutes.length).toBeGreaterThan(15)
  for (const { url } of getRoutes)
    for (const query of ['', `?search=${encodeURIComponent(canary)}`]) {
      const { body } = await h.app.inject({
        url: url.replace(/:\w+/g, id) + query,
        headers: { authorization: `Bearer ${admin.token}` },
      })
      if (!url.includes('openapi')) expect(body, url).not.toContain(canary)
    }
  const { headers, statusCode } = await h.app.inject({
    method: 'POST',
    url: `/api/customers/${id}/credentials/text`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
})
