import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auth } from '#auth/auth.contract.ts'
import { makeOneTimeLink } from '#auth/server/links.queries.ts'
import { uuidv7 } from '#db/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '#tickets/tickets.contract.ts'
import { time } from '#time/time.contract.ts'
import { givePassword, PASSWORD, postToken } from '../../auth/testing/sign-in.ts'
import { users } from '../users.contract.ts'

const NEW = 'fika-ljung-segel-4821'
const TAKEN = 'En användare med denna e-postadress finns redan'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let portalUser: Person
let stranger: Person

beforeAll(async () => {
  h = await startHarness({ poolSize: 8 })
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  stranger = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id, fullName: 'Stina Söder' })
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const sql = async (text: string, ...values: unknown[]) => (await h.test.superuser.query(text, values)).rows
const aNewUser = (fields: object = {}) => ({
  email: `${uuidv7()}@example.se`,
  password: NEW,
  fullName: 'Nils Ny',
  role: 'technician' as const,
  ...fields,
})
const create = (fields: object = {}, by = admin) => h.as(by).call(users.create, { body: aNewUser(fields) })
const list = (by: Person) => h.as(by).call(users.list, {})
const changeRole = (by: Person, { userId }: { userId: string }, role: 'admin' | 'technician') =>
  h.as(by).call(users.changeRole, { params: { id: userId }, body: { role } })
const setPassword = (by: Person, id: string, body: { password: string; mustChange?: boolean }) =>
  h.as(by).call(users.setPassword, { params: { id }, body })
const change = (by: Person, id: string, body: { email: string; fullName: string }) =>
  h.as(by).call(users.change, { params: { id }, body })
const deactivate = (by: Person, id: string) => h.as(by).call(users.deactivate, { params: { id } })
const reactivate = (by: Person, id: string) => h.as(by).call(users.reactivate, { params: { id } })
const signIn = (email: string, password: string) => postToken(h, 'password', { email, password })
const me = (person: Person) => h.as(person).call(auth.me, {})
const inject = (method: 'POST' | 'PUT', url: string, payload: object, { token }: Person = admin) =>
  h.app.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
const auditEntriesOf = (subjectId: string) =>
  sql('select user_id, action, subject, detail from audit_log where subject_id = $1 order by id', subjectId)

/** An organization with two administrators. */
async function aPair() {
  const { id } = await h.anOrganization()
  return { orgId: id, one: await h.anAdmin({ orgId: id }), two: await h.anAdmin({ orgId: id }) }
}
const activeAdmins = async (of: string) =>
  (
    await sql(
      `select from user_roles r join auth.users u on u.id = r.user_id
       where r.org_id = $1 and r.role = 'admin' and u.disabled_at is null`,
      of,
    )
  ).length

describe('the list', () => {
  test('is for all staff, newest first, without other organizations’ people', async () => {
    const { id } = await create({ fullName: 'Sist Skapad' })
    const seen = await list(technician)
    expect(seen[0]).toMatchObject({ id, fullName: 'Sist Skapad', role: 'technician', isActive: true })
    expect(seen.map(({ fullName }) => fullName)).toEqual(expect.arrayContaining(['Tove Teknik', 'Ada Admin']))
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .sort()
        .toReversed(),
    )
    expect(JSON.stringify(seen)).not.toMatch(/Stina|hash|password/)
  })

  test('A-39: is closed to customers', async () => {
    await expect(list(portalUser)).rejects.toMatchObject({ status: 403 })
  })
})

describe('a new user', () => {
  test('belongs to the administrator’s organization and must choose a new password after signing in', async () => {
    const { id, email } = await create({ email: ' Nina.NY@Example.se ', fullName: ' Nina Ny ', role: 'admin' })
    expect(email).toBe('nina.ny@example.se')
    const response = await signIn(email, NEW)
    const person = { ...admin, token: response.json().access_token }
    expect(await me(person)).toMatchObject({ userId: id, orgId, fullName: 'Nina Ny', role: 'admin', kind: 'staff' })
    await expect(list(person)).rejects.toMatchObject({ status: 403, code: 'password_change_due' })
    expect(await auditEntriesOf(id)).toMatchObject([
      { user_id: admin.userId, action: 'created', subject: 'user', detail: { role: 'admin' } },
    ])
  })

  test('does not have to choose a new password when the administrator says so', async () => {
    const { email } = await create({ mustChange: false })
    const person = { ...admin, token: (await signIn(email, NEW)).json().access_token }
    expect(await list(person)).not.toEqual([])
  })

  test.each(['email', 'password', 'fullName', 'role'])('without %s is refused beside the field', async (name) => {
    for (const value of ['', undefined]) {
      const response = await inject('POST', '/api/users', aNewUser({ [name]: value }))
      expect(response.statusCode).toBe(422)
      expect(response.json().error).toMatchObject({
        message: 'Fyll i alla fält',
        fields: { [name]: 'Fyll i alla fält' },
      })
    }
  })

  test('A-16: has a password of at least six characters that is neither common nor the company’s name', async () => {
    const refusalOf = async (password: string) =>
      (await inject('POST', '/api/users', aNewUser({ password }))).json().error?.fields.password
    expect(await refusalOf('abcde')).toBe('Lösenordet måste vara minst 6 tecken')
    expect(await refusalOf('lösenord123')).toBe('Lösenordet är för vanligt. Välj ett annat.')
    expect(await refusalOf('Nordnät1')).toContain('för lätt att gissa')
    expect((await inject('POST', '/api/users', aNewUser({ password: 'xk7 qå' }))).statusCode).toBe(200)
  })

  test('A-15: an address that is taken is refused alike, also another organization’s and in capitals, and leaves nothing', async () => {
    const people = async () => sql('select (select count(*) from profiles), (select count(*) from auth.users)')
    const before = await people()
    for (const { email } of [technician, portalUser, stranger]) {
      const response = await inject('POST', '/api/users', aNewUser({ email: email.toUpperCase() }))
      expect(response.statusCode).toBe(409)
      const { requestId: _, ...error } = response.json().error
      expect(error).toEqual({ code: 'email_taken', message: TAKEN, fields: { email: TAKEN } })
    }
    expect(await people()).toEqual(before)
  })

  test('A-15: of twenty at once with one address, one is made', async () => {
    const email = `${uuidv7()}@example.se`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => inject('POST', '/api/users', aNewUser({ email }))),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    // On a loaded machine the pool may be exhausted: some get 503.
    expect(statuses.filter((status) => ![200, 409, 429, 503].includes(status))).toEqual([])
    expect(await sql('select from profiles p join auth.users u using (id) where u.email = $1', email)).toHaveLength(1)
  })

  test('A-48, A-49: unknown keys and other roles are refused', async () => {
    for (const extra of [{ orgId: stranger.orgId }, { is_admin: true }, { id: uuidv7() }, { constructor: 'x' }])
      expect((await inject('POST', '/api/users', aNewUser(extra))).statusCode).toBe(422)
    for (const role of ['superadmin', 'Admin', ['admin'], null, 1])
      expect((await inject('POST', '/api/users', aNewUser({ role }))).statusCode).toBe(422)
    const { rowCount } = await h.test.superuser.query('select from profiles where org_id = $1', [stranger.orgId])
    expect(rowCount).toBe(1)
  })
})

test('A-43: technicians change nobody, not even themselves, and what they tried is written down', async () => {
  const { id, email } = await create()
  const before = await list(technician)
  const tries = [
    () => create({}, technician),
    () => changeRole(technician, technician, 'admin'),
    () => setPassword(technician, id, { password: NEW }),
    () => change(technician, id, { email: 'x@example.se', fullName: 'X' }),
    () => deactivate(technician, id),
    () => reactivate(technician, id),
  ]
  for (const attempt of tries)
    await expect(attempt()).rejects.toMatchObject({ status: 403, message: 'Bara administratörer kan göra det här' })
  expect(await list(technician)).toEqual(before)
  expect((await signIn(email, NEW)).statusCode).toBe(200)
  const lines = await auditEntriesOf(technician.userId)
  expect(lines.map(({ action, detail }) => [action, detail.endpoint])).toEqual([
    ['denied', 'POST /api/users'],
    ['denied', 'PUT /api/users/:id/role'],
    ['denied', 'PUT /api/users/:id/password'],
    ['denied', 'PUT /api/users/:id'],
    ['denied', 'POST /api/users/:id/deactivate'],
    ['denied', 'POST /api/users/:id/reactivate'],
  ])
})

test('A-51: portal users, other organizations’ people and nobody are equally absent, and stay as they are', async () => {
  const digest = () =>
    sql(`select md5(string_agg(t::text, '' order by t::text)) from (select u::text t from auth.users u
    union all select p::text from profiles p union all select r::text from user_roles r) rows`)
  const before = await digest()
  const absent = { status: 404, message: 'Användaren hittades inte' }
  for (const id of [portalUser.userId, stranger.userId, uuidv7()]) {
    await expect(changeRole(admin, { userId: id }, 'technician')).rejects.toMatchObject(absent)
    await expect(setPassword(admin, id, { password: NEW })).rejects.toMatchObject(absent)
    await expect(change(admin, id, { email: 'x@example.se', fullName: 'X' })).rejects.toMatchObject(absent)
    await expect(deactivate(admin, id)).rejects.toMatchObject(absent)
    await expect(reactivate(admin, id)).rejects.toMatchObject(absent)
  }
  expect(await digest()).toEqual(before)
})

describe('roles', () => {
  test('a changed role is effective at the next request', async () => {
    const person = await h.aTechnician({ orgId })
    expect(await changeRole(admin, person, 'admin')).toMatchObject({ role: 'admin' })
    expect((await me(person)).role).toBe('admin')
    await changeRole(person, person, 'technician')
    await expect(create({}, person)).rejects.toMatchObject({ status: 403 })
    expect(await auditEntriesOf(person.userId)).toMatchObject([
      { user_id: admin.userId, action: 'role_changed', detail: { before: 'technician', after: 'admin' } },
      { user_id: person.userId, action: 'role_changed', detail: { before: 'admin', after: 'technician' } },
      { action: 'denied' },
    ])
  })

  test('A-52: whoever has no role may do nothing until one is given', async () => {
    const person = await h.anAdmin({ orgId })
    await sql('delete from user_roles where user_id = $1', person.userId)
    await expect(list(person)).rejects.toMatchObject({ status: 403 })
    expect((await list(admin)).find(({ id }) => id === person.userId)?.role).toBeNull()
    await changeRole(admin, person, 'technician')
    expect((await me(person)).role).toBe('technician')
  })

  test('A-50: the last administrator stays one', async () => {
    const { orgId: of, one, two } = await aPair()
    await changeRole(one, two, 'technician')
    const refused = {
      status: 409,
      code: 'last_admin',
      message: 'Det måste alltid finnas en aktiv administratör. Gör någon annan till administratör först.',
    }
    await expect(changeRole(one, one, 'technician')).rejects.toMatchObject(refused)
    // An inactive administrator does not count.
    await changeRole(one, two, 'admin')
    await deactivate(one, two.userId)
    await expect(changeRole(one, one, 'technician')).rejects.toMatchObject(refused)
    expect(await activeAdmins(of)).toBe(1)
    await expect(sql(`update user_roles set role = 'technician' where org_id = $1`, of)).rejects.toThrow(/active admin/)
    await expect(sql('delete from user_roles where org_id = $1', of)).rejects.toThrow(/active admin/)
    await expect(sql('update auth.users set disabled_at = now() where id = $1', one.userId)).rejects.toThrow(/active/)
  })

  test.each([
    ['a demotion', `update user_roles set role = 'technician' where user_id = $1`],
    ['a deactivation', 'update auth.users set disabled_at = now() where id = $1'],
  ])('A-50: %s waits for another one that is under way, and then finds nobody else left', async (_, change) => {
    const { orgId: of, one, two } = await aPair()
    const { superuser } = h.test
    const other = new pg.Client({ ...h.test.connection, options: '-c search_path=stodpunkt' })
    await other.connect()
    await superuser.query('begin')
    await superuser.query(`update user_roles set role = 'technician' where user_id = $1`, [two.userId])
    await other.query('set role stodpunkt_owner')
    const late = other.query(change, [one.userId]).then(
      () => 'done',
      (error: { constraint: string }) => error.constraint,
    )
    await vi.waitUntil(
      async () => (await sql(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0,
    )
    await superuser.query('commit')
    expect(await late).toBe('organizations_need_an_admin')
    await other.end()
    expect(await activeAdmins(of)).toBe(1)
  })

  test('A-50: two administrators who demote or deactivate each other at once leave one, fifty times', async () => {
    const { orgId: of, one, two } = await aPair()
    for (let round = 0; round < 50; round++) {
      const outcomes = await Promise.allSettled([
        changeRole(one, two, 'technician'),
        round % 2 === 0 ? changeRole(two, one, 'technician') : deactivate(two, one.userId),
      ])
      expect(await activeAdmins(of)).toBe(1)
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(failed).toHaveLength(1)
      // The other change won: no longer allowed, signed out, or the last administrator.
      expect([401, 403, 409]).toContain(failed[0].status)
      await sql('update auth.users set disabled_at = null where id = any($1)', [one.userId, two.userId])
      await sql('update auth.sessions set ended_at = null where user_id = any($1)', [one.userId, two.userId])
      await sql(`update user_roles set role = 'admin' where org_id = $1`, of)
    }
  }, 60_000)
})

describe('passwords', () => {
  test('A-25: a new password ends the person’s sessions at once, and voids the links', async () => {
    const person = await h.aTechnician({ orgId })
    await givePassword(h, person)
    const { access_token: token, refresh_token } = (await signIn(person.email, PASSWORD)).json()
    const link = await h.database.as('auth', (db) =>
      makeOneTimeLink(db, { appUrl: '', userId: person.userId, purpose: 'recovery' }),
    )
    await setPassword(admin, person.userId, { password: NEW })
    for (const session of [person, { ...person, token }])
      await expect(me(session)).rejects.toMatchObject({ status: 401 })
    expect((await postToken(h, 'refresh_token', { refresh_token })).statusCode).not.toBe(200)
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(400)
    const token_hash = /#token=([\w-]{43})/.exec(link)?.[1]
    const verified = await h.app.inject({
      method: 'POST',
      url: '/auth/v1/verify',
      payload: { token_hash, type: 'recovery' },
    })
    expect(verified.statusCode).toBe(403)
    const again = (await signIn(person.email, NEW)).json()
    expect(await me({ ...person, token: again.access_token })).toMatchObject({ mustChangePassword: true })
    expect(await auditEntriesOf(person.userId)).toMatchObject([{ user_id: admin.userId, action: 'password_changed' }])
  })

  test('A-16: the rules are those of every password', async () => {
    const refused = (password: string) => setPassword(admin, technician.userId, { password })
    await expect(refused('abcde')).rejects.toMatchObject({
      status: 422,
      fields: { password: 'Lösenordet måste vara minst 6 tecken' },
    })
    await expect(refused('Tove Teknik')).rejects.toMatchObject({ status: 422 })
    await expect(refused('')).rejects.toMatchObject({ status: 422, fields: { password: 'Ange ett lösenord' } })
  })

  test('neither the own one nor that of a disabled login can be set here', async () => {
    await expect(setPassword(admin, admin.userId, { password: NEW })).rejects.toMatchObject({ status: 422 })
    const { id } = await create()
    await deactivate(admin, id)
    await expect(setPassword(admin, id, { password: NEW })).rejects.toMatchObject({
      message: 'Användaren är inaktiv. Aktivera den först.',
    })
  })
})

describe('a deactivated person', () => {
  test('A-17: is out at once: sessions, refreshing, signing in; and comes back with the same password', async () => {
    const person = await h.aTechnician({ orgId })
    await givePassword(h, person)
    const { refresh_token } = (await signIn(person.email, PASSWORD)).json()
    expect(await deactivate(admin, person.userId)).toMatchObject({ isActive: false })
    await expect(me(person)).rejects.toMatchObject({ status: 401 })
    expect((await postToken(h, 'refresh_token', { refresh_token })).statusCode).not.toBe(200)
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(400)
    await deactivate(admin, person.userId)
    expect(await reactivate(admin, person.userId)).toMatchObject({ isActive: true })
    await expect(me(person)).rejects.toMatchObject({ status: 401 })
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(200)
    expect((await auditEntriesOf(person.userId)).map(({ action }) => action)).toEqual(['revoked', 'reopened'])
  })

  test('keeps time and tickets, is not in the pickers and is still named', async () => {
    const person = await h.aTechnician({ orgId, fullName: 'Lisa Slutar' })
    const customer = await h.aCustomer({ orgId })
    const day = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
    const entry = await h.as(person).call(time.create, { body: { customerId: customer.id, ...day } })
    const ticket = await h.as(person).call(tickets.create, {
      body: { title: 'x', description: 'x', customerId: customer.id, assignedTo: person.userId },
    })
    const names = async () => (await h.as(technician).call(users.names, {})).map(({ id }) => id)
    expect(await names()).toContain(person.userId)
    await deactivate(admin, person.userId)
    expect(await names()).not.toContain(person.userId)
    const [row] = (await h.as(technician).call(time.list, { query: { customerId: customer.id } })).rows
    expect(row).toMatchObject({ id: entry.id, technician: { fullName: 'Lisa Slutar' } })
    expect(await h.as(technician).call(tickets.get, { params: { id: ticket.id } })).toMatchObject({
      assignee: { id: person.userId, fullName: 'Lisa Slutar' },
    })
    expect((await list(technician)).find(({ id }) => id === person.userId)?.isActive).toBe(false)
    await reactivate(admin, person.userId)
    expect(await names()).toContain(person.userId)
  })

  test('A-50: nobody closes the own login', async () => {
    await expect(deactivate(admin, admin.userId)).rejects.toMatchObject({
      status: 409,
      message: 'Du kan inte inaktivera dig själv. Be en annan administratör.',
    })
    expect((await me(admin)).role).toBe('admin')
  })
})

describe('name and e-mail', () => {
  test('a new name is shown everywhere, and ends no session', async () => {
    const person = await h.aTechnician({ orgId, fullName: 'Före' })
    await change(admin, person.userId, { email: person.email, fullName: ' Efter ' })
    expect(await me(person)).toMatchObject({ fullName: 'Efter' })
    expect(await auditEntriesOf(person.userId)).toMatchObject([
      { action: 'renamed', subject: 'user', detail: { before: 'Före', after: 'Efter' } },
    ])
  })

  test('a new address ends the sessions, replaces the old one, and both are notified', async () => {
    const person = await h.aTechnician({ orgId })
    await givePassword(h, person)
    const email = `${uuidv7()}@example.se`
    expect(await change(admin, person.userId, { email: email.toUpperCase(), fullName: 'Test Person' })).toMatchObject({
      email,
    })
    await expect(me(person)).rejects.toMatchObject({ status: 401 })
    expect((await signIn(person.email, PASSWORD)).statusCode).toBe(400)
    expect((await signIn(email, PASSWORD)).statusCode).toBe(200)
    const [line] = await auditEntriesOf(person.userId)
    expect(line).toMatchObject({
      user_id: admin.userId,
      action: 'email_changed',
      detail: { before: person.email, after: email },
    })
    const jobs = await sql(
      `select payload from graphile_worker._private_jobs j join audit_log a on a.id = (payload ->> 'changeId')::uuid
       where a.subject_id = $1 order by j.id`,
      person.userId,
    )
    expect(jobs.map(({ payload }) => payload.to)).toEqual(['before', 'after'])
    expect(JSON.stringify(jobs)).not.toContain('@')
  })

  test('A-15: an address that is taken is refused, and the name is not changed either', async () => {
    const { id, email } = await create({ fullName: 'Före' })
    const refused = change(admin, id, { email: stranger.email, fullName: 'Efter' })
    await expect(refused).rejects.toMatchObject({ status: 409, message: TAKEN, fields: { email: TAKEN } })
    expect((await list(admin)).find((user) => user.id === id)).toMatchObject({ email, fullName: 'Före' })
  })

  test('A-48: nothing else of a person is changed this way', async () => {
    const body = { email: technician.email, fullName: 'Tove Teknik' }
    for (const extra of [{ role: 'admin' }, { orgId: stranger.orgId }, { isActive: false }])
      expect((await inject('PUT', `/api/users/${technician.userId}`, { ...body, ...extra })).statusCode).toBe(422)
    expect((await inject('PUT', `/api/users/${technician.userId}`, { ...body, fullName: ' ' })).statusCode).toBe(422)
  })
})
