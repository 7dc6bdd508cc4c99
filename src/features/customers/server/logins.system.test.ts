import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordTooShort } from '#features/auth/password.rules.ts'
import { postToken } from '#features/auth/testing/sign-in.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { customers } from '../customers.contract.ts'
import { logins } from '../logins.contract.ts'

const PASSWORD = 'fika-ljung-segel-4821'
const TAKEN = 'En användare med denna e-postadress finns redan'

let h: Harness
let technician: Person
let admin: Person
let outsider: Person
let customerId: string
let otherCompanysCustomerId: string

beforeAll(async () => {
  h = await startHarness({ poolSize: 20 })
  const orgId = (await h.anOrganization('Nordnät AB')).id
  technician = await h.aTechnician({ orgId })
  admin = await h.anAdmin({ orgId })
  customerId = (await h.aCustomer({ orgId, name: 'Bergströms Bageri' })).id
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
  otherCompanysCustomerId = (await h.aCustomer({ orgId: outsider.orgId ?? '' })).id
})
beforeEach(() => h.test.superuser.query('delete from auth.attempts'))
afterAll(() => h.stop())

const anAddress = () => `${uuidv7()}@example.se`
const invite = (fields: object = {}, person = technician, id = customerId) =>
  h.as(person).call(logins.invite, { params: { id }, body: { email: anAddress(), password: PASSWORD, ...fields } })
const list = (person = technician, id = customerId) => h.as(person).call(logins.list, { params: { id } })
const signIn = (email: string, password = PASSWORD) => postToken(h, 'password', { email, password })
const count = async (rest: string, values: unknown[] = []) =>
  (await h.test.superuser.query(`select count(*)::int as n from ${rest}`, values)).rows[0].n
const auditEntriesFor = async (userId: string) =>
  (
    await h.test.superuser.query(
      "select action, user_id, org_id from audit_log where subject_id = $1 and action !~ '^sign' order by at, id",
      [userId],
    )
  ).rows

test('an invited customer can sign in at once with the invitation’s password, and is listed', async () => {
  const email = anAddress()
  const created = await invite({ email: ` ${email.toUpperCase()} `, fullName: ' Anna Berg ' })
  expect(created).toMatchObject({ email, fullName: 'Anna Berg', lastSeenAt: null, isRevoked: false, hasPassword: true })
  const signedIn = await signIn(email)
  expect(signedIn.statusCode).toBe(200)
  const me = await h.app.inject({
    url: '/api/me',
    headers: { authorization: `Bearer ${signedIn.json().access_token}` },
  })
  expect(me.json()).toMatchObject({ kind: 'customer', customer: 'Bergströms Bageri', mustChangePassword: false })
  const listed = (await list()).find(({ id }) => id === created.id)
  expect(listed).toMatchObject({ email, invitedAt: created.invitedAt })
  expect(listed?.lastSeenAt).not.toBeNull()
  expect(await auditEntriesFor(created.id)).toEqual([
    { action: 'invited', user_id: technician.userId, org_id: technician.orgId },
  ])
})

test('e-mail and password are required', async () => {
  await expect(invite({ email: '' })).rejects.toMatchObject({
    status: 422,
    fields: { email: 'Ange en giltig e-postadress' },
  })
  await expect(invite({ email: undefined, password: undefined })).rejects.toMatchObject({
    fields: { email: 'Ange en giltig e-postadress', password: 'Ange ett lösenord' },
  })
  await expect(invite({ customerId: otherCompanysCustomerId })).rejects.toMatchObject({ status: 422 })
})

test('A-16: a short, common or guessable password creates no login', async () => {
  const email = anAddress()
  for (const [password, message] of [
    ['abcde', passwordTooShort()],
    ['lösenord123', 'Lösenordet är för vanligt. Välj ett annat.'],
    ['Nordnät2026', expect.stringContaining('för lätt att gissa')],
    ['bergströms1', expect.stringContaining('för lätt att gissa')],
    ['Anna-Berg', expect.stringContaining('för lätt att gissa')],
  ] as const) {
    await expect(invite({ email, password, fullName: 'Anna Berg' })).rejects.toMatchObject({
      status: 422,
      code: 'weak_password',
      message,
      fields: { password: message },
    })
  }
  expect(await count('auth.users where email = $1', [email])).toBe(0)
})

test('A-15: a taken address gets the same refusal wherever it belongs, and its login stays', async () => {
  const otherCompanysEmail = anAddress()
  const before = await invite({ email: otherCompanysEmail }, outsider, otherCompanysCustomerId)
  const storedLogins = async () =>
    (await h.test.superuser.query('select * from auth.users u join customer_users l on l.user_id = u.id order by id'))
      .rows
  const rows = await storedLogins()
  const own = (await list())[0]?.email ?? ''
  for (const email of [otherCompanysEmail, otherCompanysEmail.toUpperCase(), own, technician.email, outsider.email]) {
    const refusal = await invite({ email, password: 'ett annat lösenord' }).catch((error: unknown) => error)
    expect(refusal, email).toMatchObject({ status: 409, code: 'email_taken', message: TAKEN, fields: { email: TAKEN } })
    expect(JSON.stringify(refusal)).not.toMatch(/Annan|019/)
  }
  expect(await storedLogins()).toEqual(rows)
  expect((await signIn(otherCompanysEmail)).statusCode).toBe(200)
  const { rows: entries } = await h.test.superuser.query(
    `select user_id, org_id, subject_id, detail from audit_log where action = 'met_taken_address'`,
  )
  expect(entries).toHaveLength(5)
  // The audit entry names the inviter and nothing about the owner of the address.
  const { userId, orgId } = technician
  expect(entries[0]).toEqual({ user_id: userId, org_id: orgId, subject_id: userId, detail: {} })
  expect(JSON.stringify(entries)).not.toContain(before.id)
})

test('A-15: of twenty concurrent invitations to one address one creates a login, completely', async () => {
  const email = anAddress()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => invite({ email })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 409, message: TAKEN })
  expect(await count('auth.users where email = $1', [email])).toBe(1)
  expect(
    await count('customer_users l full join auth.users u on u.id = l.user_id where u.kind = $1 and l.user_id is null', [
      'customer',
    ]),
  ).toBe(0)
  const { rows } = await h.test.superuser.query(
    `select count(*)::int as n from ${queuedJobs} join auth.users u on j.payload ->> 'userId' = u.id::text where u.email = $1`,
    [email],
  )
  expect(rows).toEqual([{ n: 1 }])
})

test('A-64: after twenty taken addresses in an hour a person gets 429, but others do not', async () => {
  const taken = (await list())[0]?.email ?? ''
  for (let n = 0; n < 20; n++) await expect(invite({ email: taken })).rejects.toMatchObject({ status: 409 })
  const free = anAddress()
  for (const email of [taken, free]) {
    await expect(invite({ email })).rejects.toMatchObject({
      status: 429,
      message: 'För många försök. Vänta 60 minuter och försök igen.',
    })
  }
  expect(await count('auth.users where email = $1', [free])).toBe(0)
  await expect(invite({}, admin)).resolves.toMatchObject({ isRevoked: false })
  await h.test.superuser.query(`update auth.attempts set window_start = window_start - interval '1 hour'`)
  await expect(invite({ email: free })).resolves.toMatchObject({ email: free })
})

test('a repeated request creates one login, and no fast hash of its password is stored', async () => {
  const body = { email: anAddress(), password: PASSWORD }
  const repeat = () =>
    h.as(technician).call(logins.invite, { params: { id: customerId }, body }, { idempotencyKey: 'samma-nyckel' })
  const first = await repeat()
  expect(await repeat()).toEqual(first)
  const { rows } = await h.test.superuser.query(`select body_hash, answer::text from idempotency_keys where key = $1`, [
    'samma-nyckel',
  ])
  const fastHash = async (value: unknown) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))).toString('hex')
  expect(rows[0].body_hash).not.toBe(await fastHash([{ id: customerId }, body]))
  expect(rows[0].answer).not.toContain(PASSWORD)
})

test('A-60: nothing is created or changed for another organization’s or customer’s logins', async () => {
  const before = await count('auth.users')
  const ours = await invite()
  const other = (await h.aCustomer({ orgId: technician.orgId ?? '' })).id
  for (const id of [otherCompanysCustomerId, uuidv7()]) {
    const refused = { status: 404, message: 'Kund hittades inte' }
    await expect(invite({}, technician, id)).rejects.toMatchObject(refused)
    await expect(list(technician, id)).rejects.toMatchObject(refused)
  }
  for (const [person, id] of [
    [outsider, customerId],
    [outsider, otherCompanysCustomerId],
    [admin, other],
  ] as const) {
    const { call } = h.as(person)
    const params = { id, userId: ours.id }
    await expect(call(logins.revoke, { params })).rejects.toMatchObject({ status: 404 })
    await expect(call(logins.reopen, { params })).rejects.toMatchObject({ status: 404 })
    await expect(call(logins.newLink, { params })).rejects.toMatchObject({ status: 404 })
    const body = { password: 'ett annat lösenord' }
    await expect(call(logins.setPassword, { params, body })).rejects.toMatchObject({ status: 404 })
  }
  const staff = { id: customerId, userId: admin.userId }
  await expect(h.as(technician).call(logins.revoke, { params: staff })).rejects.toMatchObject({
    status: 404,
    message: 'Inloggningen hittades inte',
  })
  expect(await count('auth.users')).toBe(before + 1)
  expect(await list(admin, other)).toEqual([])
  expect((await signIn(ours.email)).statusCode).toBe(200)
})

test('revoking ends access and links at once, reopening restores access; each is audited once', async () => {
  const login = await invite()
  const { access_token: token, refresh_token } = (await signIn(login.email)).json()
  const visit = () => h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })
  const { call } = h.as(technician)
  const params = { id: customerId, userId: login.id }
  expect((await visit()).statusCode).toBe(200)
  expect(await call(logins.revoke, { params })).toMatchObject({ id: login.id, isRevoked: true })
  expect(await call(logins.revoke, { params })).toMatchObject({ isRevoked: true })
  expect((await visit()).statusCode).toBe(401)
  expect((await postToken(h, 'refresh_token', { refresh_token })).statusCode).toBeGreaterThanOrEqual(400)
  expect((await signIn(login.email)).statusCode).toBe(400)
  await expect(call(logins.newLink, { params })).rejects.toMatchObject({
    status: 422,
    message: 'Inloggningen är återkallad. Öppna den igen först.',
  })
  expect(await call(logins.reopen, { params })).toMatchObject({ isRevoked: false })
  expect((await signIn(login.email)).statusCode).toBe(200)
  expect(await auditEntriesFor(login.id)).toEqual(
    ['invited', 'revoked', 'reopened'].map((action) => ({
      action,
      user_id: technician.userId,
      org_id: technician.orgId,
    })),
  )
})

test('a password set by an administrator ends sessions and, unless unticked, must be changed', async () => {
  const login = await invite()
  const { access_token: token } = (await signIn(login.email)).json()
  const params = { id: customerId, userId: login.id }
  const set = (person: Person, body: { password: string; mustChange?: boolean }) =>
    h.as(person).call(logins.setPassword, { params, body })
  await expect(set(technician, { password: 'nytt och bättre' })).rejects.toMatchObject({
    status: 403,
    message: 'Bara administratörer kan göra det här',
  })
  await expect(set(admin, { password: 'abcde' })).rejects.toMatchObject({
    fields: { password: passwordTooShort() },
  })
  await expect(set(admin, { password: 'bergströms1' })).rejects.toMatchObject({ code: 'weak_password' })
  await set(admin, { password: 'nytt och bättre' })
  expect((await h.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
  expect((await signIn(login.email)).statusCode).toBe(400)
  const isDue = async (password: string) => {
    const signedIn = await signIn(login.email, password)
    const headers = { authorization: `Bearer ${signedIn.json().access_token}` }
    return (await h.app.inject({ url: '/api/me', headers })).json().mustChangePassword
  }
  expect(await isDue('nytt och bättre')).toBe(true)
  await set(admin, { password: 'ännu ett lösenord', mustChange: false })
  expect(await isDue('ännu ett lösenord')).toBe(false)
  const entries = (await auditEntriesFor(login.id)).filter(({ action }) => action === 'password_changed')
  expect(entries).toEqual(Array(2).fill({ action: 'password_changed', user_id: admin.userId, org_id: admin.orgId }))
})

test('the list of customers counts the organization’s own logins that are not revoked', async () => {
  const { id, name } = await h.aCustomer({ orgId: technician.orgId ?? '', name: 'Räknarna AB' })
  const countOf = async () => {
    const { rows } = await h.as(technician).call(customers.list, { query: { search: name } })
    return rows.map(({ logins }) => logins)
  }
  expect(await countOf()).toEqual([0])
  const [first] = [await invite({}, technician, id), await invite({}, technician, id)]
  expect(await countOf()).toEqual([2])
  await h.as(technician).call(logins.revoke, { params: { id, userId: first.id } })
  expect(await countOf()).toEqual([1])
  const counted = await h.database.asActor(
    outsider.sessionId,
    () => {},
    (db) => sql`select from count_logins(array[${id}]::uuid[])`.execute(db),
  )
  expect(counted.rows).toEqual([])
})

test('an archived customer gets no new login or link; existing ones remain', async () => {
  const { id } = await h.aCustomer({ orgId: technician.orgId ?? '' })
  const login = await invite({}, technician, id)
  expect(await h.as(admin).call(customers.remove, { params: { id } })).toEqual({ outcome: 'archived' })
  const refused = {
    status: 422,
    message: 'Kunden är arkiverad, och portalen är stängd för den. Återställ kunden först.',
  }
  await expect(invite({}, technician, id)).rejects.toMatchObject(refused)
  const params = { id, userId: login.id }
  await expect(h.as(technician).call(logins.newLink, { params })).rejects.toMatchObject(refused)
  expect(await list(technician, id)).toHaveLength(1)
})

test('A-322: without a mail server links are returned, to technicians only for unused new logins', async () => {
  const login = await invite()
  expect(login).toMatchObject({ isMailed: false })
  const params = { id: customerId, userId: login.id }
  const linkFor = async (person: Person) => (await h.as(person).call(logins.newLink, { params })).link
  const token = (link: string | null) => /#token=([^&]+)&type=invitation$/.exec(link ?? '')?.[1] ?? ''
  const redeem = (tokenHash: string) =>
    h.app.inject({ method: 'POST', url: '/auth/v1/verify', payload: { token_hash: tokenHash, type: 'recovery' } })
  const [first, second] = [await linkFor(technician), await linkFor(technician)]
  expect((await redeem(token(first))).statusCode).toBe(403)
  expect((await redeem(token(second))).statusCode).toBe(200)

  // The holder of the link could take over the login, which has been used.
  const refused = { status: 403, message: 'E-post är inte inställd. Be en administratör om en länk.' }
  await expect(linkFor(technician)).rejects.toMatchObject(refused)
  expect((await redeem(token(await linkFor(admin)))).statusCode).toBe(200)
  await h.test.superuser.query('delete from auth.sessions where user_id = $1', [login.id])
  await h.test.superuser.query(
    `update customer_users set created_at = now() - interval '25 hours' where user_id = $1`,
    [login.id],
  )
  await expect(linkFor(technician)).rejects.toMatchObject(refused)
  const { rows } = await h.test.superuser.query(`select answer::text from idempotency_keys`)
  expect(rows.filter(({ answer }) => answer.includes('#token='))).toEqual([])
})
