import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aBrowser } from '../testing/sign-in.ts'
import { openOrganization } from './new-organization.ts'
import { findFirstOrganization } from './organizations.queries.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const appUrl = 'https://support.nordnat.se'
const open = (name: string, adminEmail?: string) =>
  openOrganization(h.database, { name, appUrl, ...(adminEmail && { adminEmail }) })
const count = async (table: string) => (await h.test.superuser.query(`select from ${table}`)).rowCount

test('a second organization does not change which one has the public site', async () => {
  const first = await open('Nordnät AB')
  const second = await open('Sydnät AB')
  expect(second).toEqual({ id: expect.any(String) })
  expect(await h.database.as('owner', findFirstOrganization)).toEqual({ id: first.id, name: 'Nordnät AB' })
  for (const table of ['organizations', 'company_facts']) expect(await count(table)).toBe(2)
  const { rows } = await h.test.superuser.query(
    `select nextval(ticket_sequence(id)::regclass)::int as number from organizations`,
  )
  expect(rows).toEqual([{ number: 1001 }, { number: 1001 }])
})

test('its administrator chooses a password by link and belongs to that organization', async () => {
  const { link = '' } = await open('Östnät AB', 'eva@ostnat.se')
  expect(link).toMatch(/^https:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=invitation$/)
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
  const { data, error } = await aBrowser(h).verifyOtp({ token_hash: token, type: 'recovery' })
  expect(error).toBeNull()
  const me = await h.app.inject({
    url: '/api/me',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  })
  expect(me.json()).toMatchObject({ role: 'admin', organization: 'Östnät AB', email: 'eva@ostnat.se', fullName: 'eva' })
})

test('a taken name or address creates nothing', async () => {
  const before = await count('organizations')
  await expect(open('Nordnät AB')).rejects.toMatchObject({ status: 409 })
  await expect(open('Västnät AB', 'eva@ostnat.se')).rejects.toMatchObject({ status: 409 })
  expect(await count('organizations')).toBe(before)
})
