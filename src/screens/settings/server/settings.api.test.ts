import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOneTimeLink } from '#features/auth/server/links.queries.ts'
import { authTasks } from '#features/auth/server/tasks.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { type Mail, openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { settings } from '../settings.contract.ts'
import { settingsTasks } from './tasks.ts'

const appUrl = 'https://support.nordnat.se'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let outsider: Person
let portalUser: Person

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  portalUser = await h.aPortalUser(await h.aCustomer({ orgId }))
  outsider = await h.anAdmin({ orgId: (await h.anOrganization('Annan AB')).id })
})
beforeEach(() => h.test.superuser.query('delete from stored_mail'))
afterAll(() => h.stop())

const aMailer = () =>
  openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: h.database,
    threads: threadsOfTests,
    warn: () => expect.unreachable('was stored'),
  })
const storeMail = (fields: Partial<Mail> = {}) =>
  aMailer().send({ orgId, to: 'kim@example.se', subject: 'Svar', text: 'Hej!', ...fields })
const recover = ({ userId }: Person) =>
  authTasks({ database: h.database, mailer: aMailer(), appUrl })['recovery-mail']?.({ userId })
const list = (person: Person, after?: string) =>
  h.as(person).call(settings.mail, { query: { ...(after && { after }) } })
const linkOf = (person: Person, id: string) => h.as(person).call(settings.makeMailLink, { params: { id } })
const redeem = (link: string) =>
  h.app.inject({
    method: 'POST',
    url: '/auth/v1/verify',
    payload: { token_hash: /#token=([\w-]{43})&/.exec(link)?.[1], type: 'recovery' },
  })
async function theOnlyMail() {
  const { rows } = await list(admin)
  expect(rows).toHaveLength(1)
  return rows[0] as (typeof rows)[0]
}

test('administrators see the stored mail of their organization, newest first', async () => {
  await storeMail({ subject: 'Första' })
  await storeMail({ subject: 'Andra', text: 'Hej {{link}}!' })
  await storeMail({ orgId: outsider.orgId, subject: 'Någon annans' })
  expect(await list(admin)).toMatchObject({
    next: null,
    isSending: false,
    rows: [
      { subject: 'Andra', text: 'Hej {{link}}!', hasLink: false },
      { subject: 'Första', to: 'kim@example.se', text: 'Hej!' },
    ],
  })
})

test('the list is paginated', async () => {
  await h.test.superuser.query(
    `insert into stored_mail (org_id, id, to_address, subject, body, created_at)
     select $1, gen_random_uuid(), 'x@example.se', n::text, 'x', now() - n / 2 * interval '1 minute' from generate_series(1, 60) n`,
    [orgId],
  )
  const first = await list(admin)
  const second = await list(admin, first.next ?? '')
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null])
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60)
})

test('with a mail server the response has sending enabled', async () => {
  const sending = await startHarness({ isSendingMail: true })
  const person = await sending.anAdmin({ orgId: (await sending.anOrganization()).id })
  expect(await sending.as(person).call(settings.mail, { query: {} })).toEqual({
    rows: [],
    next: null,
    isSending: true,
    outage: null,
  })
  await sending.stop()
})

test('technicians and customers see no stored mail and cannot create links', async () => {
  await recover(technician)
  const { id } = await theOnlyMail()
  for (const person of [technician, portalUser]) {
    await expect(list(person)).rejects.toMatchObject({ status: 403 })
    await expect(linkOf(person, id)).rejects.toMatchObject({ status: 403 })
  }
  await expect(list(technician)).rejects.toMatchObject({ message: 'Bara administratörer kan göra det här' })
})

test('A-13: a stored mail has a gap in place of its link, and its token is stored nowhere', async () => {
  await recover(portalUser)
  const mail = await theOnlyMail()
  expect(mail).toMatchObject({ to: portalUser.email, hasLink: true })
  expect(mail.text).toContain('Länken fungerar en gång och i en timme:\n\n[Länken visas inte här]\n')
  const { rows } = await h.test.superuser.query('select m::text as row from stored_mail m')
  expect(JSON.stringify(rows)).not.toContain('token')
  const links = await h.test.superuser.query('select from auth.one_time_tokens where user_id = $1', [portalUser.userId])
  expect(links.rowCount).toBe(0)
})

test('A-13: a link is created on request, works once, and invalidates the older ones', async () => {
  const older = await h.database.as('auth', (db) =>
    makeOneTimeLink(db, { appUrl, userId: portalUser.userId, purpose: 'recovery' }),
  )
  await recover(portalUser)
  const { id } = await theOnlyMail()
  const first = await linkOf(admin, id)
  const { link } = await linkOf(admin, id)
  expect(link).toMatch(/^https:\/\/support\.nordnat\.se\/nytt-losenord#token=[\w-]{43}&type=recovery$/)
  expect((await redeem(older)).statusCode).toBe(403)
  expect((await redeem(first.link)).statusCode).toBe(403)
  expect((await redeem(link)).json().user.id).toBe(portalUser.userId)
  expect((await redeem(link)).statusCode).toBe(403)
})

test('the creation of a link is audited, without the link', async () => {
  await recover(technician)
  const { id } = await theOnlyMail()
  const { link } = await linkOf(admin, id)
  const { rows } = await h.test.superuser.query(
    `select user_id, action, subject, detail from audit_log where subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([
    {
      user_id: admin.userId,
      action: 'link_made',
      subject: 'mail',
      detail: { userId: technician.userId, purpose: 'recovery' },
    },
  ])
  const tables = ['audit_log', 'stored_mail', 'idempotency_keys', 'auth.one_time_tokens']
  const token = link.split('token=')[1]?.slice(0, 43) ?? ''
  for (const table of tables) {
    const stored = await h.test.superuser.query(`select t::text as row from ${table} t`)
    expect(JSON.stringify(stored.rows), table).not.toContain(token)
  }
})

test('A-59: another organization’s mail gives the same answer as an unknown one and one without a link', async () => {
  await recover(technician)
  const { id } = await theOnlyMail()
  const refused = { status: 404, message: 'Mejlet finns inte' }
  await expect(linkOf(outsider, id)).rejects.toMatchObject(refused)
  await expect(linkOf(admin, uuidv7())).rejects.toMatchObject(refused)
  expect((await list(outsider)).rows).toEqual([])
  await h.test.superuser.query('delete from stored_mail')
  await storeMail()
  await expect(linkOf(admin, (await theOnlyMail()).id)).rejects.toMatchObject(refused)
})

test('an organization cannot create a link for a login that has moved to another one', async () => {
  const mover = await h.aTechnician({ orgId })
  await recover(mover)
  const { id } = await theOnlyMail()
  await h.test.superuser.query('update profiles set org_id = $1 where id = $2', [outsider.orgId, mover.userId])
  await expect(linkOf(admin, id)).rejects.toMatchObject({ status: 404 })
  const links = await h.test.superuser.query('select from auth.one_time_tokens where user_id = $1', [mover.userId])
  expect(links.rowCount).toBe(0)
})

test('the nightly cleanup deletes mail older than 90 days', async () => {
  await storeMail({ subject: 'Ung' })
  await storeMail({ subject: 'Gammal' })
  await h.test.superuser.query(
    `update stored_mail set created_at = now() - case subject when 'Ung' then interval '89 days' else interval '91 days' end`,
  )
  await settingsTasks({ database: h.database })['kept-mail-cleanup']?.({})
  expect((await theOnlyMail()).subject).toBe('Ung')
})
