// An enabled login never belongs to an archived contact.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { contacts } from '../contacts.contract.ts'
import { logins } from '../logins.contract.ts'

let h: Harness
let anna: Person
let orgId: string
let customer: { id: string; orgId: string }
let kim: Person
let contactId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  anna = await h.aTechnician({ orgId })
})
beforeEach(async () => {
  customer = await h.aCustomer({ orgId, name: 'Kajens Café' })
  kim = await h.aPortalUser(customer)
  contactId = (await loginNow()).contactId
})
afterAll(() => h.stop())

const ofLogin = () => ({ id: customer.id, userId: kim.userId })
const ofContact = () => ({ id: customer.id, contactId })
const loginNow = async () => {
  const [login] = await h.as(anna).call(logins.list, { params: { id: customer.id } })
  if (!login) throw new Error('the customer has no login')
  return login
}
const revoke = () => h.as(anna).call(logins.revoke, { params: ofLogin() })
const reopen = () => h.as(anna).call(logins.reopen, { params: ofLogin() })
const archive = () => h.as(anna).call(contacts.archive, { params: ofContact() })
const contactNow = async () =>
  (await h.as(anna).call(contacts.list, { params: { id: customer.id } })).find(({ id }) => id === contactId)
const archivedWithLogin = async () =>
  (
    await h.test.superuser.query(
      `select count(*)::int as n from customer_users l join auth.users u on u.id = l.user_id
         join contacts c on c.org_id = l.org_id and c.id = l.contact_id
       where l.org_id = $1 and u.disabled_at is null and c.archived_at is not null`,
      [orgId],
    )
  ).rows[0].n

test('reopening a login restores its archived contact, which is audited', async () => {
  await revoke()
  const { version } = await archive()
  expect(await reopen()).toMatchObject({ isRevoked: false, contactId })
  expect(await contactNow()).toMatchObject({ archivedAt: null, version: version + 1 })
  const { rows } = await h.test.superuser.query(
    `select action from audit_log where subject = 'contact' and subject_id = $1 order by id`,
    [contactId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['archived', 'restored'])
  expect(await reopen()).toMatchObject({ isRevoked: false })
  expect(await contactNow()).toMatchObject({ version: version + 1 })
})

test('a login stays revoked, with the reason, if another contact now has its address', async () => {
  await revoke()
  await archive()
  const body = { name: 'Ny person', title: null, phone: null, mobile: null, email: kim.email, note: null }
  await h.as(anna).call(contacts.create, { params: { id: customer.id }, body })
  await expect(reopen()).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('en annan kontakt har samma e-postadress'),
  })
  expect(await loginNow()).toMatchObject({ isRevoked: true })
})

test('A-336: archived contacts get no login, contacts with one are not archived; in the database', async () => {
  await expect(archive()).rejects.toMatchObject({ status: 422, message: expect.stringContaining('Återkalla') })
  const { superuser } = h.test
  const archiving = superuser.query('update contacts set archived_at = now() where id = $1', [contactId])
  await expect(archiving).rejects.toMatchObject({ constraint: 'contacts_with_login_are_active' })
  await revoke()
  await archive()
  const invitation = { email: 'ny@kajen.example.se', password: 'gröna lyktor vid kajen', contactId }
  await expect(h.as(anna).call(logins.invite, { params: { id: customer.id }, body: invitation })).rejects.toMatchObject(
    { status: 422, message: 'Kontakten är arkiverad. Återställ den först.' },
  )
  const other = await h.aPortalUser(customer)
  await expect(
    superuser.query('update customer_users set contact_id = $1 where user_id = $2', [contactId, other.userId]),
  ).rejects.toMatchObject({ constraint: 'contacts_with_login_are_active' })
  await superuser.query('update auth.users set disabled_at = null where id = $1', [kim.userId])
  expect(await contactNow()).toMatchObject({ archivedAt: null })
})

test('A-336: archived and reopened concurrently, the login and its contact are consistent', async () => {
  for (let round = 0; round < 10; round++) {
    await revoke()
    const outcomes = await Promise.allSettled([archive(), reopen(), archive()])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([409, 422]).toContain(outcome.reason.status)
    expect(await archivedWithLogin()).toBe(0)
  }
})

test('of two concurrent changes of a login’s rights the second gets 409 with the current row', async () => {
  const change = (mayApprove: boolean, version: number) =>
    h.as(anna).call(logins.changeRights, {
      params: ofLogin(),
      body: { seesCompany: true, getsCompanyMail: true, mayApprove, version },
    })
  const { version } = await loginNow()
  const changed = await change(true, version)
  expect(changed).toMatchObject({ mayApprove: true, version: version + 1 })
  await expect(change(false, version)).rejects.toMatchObject({ status: 409, current: changed })
  const [first, second] = await Promise.allSettled([change(false, version + 1), change(false, version + 1)])
  expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['a long name cut to the limit, without a trailing space', `${'x'.repeat(199)} y`, 'x'.repeat(199)],
  ['its address on one line, without a name', null, 'kim.berg@kajen.example'],
])('a login without a contact gets one with %s', async (_what, fullName, expected) => {
  const { rows } = await h.test.superuser.query(
    `insert into auth.users (id, email, kind) values (gen_random_uuid(), $1, 'customer') returning id`,
    ['kim.\u202eberg@kajen.example'],
  )
  await h.test.superuser.query(
    `insert into customer_users (org_id, user_id, customer_id, full_name) values ($1, $2, $3, $4)`,
    [orgId, rows[0].id, customer.id, fullName],
  )
  const names = (await h.as(anna).call(contacts.list, { params: { id: customer.id } })).map(({ name }) => name)
  expect(names).toContain(expected)
  await h.test.superuser.query('delete from customer_users where user_id = $1', [rows[0].id])
  await h.test.superuser.query('delete from auth.users where id = $1', [rows[0].id])
})
