import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '#features/users/users.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { security } from '../security.contract.ts'
import { givePassword, PASSWORD, postToken } from '../testing/sign-in.ts'
import { giveApp } from '../testing/totp.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId, fullName: 'Åsa Chef' })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  await givePassword(h, technician)
})
afterAll(() => h.stop())

const get = () => h.as(admin).call(security.get, {})
const signIns = (query: { q?: string; kind?: 'signed_in' | 'refused' | 'changed'; after?: string } = {}) =>
  h.as(admin).call(security.signIns, { query })
const signIn = (password: string) => postToken(h, 'password', { email: technician.email, password })

test('an administrator sets from when staff must have a second factor, and sees who lacks one', async () => {
  const { version, ...settings } = await get()
  expect(settings).toEqual({
    factorRequiredFrom: null,
    vaultProofHours: 8,
    withoutFactor: ['Tove Teknik', 'Åsa Chef'],
  })
  const body = { factorRequiredFrom: '2027-01-01', vaultProofHours: 4, version }
  expect(await h.as(admin).call(security.change, { body })).toMatchObject({
    factorRequiredFrom: '2027-01-01',
    vaultProofHours: 4,
  })
  const late = h.as(admin).call(security.change, { body: { ...body, vaultProofHours: 5 } })
  await expect(late).rejects.toMatchObject({ status: 409, current: { vaultProofHours: 4 } })
  for (const vaultProofHours of [0, 25])
    await expect(h.as(admin).call(security.change, { body: { ...body, vaultProofHours } })).rejects.toMatchObject({
      status: 422,
      fields: { vaultProofHours: 'Ange ett antal timmar mellan 1 och 24' },
    })
  const { rows } = await h.test.superuser.query(
    `select detail from audit_log where action = 'security_changed' and org_id = $1`,
    [orgId],
  )
  expect(rows).toEqual([{ detail: { factorRequiredFrom: '2027-01-01', vaultProofHours: 4 } }])
})

test('those with a verified factor, without a role or deactivated do not lack one', async () => {
  await giveApp(h, technician)
  expect((await get()).withoutFactor).toEqual(['Åsa Chef'])
})

test('sign-ins and refusals are listed, searched by name and address, and by kind', async () => {
  await signIn('fel lösenord')
  await signIn(PASSWORD)
  const body = { email: `ny.${technician.email}`, fullName: 'Tove Teknik' }
  await h.as(admin).call(users.change, { params: { id: technician.userId }, body })
  const of = { who: 'Tove Teknik', email: body.email, reason: null, by: null }
  const all = [
    { ...of, action: 'email_changed', by: 'Åsa Chef' },
    { ...of, action: 'signed_in' },
    { ...of, action: 'sign_in_refused', reason: 'wrong_password' },
  ]
  for (const q of ['tove t', body.email.slice(3, 20)])
    expect((await signIns({ q })).rows, q).toEqual(all.map((row) => expect.objectContaining(row)))
  for (const [index, kind] of (['changed', 'signed_in', 'refused'] as const).entries())
    expect((await signIns({ kind })).rows, kind).toEqual([expect.objectContaining(all[index])])
  for (const q of ['100%', '_', 'Åsa']) expect((await signIns({ q })).rows, q).toEqual([])
})

test('pages follow each other without a gap, and another organization’s entries are never listed', async () => {
  await h.test.superuser.query(
    `insert into audit_log (id, org_id, user_id, action, subject, subject_id)
      select gen_random_uuid(), $1, $2, 'signed_in', 'login', $2 from generate_series(1, 120)`,
    [orgId, technician.userId],
  )
  const pages: string[] = []
  for (let after: string | undefined; ; ) {
    const { rows, next } = await signIns(after === undefined ? {} : { after })
    pages.push(...rows.map(({ id }) => id))
    if (next === null) break
    after = next
  }
  expect([pages.length, new Set(pages).size]).toEqual([120, 120])
  const other = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  expect((await h.as(other).call(security.signIns, { query: { q: 'Tove' } })).rows).toEqual([])
  await expect(h.as(technician).call(security.signIns, {})).rejects.toMatchObject({ status: 403 })
})

test('what gives rights or reaches others asks for a proof of the last ten minutes', async () => {
  await h.test.superuser.query(
    `update auth.sessions set authenticated_at = now() - interval '10 minutes' where id = $1`,
    [admin.sessionId],
  )
  const refused = { status: 403, code: 'reauthentication_needed' }
  const params = { id: technician.userId }
  await expect(h.as(admin).call(users.changeRole, { params, body: { role: 'admin' } })).rejects.toMatchObject(refused)
  const { version } = await get()
  const body = { factorRequiredFrom: null, vaultProofHours: 8, version }
  await expect(h.as(admin).call(security.change, { body })).rejects.toMatchObject(refused)
  await h.test.superuser.query(`update auth.sessions set authenticated_at = now() where id = $1`, [admin.sessionId])
  await h.as(admin).call(security.change, { body })
})
