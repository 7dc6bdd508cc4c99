// An administrator removes the second factors of somebody who has lost them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authTasks } from '#features/auth/server/tasks.ts'
import { aSignedInBrowser, aTechnicianWithPassword, givePassword } from '#features/auth/testing/sign-in.ts'
import { ageProofs, enrollVerified } from '#features/auth/testing/totp.ts'
import { users } from '#features/users/users.contract.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let orgId: string
let admin: Person
const sent: Mail[] = []
beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
})
beforeEach(async () => {
  sent.length = 0
  admin = await h.anAdmin({ orgId, fullName: 'Alva Admin' })
})
afterAll(() => h.stop())

const query = async (text: string, ...values: unknown[]) => (await h.test.superuser.query(text, values)).rows
const mailer: Mailer = { send: async (mail) => void sent.push(mail) }

/** Sends the mails that were queued for these people. */
async function sendMails(...people: Person[]) {
  const tasks = authTasks({ database: h.database, mailer, appUrl: 'https://support.nordnat.se' })
  const jobs = await query(
    `select payload from ${queuedJobs} where task = 'factor-mail' and payload ->> 'userId' = any ($1) order by j.id`,
    people.map(({ userId }) => userId),
  )
  for (const { payload } of jobs) await tasks['factor-mail']?.(payload)
}

const reset = (by: Person, { userId: id }: Person) => h.as(by).call(users.resetFactors, { params: { id } })
const countOf = async ({ userId }: Person) =>
  (await query('select count(*)::int from auth.factors where user_id = $1', userId))[0].count

async function aPersonWithFactor() {
  const person = await aTechnicianWithPassword(h, orgId)
  const { client } = await aSignedInBrowser(h, person)
  await enrollVerified(client)
  await client.mfa.recoveryCodes.generate()
  return { person, client }
}

describe('A-710: a reset', () => {
  test('removes all factors and codes, ends all sessions, is audited, and mails both people', async () => {
    const { person, client } = await aPersonWithFactor()
    await reset(admin, person)
    expect(await countOf(person)).toBe(0)
    expect((await client.getUser()).error).toBeTruthy()
    const again = await aSignedInBrowser(h, person)
    expect((await again.client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: 'aal1' })
    const entries = await query(
      `select user_id, org_id from audit_log where subject_id = $1 and action = 'factors_reset'`,
      person.userId,
    )
    expect(entries).toEqual([{ user_id: admin.userId, org_id: orgId }])
    await sendMails(person, admin)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'Tvåstegsinloggningen är på – Nordnät AB'],
      [person.email, 'Din tvåstegsinloggning är återställd – Nordnät AB'],
      [admin.email, 'Du återställde tvåstegsinloggningen för Test Person – Nordnät AB'],
    ])
    expect(sent[0]?.text).toContain('https://support.nordnat.se/auth')
    for (const { text, orgId: of } of sent) {
      expect(text).toMatch(/^Hej/)
      expect(of).toBe(orgId)
    }
  })

  test('needs a recent proof, an administrator of the same organization, and is of somebody else', async () => {
    const { person } = await aPersonWithFactor()
    const elsewhere = await h.anAdmin({ orgId: (await h.anOrganization()).id })
    await expect(reset(elsewhere, person)).rejects.toMatchObject({ status: 404 })
    await expect(reset(await h.aTechnician({ orgId }), person)).rejects.toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    await expect(reset(admin, admin)).rejects.toMatchObject({ status: 409 })
    await ageProofs(h)
    await expect(reset(admin, person)).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' })
    expect(await countOf(person)).toBe(2)
  })

  test('of a login without factors changes nothing, and ends no session', async () => {
    const person = await h.aTechnician({ orgId })
    await reset(admin, person)
    await expect(h.as(person).call(users.names, {})).resolves.not.toHaveLength(0)
    await sendMails(person, admin)
    expect(sent).toEqual([])
  })

  test('of a portal login is made on the customer’s page, and its mail leads to the portal', async () => {
    const customer = await h.aCustomer({ orgId })
    const person = await h.aPortalUser(customer)
    await givePassword(h, person)
    const { client } = await aSignedInBrowser(h, person)
    await enrollVerified(client)
    const params = { id: customer.id, userId: person.userId }
    await expect(reset(admin, person)).rejects.toMatchObject({ status: 404 })
    const technician = await h.aTechnician({ orgId })
    await expect(h.as(technician).call(logins.resetFactors, { params })).rejects.toMatchObject({ status: 403 })
    await h.as(admin).call(logins.resetFactors, { params })
    expect(await countOf(person)).toBe(0)
    expect((await client.getUser()).error).toBeTruthy()
    await sendMails(person, admin)
    expect(sent.map(({ to }) => to)).toEqual([person.email, person.email, admin.email])
    for (const { text } of sent.slice(0, 2)) expect(text).toContain('https://support.nordnat.se/customer-login')
    expect(sent[2]?.subject).toContain(person.email)
  })
})

test('mails about the own factors say what happened', async () => {
  const { person, client } = await aPersonWithFactor()
  const { data: made } = await client.mfa.recoveryCodes.regenerate()
  await client.mfa.recoveryCodes.verify({ code: made?.codes[0] ?? '' })
  const { data: factors } = await client.mfa.listFactors()
  await client.mfa.unenroll({ factorId: factors?.totp[0]?.id ?? '' })
  await sendMails(person)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Tvåstegsinloggningen är på – Nordnät AB',
    'En reservkod har använts – Nordnät AB',
    'Tvåstegsinloggningen är avstängd – Nordnät AB',
  ])
  expect(sent[1]?.text).toContain('Du har 9 reservkoder kvar.')
  expect(JSON.stringify(sent)).not.toContain(made?.codes[0])
})
