// The effect of roles, passwords and deactivation on what users may do and whether they can sign in.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordTooShort } from '#features/auth/password.rules.ts'
import { makeOneTimeLink } from '#features/auth/server/links.queries.ts'
import { givePassword, PASSWORD, postToken } from '#features/auth/testing/sign-in.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { untilLockWaits } from '#tests/harness/open-transaction.ts'
import { NEW_PASSWORD as NEW, usersApi } from '../testing/users-api.ts'
import { users } from '../users.contract.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness({ poolSize: 8 })
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId, fullName: 'Ada Admin' })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const { sql, create, list, changeRole, setPassword, deactivate, reactivate, signIn, me, auditEntriesOf } = usersApi(
  () => ({ h, admin }),
)

/** A separate connection as the owner of the tables. */
async function anOwner() {
  const client = new pg.Client({ ...h.test.connection, options: '-c search_path=stodpunkt' })
  await client.connect()
  await client.query('set role stodpunkt_owner')
  return client
}

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

  test('A-52: a user without a role may do nothing until they get one', async () => {
    const person = await h.anAdmin({ orgId })
    await sql('delete from user_roles where user_id = $1', person.userId)
    await expect(list(person)).rejects.toMatchObject({ status: 403 })
    expect((await list(admin)).find(({ id }) => id === person.userId)?.role).toBeNull()
    await changeRole(admin, person, 'technician')
    expect((await me(person)).role).toBe('technician')
  })

  test('A-50: the last administrator cannot be demoted or deactivated', async () => {
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
  ])('A-50: %s waits for a concurrent one, and is then refused for the last administrator', async (_, change) => {
    const { orgId: of, one, two } = await aPair()
    const [first, other] = [await anOwner(), await anOwner()]
    await first.query('begin')
    await first.query(`update user_roles set role = 'technician' where user_id = $1`, [two.userId])
    const late = other.query(change, [one.userId]).then(
      () => 'done',
      (error: { constraint: string }) => error.constraint,
    )
    await untilLockWaits(h)
    await first.query('commit')
    expect(await late).toBe('organizations_need_an_admin')
    for (const client of [first, other]) await client.end()
    expect(await activeAdmins(of)).toBe(1)
  })

  test('A-50: two administrators who demote or deactivate each other at once leave one', async () => {
    const { orgId: of, one, two } = await aPair()
    for (let round = 0; round < 50; round++) {
      const outcomes = await Promise.allSettled([
        changeRole(one, two, 'technician'),
        round % 2 === 0 ? changeRole(two, one, 'technician') : deactivate(two, one.userId),
      ])
      expect(await activeAdmins(of)).toBe(1)
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(failed).toHaveLength(1)
      // The other change won: this actor is demoted, signed out or the last administrator.
      expect([401, 403, 409]).toContain(failed[0].status)
      await sql('update auth.users set disabled_at = null where id = any($1)', [one.userId, two.userId])
      await sql('update auth.sessions set ended_at = null where user_id = any($1)', [one.userId, two.userId])
      await sql(`update user_roles set role = 'admin' where org_id = $1`, of)
    }
  })
})

describe('passwords', () => {
  test('A-25: a new password ends the person’s sessions at once and voids the links', async () => {
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

  test('A-16: follow the rules of every password', async () => {
    const refused = (password: string) => setPassword(admin, technician.userId, { password })
    await expect(refused('abcde')).rejects.toMatchObject({
      status: 422,
      fields: { password: passwordTooShort() },
    })
    await expect(refused('Tove Teknik')).rejects.toMatchObject({ status: 422 })
    await expect(refused('')).rejects.toMatchObject({ status: 422, fields: { password: 'Ange ett lösenord' } })
  })

  test('of one’s own or a disabled login cannot be set here', async () => {
    await expect(setPassword(admin, admin.userId, { password: NEW })).rejects.toMatchObject({ status: 422 })
    const { id } = await create()
    await deactivate(admin, id)
    await expect(setPassword(admin, id, { password: NEW })).rejects.toMatchObject({
      message: 'Användaren är inaktiv. Aktivera den först.',
    })
  })
})

describe('a deactivated person', () => {
  test('A-17: is out at once (sessions, refresh, sign-in) and returns with the same password', async () => {
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

  test('retains time and tickets, is not in the pickers but still shown by name', async () => {
    const person = await h.aTechnician({ orgId, fullName: 'Lisa Slutar' })
    const customer = await h.aCustomer({ orgId })
    const day = { workDate: '2026-11-20', timeFrom: '08:00', timeTo: '09:00' }
    const entry = await h.as(person).call(time.create, { body: { customerId: customer.id, ...day } })
    const ticket = await h.as(person).call(tickets.create, {
      body: { title: 'x', description: 'x', customerId: customer.id, assignedTo: person.userId },
    })
    const isInPickers = async () =>
      (await h.as(technician).call(users.names, {})).find(({ id }) => id === person.userId)?.isActive
    expect(await isInPickers()).toBe(true)
    await deactivate(admin, person.userId)
    expect(await isInPickers()).toBe(false)
    const [row] = (await h.as(technician).call(time.list, { query: { customerId: customer.id } })).rows
    expect(row).toMatchObject({ id: entry.id, technician: { fullName: 'Lisa Slutar' } })
    expect(await h.as(technician).call(tickets.get, { params: { id: ticket.id } })).toMatchObject({
      assignee: { id: person.userId, fullName: 'Lisa Slutar' },
    })
    expect((await list(technician)).find(({ id }) => id === person.userId)?.isActive).toBe(false)
    await reactivate(admin, person.userId)
    expect(await isInPickers()).toBe(true)
  })

  test('A-50: people cannot deactivate themselves', async () => {
    await expect(deactivate(admin, admin.userId)).rejects.toMatchObject({
      status: 409,
      message: 'Du kan inte inaktivera dig själv. Be en annan administratör.',
    })
    expect((await me(admin)).role).toBe('admin')
  })
})
