import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { ownSessions } from '../own-sessions.contract.ts'
import { givePassword, PASSWORD } from '../testing/sign-in.ts'

let h: Harness
let technician: Person
let colleague: Person

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  colleague = await h.anAdmin({ orgId })
})
beforeEach(async () => {
  technician = await h.aTechnician({ orgId: colleague.orgId })
  await givePassword(h, technician)
})
afterAll(() => h.stop())

/** Signs the technician in from another browser. */
async function signIn(userAgent: string): Promise<Person> {
  const answer = await h.app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    headers: { 'user-agent': userAgent },
    payload: { email: technician.email, password: PASSWORD },
  })
  return { ...technician, token: answer.json().access_token, sessionId: '' }
}
const list = (person: Person) => h.as(person).call(ownSessions.list, {})
const end = (person: Person, id: string) => h.as(person).call(ownSessions.end, { params: { id } })

test('a person sees their own sessions with browser, and which one is current', async () => {
  const phone = await signIn('Telefonen')
  const sessions = await list(phone)
  expect(sessions.map(({ userAgent, isThis }) => [userAgent, isThis])).toEqual(
    expect.arrayContaining([
      ['Telefonen', true],
      [null, false],
    ]),
  )
  expect(sessions).toHaveLength(2)
})

test('an ended session is refused at the next request, the others are not', async () => {
  const phone = await signIn('Telefonen')
  const { id } = (await list(phone)).find(({ isThis }) => isThis) as { id: string }
  await end(technician, id)
  await expect(list(phone)).rejects.toMatchObject({ status: 401 })
  expect(await list(technician)).toHaveLength(1)
})

test('all other sessions can be ended without the current one', async () => {
  const [phone, tablet] = [await signIn('Telefonen'), await signIn('Plattan')]
  expect(await h.as(phone).call(ownSessions.endOthers, {})).toEqual({ ended: 2 })
  await expect(list(tablet)).rejects.toMatchObject({ status: 401 })
  await expect(list(technician)).rejects.toMatchObject({ status: 401 })
  expect(await list(phone)).toHaveLength(1)
})

test('A-59: another person’s session gets the same 404 as an ended one, and is not ended', async () => {
  const refused = { status: 404, message: 'Enheten är redan utloggad' }
  await expect(end(technician, colleague.sessionId)).rejects.toMatchObject(refused)
  await expect(end(colleague, technician.sessionId)).rejects.toMatchObject(refused)
  await expect(end(technician, uuidv7())).rejects.toMatchObject(refused)
  const phone = await signIn('Telefonen')
  const { id } = (await list(phone)).find(({ isThis }) => isThis) as { id: string }
  await end(technician, id)
  await expect(end(technician, id)).rejects.toMatchObject(refused)
  expect(await list(colleague)).toHaveLength(1)
})

test('a customer’s login lists and ends only its own sessions', async () => {
  const portalUser = await h.aPortalUser(await h.aCustomer({ orgId: colleague.orgId as string }))
  expect(await list(portalUser)).toMatchObject([{ id: portalUser.sessionId, isThis: true }])
  expect(await h.as(portalUser).call(ownSessions.endOthers, {})).toEqual({ ended: 0 })
  const ending = h.as(portalUser).call(ownSessions.end, { params: { id: colleague.sessionId } })
  await expect(ending).rejects.toMatchObject({ status: 404 })
})
