import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auth } from '#features/auth/auth.contract.ts'
import { users } from '#features/users/users.contract.ts'
import type { Actor } from '#platform/database/actor.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { isProved } from './authorize.ts'

let h: Harness
let orgId: string
let technician: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId })
})
afterAll(() => h.stop())

const asOwner: Harness['database']['as'] = (_role, work) => h.database.as('owner', work)
const addFactor = ({ userId }: Person, status: 'verified' | 'unverified' = 'verified') =>
  asOwner('owner', (db) =>
    db
      .insertInto('auth.factors')
      .values({
        id: uuidv7(),
        userId,
        factorType: 'totp',
        status,
        verifiedAt: status === 'verified' ? new Date().toISOString() : null,
        secret: Buffer.from('sealed'),
        keyId: 'a key',
      })
      .execute(),
  )
const raise = ({ sessionId }: Person) =>
  asOwner('owner', (db) =>
    db
      .updateTable('auth.sessions')
      .set({ aal: 'aal2', factorAt: new Date().toISOString() })
      .where('id', '=', sessionId)
      .execute(),
  )
const requireFrom = (date: string) =>
  asOwner('owner', (db) =>
    db.updateTable('organizations').set({ factorRequiredFrom: date }).where('id', '=', orgId).execute(),
  )
const names = (person: Person) => h.as(person).call(users.names, {})
const me = (person: Person) => h.as(person).call(auth.me, {})
const refused = { status: 403, code: 'factor_needed' }

test('with a verified factor a session at aal1 reads who it is and nothing else, until the factor is proved', async () => {
  await addFactor(technician, 'unverified')
  await expect(names(technician)).resolves.toHaveLength(1)
  await addFactor(technician)
  await expect(names(technician)).rejects.toMatchObject(refused)
  expect(await me(technician)).toMatchObject({ needs: 'factor', hasFactor: true })
  await raise(technician)
  await expect(names(technician)).resolves.toHaveLength(1)
  expect(await me(technician)).toMatchObject({ needs: null, hasFactor: true })
})

test('from the required date staff without a factor are refused, and the customers of the company are not', async () => {
  const portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  await requireFrom('2999-12-31')
  await expect(names(technician)).resolves.toHaveLength(1)
  expect(await me(technician)).toMatchObject({ needs: null, factorRequiredFrom: '2999-12-31' })
  await requireFrom(todayInStockholm())
  await expect(names(technician)).rejects.toMatchObject(refused)
  expect(await me(technician)).toMatchObject({ needs: 'factor', hasFactor: false })
  expect(await me(portalUser)).toMatchObject({ needs: null, factorRequiredFrom: null })
})

test('a factor comes before a new password', async () => {
  await addFactor(technician)
  await asOwner('owner', (db) =>
    db.updateTable('auth.users').set({ mustChangePassword: true }).where('id', '=', technician.userId).execute(),
  )
  await expect(names(technician)).rejects.toMatchObject(refused)
  await raise(technician)
  await expect(names(technician)).rejects.toMatchObject({ code: 'password_change_due' })
})

test('a recent proof is one of the last ten minutes, by the factor or else by the password', () => {
  const person = { hasFactor: false, proofAgeSeconds: 599, vaultProofHours: 8 } as Actor
  expect(isProved({ proof: 'recent' }, person)).toBe(true)
  expect(isProved({ proof: 'recent' }, { ...person, proofAgeSeconds: 600 })).toBe(false)
  expect(isProved({ proof: 'recent' }, { ...person, hasFactor: true, proofAgeSeconds: null })).toBe(false)
  expect(isProved({}, { ...person, proofAgeSeconds: null })).toBe(true)
})

test('a proof of the workday is asked only of those with a factor', () => {
  const person = { hasFactor: true, proofAgeSeconds: 8 * 3600 - 1, vaultProofHours: 8 } as Actor
  expect(isProved({ proof: 'workday' }, person)).toBe(true)
  expect(isProved({ proof: 'workday' }, { ...person, proofAgeSeconds: 8 * 3600 })).toBe(false)
  expect(isProved({ proof: 'workday' }, { ...person, hasFactor: false, proofAgeSeconds: 1e6 })).toBe(true)
})
