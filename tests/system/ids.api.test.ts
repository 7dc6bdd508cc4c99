// Ids are case-insensitive, and are converted to lower case when a request is validated.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { ownSessions } from '#features/auth/own-sessions.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { users } from '#features/users/users.contract.ts'
import { type Harness, type Person, startHarness } from '../harness/harness.ts'
import { endpoints } from './access/contracts.ts'

const ID = '0192f0c1-2b3c-7d4e-8f50-0123456789ab'
const src = join(import.meta.dirname, '../../src')

let h: Harness
let orgId: string
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

type Schema = z.ZodType & { _zod: { def: Record<string, unknown> } }
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** A schema and its nested schemas, each with its path. */
function* partsOf(value: unknown, path: string): Generator<[string, Schema]> {
  if (typeof value !== 'object' || value === null) return
  if (isSchema(value)) {
    yield [path, value]
    for (const [name, inner] of Object.entries(value._zod.def)) if (name !== 'checks') yield* partsOf(inner, path)
  } else for (const [name, inner] of Object.entries(value)) yield* partsOf(inner, `${path}.${name}`)
}
const idsIn = (value: unknown, path: string) =>
  [...partsOf(value, path)].filter(([, { _zod }]) => ['uuid', 'guid'].includes(String(_zod.def.format)))

test('A-212: every id in the schemas of every endpoint is converted to lower case', () => {
  const registered = new Set(
    h.routes.filter(({ url }) => /^\/(api|auth)\//.test(url)).map(({ method, url }) => `${method} ${url}`),
  )
  expect([...registered].filter((name) => !endpoints.has(name))).toEqual([])
  const ids = [...endpoints].flatMap(([name, { params, query, body, returns }]) =>
    idsIn({ params, query, body, returns }, name),
  )
  expect(ids.length).toBeGreaterThan(100)
  const asTyped = ids.filter(([, schema]) => schema.safeParse(ID.toUpperCase()).data !== ID)
  expect(asTyped.map(([path]) => path)).toEqual([])
})

/** Ids that are not ours: of an application at Microsoft, of a server in Authentication-Results, and of WebAuthn. */
const givenElsewhere = ['clientId', 'authservId', 'rpId', 'rawId']
const isOfCredential = (path: string) => /credential(_response)?$/.test(path)

test('A-212: every input named like an id is validated as one', () => {
  const named = [...endpoints].flatMap(([name, { params, query, body }]) =>
    [...partsOf({ params, query, body }, name)].flatMap(([path, { _zod }]) =>
      Object.entries((_zod.def.shape as object | undefined) ?? {})
        .filter(([field]) => /^id$|Id$|^assign/.test(field) && !givenElsewhere.includes(field) && !isOfCredential(path))
        .map(([field, schema]) => [`${path}.${field}`, idsIn(schema, field).length] as const),
    ),
  )
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(([, ids]) => ids === 0)).toEqual([])
})

test('A-212: schemas of ids are defined only in shared/contract.ts', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.tsx?$|testing\//.test(file))
  const making = files.filter((file) =>
    /z\s*\.(uuid|guid|uuidv\d)\(|z\.string\([^)]*\)\.(uuid|guid)\(/.test(readFileSync(join(src, file), 'utf8')),
  )
  expect(making).toEqual(['shared/contract.ts'])
})

const put = (person: Person, url: string, payload: object) =>
  h.app.inject({ method: 'PUT', url, headers: { authorization: `Bearer ${person.token}` }, payload })

test('A-212: actions forbidden on oneself are also forbidden with the id in capitals', async () => {
  const me = admin.userId.toUpperCase()
  const password = await put(admin, `/api/users/${me}/password`, { password: 'ett-nytt-lösenord-7', mustChange: false })
  expect([password.statusCode, password.json().error.message]).toEqual([
    422,
    'Ditt eget lösenord byter du under Ditt konto',
  ])
  await expect(h.as(admin).call(users.deactivate, { params: { id: me } })).rejects.toMatchObject({
    status: 409,
    code: 'yourself',
  })
})

test('A-212: a device is signed out by its id in any letter case', async () => {
  const person = await h.aTechnician({ orgId })
  const { call } = h.as(person)
  await call(ownSessions.end, { params: { id: person.sessionId.toUpperCase() } })
  await expect(call(ownSessions.list, {})).rejects.toMatchObject({ status: 401 })
})

test('A-212: a repeated request with its ids in another letter case is carried out once', async () => {
  const { id } = await h.aCustomer({ orgId })
  const { call } = h.as(technician)
  const create = (customerId: string) =>
    call(
      tickets.create,
      { body: { title: 'WiFi', description: 'Nere', customerId } },
      { idempotencyKey: `samma-${id}` },
    )
  const first = await create(id)
  expect(await create(id.toUpperCase())).toEqual(first)
  const comment = (ticketId: string) =>
    call(
      tickets.comment,
      { params: { id: ticketId }, body: { comment: 'Hej' } },
      { idempotencyKey: `kommentar-${first.id}` },
    )
  expect(await comment(first.id.toUpperCase())).toEqual(await comment(first.id))
  const thread = await call(tickets.thread, { params: { id: first.id } })
  expect(thread.filter(({ kind }) => kind === 'comment')).toHaveLength(1)
})

test('A-212: filters and returned ids work with ids in any letter case', async () => {
  const { id } = await h.aCustomer({ orgId })
  const { call } = h.as(technician)
  const assignedTo = technician.userId.toUpperCase()
  const ticket = await call(tickets.create, {
    body: { title: 'Skrivare', description: 'Tyst', customerId: id.toUpperCase(), assignedTo },
  })
  expect(ticket).toMatchObject({ customer: { id }, assignee: { id: technician.userId } })
  const { rows } = await call(tickets.list, { query: { assignee: assignedTo } })
  expect(rows.map((row) => row.id)).toContain(ticket.id)
  expect(await call(customers.get, { params: { id: id.toUpperCase() } })).toMatchObject({ id })
})
