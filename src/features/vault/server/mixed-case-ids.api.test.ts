// Technical information that an earlier version bound to the customer's id in the case of the URL.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '#shared/testing/until.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { aVaultKey, type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { vault } from '../vault.contract.ts'
import { seal, unseal } from './envelope.ts'

const SECRET = 'admin / kanariefågel'
const REPAIRED = 're-encrypted technical information that was bound to its id in upper case'

const held = captureLog('info')
let h: Harness
let orgId: string
let technician: Person
let admin: Person

beforeAll(async () => {
  h = await startHarness({ logger: held.logger })
  orgId = (await h.anOrganization()).id
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  admin = await h.anAdmin({ orgId })
})
afterAll(() => h.stop())

const at = (id: string) => ({ params: { id } })
const reading = (id: string) => ({ ...at(id), body: {} })
/** Every other letter in upper case, starting with the first. */
const alternating = (id: string) => {
  let letters = 0
  return id.replace(/[a-f]/g, (letter) => (letters++ % 2 === 0 ? letter.toUpperCase() : letter))
}
const stored = async (id: string) =>
  (
    await h.test.superuser.query(
      `select version, key_id as "keyId", envelope, created_by, created_at from customer_credentials where customer_id = $1 order by version`,
      [id],
    )
  ).rows

/** A customer with a text that is bound to the id in another case. */
async function aMisboundText(changeCase: (id: string) => string) {
  const { id } = await h.aCustomer({ orgId })
  const row = { orgId, customerId: id, version: 1 }
  const sealed = seal(SECRET, { ...row, customerId: changeCase(id) }, aVaultKey)
  await h.database.as('owner', (db) =>
    db
      .insertInto('customerCredentials')
      .values({ ...row, ...sealed, createdBy: technician.userId })
      .execute(),
  )
  return id
}

test.each([
  ['capitals', (id: string) => id.toUpperCase()],
  ['mixed case', alternating],
])('A-210: a text saved by an id in %s is read by the id in any case, and the reverse', async (_, changeCase) => {
  const { call } = h.as(technician)
  const { id } = await h.aCustomer({ orgId })
  await call(vault.save, { ...at(changeCase(id)), body: { text: SECRET, version: 0 } })
  expect(await call(vault.read, reading(id))).toMatchObject({ version: 1, text: SECRET })
  await call(vault.save, { ...at(id), body: { text: `${SECRET} 2`, version: 1 } })
  expect(await call(vault.read, reading(changeCase(id)))).toMatchObject({ version: 2, text: `${SECRET} 2` })
  expect(await call(vault.get, at(changeCase(id)))).toMatchObject({ version: 2, state: 'readable' })
  await call(vault.restore, { ...at(changeCase(id)), body: { version: 1, basedOn: 2 } })
  expect(await call(vault.read, reading(id))).toMatchObject({ version: 3, text: SECRET })
  for (const one of await stored(id)) {
    const row = { orgId, customerId: id, version: one.version }
    expect(unseal(one, row, aVaultKey.key)).toContain(SECRET)
  }
})

test.each([
  ['capitals', (id: string) => id.toUpperCase()],
  ['mixed case', alternating],
])('A-211: a text bound to an id in %s opens and is re-encrypted, which is logged', async (_, changeCase) => {
  const id = await aMisboundText(changeCase)
  const [before] = await stored(id)
  held.clear()
  expect(await h.as(technician).call(vault.read, reading(id))).toMatchObject({ version: 1, text: SECRET })
  const [after] = await until(async () => {
    const rows = await stored(id)
    expect(rows[0].envelope).not.toEqual(before.envelope)
    return rows
  })
  expect(unseal(after, { orgId, customerId: id, version: 1 }, aVaultKey.key)).toBe(SECRET)
  expect({ ...after, envelope: '' }).toEqual({ ...before, envelope: '' })
  await until(() => expect(held.text()).toContain(REPAIRED))
  expect(held.text()).not.toContain('kanariefågel')
  expect(held.text().toLowerCase()).not.toContain(id)
  const { rows } = await h.as(admin).call(vault.log, { ...at(id), query: {} })
  expect(rows).toMatchObject([{ who: 'Tove Teknik', action: 'read', version: 1 }])
  held.clear()
  expect(await h.as(technician).call(vault.read, reading(id))).toMatchObject({ text: SECRET })
  expect(await stored(id)).toEqual([after])
  expect(held.text()).not.toContain(REPAIRED)
})

test('A-211: such a text can be saved over and restored, and reading its state repairs it', async () => {
  const { call } = h.as(technician)
  const id = await aMisboundText(alternating)
  expect(await call(vault.get, at(id))).toMatchObject({ state: 'readable' })
  await until(async () => {
    const [row] = await stored(id)
    expect(unseal(row, { orgId, customerId: id, version: 1 }, aVaultKey.key)).toBe(SECRET)
  })
  const other = await aMisboundText(alternating)
  expect(await call(vault.save, { ...at(other), body: { text: 'Nytt', version: 1 } })).toMatchObject({
    version: 2,
  })
  expect(await call(vault.restore, { ...at(other), body: { version: 1, basedOn: 2 } })).toMatchObject({
    version: 3,
  })
  expect(await call(vault.read, reading(other))).toMatchObject({ version: 3, text: SECRET })
})
