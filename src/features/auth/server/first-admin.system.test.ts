import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { auth } from '../auth.contract.ts'
import { passwordTooShort } from '../password.rules.ts'
import { aBrowser, passwords } from '../testing/sign-in.ts'
import { ensureFirstAdmin, makeFirstLink } from './first-admin.ts'

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.stop())

const appUrl = 'https://support.nordnat.se'
const start = (admin?: { email: string; password: string }) =>
  ensureFirstAdmin({ database: h.database, passwords, orgName: 'Nordnät AB', ...(admin && { admin }) })
const link = () => makeFirstLink({ database: h.database, appUrl, orgName: 'Nordnät AB' })
const anna = { email: 'anna@nordnat.se', password: 'Räksmörgås på kajen' }
const count = async (table: string) => (await h.test.superuser.query(`select from ${table}`)).rowCount
const tokenOf = (link = '') => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

async function fetchMe({ email, password }: typeof anna) {
  const { data, error } = await aBrowser(h).signInWithPassword({ email, password })
  if (error) throw error
  const response = await h.app.inject({
    url: '/api/me',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  return response.json()
}

test('ADMIN_EMAIL and ADMIN_PASSWORD create the organization and its administrator, once', async () => {
  expect(await start(anna)).toBe('present')
  expect(await fetchMe(anna)).toMatchObject({
    kind: 'staff',
    role: 'admin',
    organization: 'Nordnät AB',
    fullName: 'anna',
  })
  expect(await start({ ...anna, email: 'eva@nordnat.se' })).toBe('unused')
  expect([await start(), await link()]).toEqual(['present', undefined])
  for (const table of ['organizations', 'company_facts', 'auth.users']) expect(await count(table)).toBe(1)
})

test('concurrent starts create one organization and one administrator', async () => {
  await Promise.all([start(anna), start(anna), start(anna)])
  for (const table of ['organizations', 'company_facts', 'auth.users']) expect(await count(table)).toBe(1)
})

test('without them an administrator is missing until a person creates one with a link', async () => {
  expect(await start()).toBe('missing')
  expect(await count('auth.one_time_tokens')).toBe(0)
  const first = await link()
  expect(first).toMatch(/^https:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=first_admin$/)
  const token = tokenOf(first)
  const anyone = h.as(null)
  const person = { ...anna, fullName: ' Anna Berg ' }
  await expect(anyone.call(auth.firstAdmin, { body: { ...person, token, password: 'abcde' } })).rejects.toThrow(
    passwordTooShort(),
  )
  await expect(
    anyone.call(auth.firstAdmin, { body: { ...person, token, password: 'nordnät1' } }),
  ).rejects.toMatchObject({ code: 'weak_password', fields: { password: expect.any(String) } })
  await anyone.call(auth.firstAdmin, { body: { ...person, token } })
  expect(await fetchMe(anna)).toMatchObject({ role: 'admin', fullName: 'Anna Berg' })
  expect([await start(), await link()]).toEqual(['present', undefined])
})

test('A-12, A-13: each of several links works until there is an administrator, then none', async () => {
  const [one, two] = [await link(), await link()]
  expect(await count('organizations')).toBe(1)
  const claim = (token: string, email = anna.email) =>
    h.as(null).call(auth.firstAdmin, { body: { token, fullName: 'Anna', email, password: anna.password } })
  for (const token of ['', 'x'.repeat(43)]) await expect(claim(token)).rejects.toMatchObject({ name: 'CallError' })
  const outcomes = await Promise.allSettled([
    claim(tokenOf(one)),
    claim(tokenOf(two), 'eva@nordnat.se'),
    claim(tokenOf(one)),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(claim(tokenOf(two))).rejects.toMatchObject({ status: 410 })
  expect(await count('auth.users')).toBe(1)
  expect(await count('auth.one_time_tokens')).toBe(0)
})

test('the link does not start a session', async () => {
  const token = tokenOf(await link())
  const verify = await h.app.inject({
    method: 'POST',
    url: '/auth/v1/verify',
    payload: { token_hash: token, type: 'recovery' },
  })
  expect(verify.statusCode).toBe(403)
})

test('a weak ADMIN_PASSWORD is refused with the reason', async () => {
  await expect(start({ ...anna, password: 'abcde' })).rejects.toThrow(passwordTooShort())
  expect(await count('auth.users')).toBe(0)
})
