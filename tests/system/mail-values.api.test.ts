// Every mail of the product, with names from before control characters were removed from names.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auth } from '#features/auth/auth.contract.ts'
import { authTasks } from '#features/auth/server/tasks.ts'
import { logins } from '#features/customers/logins.contract.ts'
import { customerTasks } from '#features/customers/server/tasks.ts'
import { enquiries } from '#features/inbox/enquiries.contract.ts'
import { ENQUIRY_MAIL } from '#features/inbox/server/forms-mail.queries.ts'
import { ENQUIRY_RECEIPT } from '#features/inbox/server/forms-mail.ts'
import { inboxTasks } from '#features/inbox/server/tasks.ts'
import { anEnquiry } from '#features/inbox/testing/an-enquiry.ts'
import { ticketTasks } from '#features/tickets/server/tasks.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import { userTasks } from '#features/users/server/tasks.ts'
import { users } from '#features/users/users.contract.ts'
import { dropOneLineRules } from '#platform/database/testing/older-schema.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { portal } from '#screens/portal/portal.contract.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

const FORGED = 'Betala till 123-4567'
/** Every line break that a mail program may recognize, and bidirectional controls. */
const EVIL = ['\r\n', '\n', '\u2028', '\u2029', '\u0085', '\v', '\f'].reduce(
  (name, lineBreak) => `${name}${lineBreak}${FORGED}`,
  'Anna\u202e\u2066\u200f\u061c',
)

let h: Harness

beforeAll(async () => {
  h = await startHarness({ isSendingMail: true })
  await h.test.superuser.query(dropOneLineRules)
})
afterAll(() => h.stop())

/** Runs all queued jobs, including the jobs that they enqueue. Returns how many ran. */
async function runJobs() {
  // Without a mail server every mail is stored.
  const mailer = openMailer({
    smtpUrl: undefined,
    from: 'x',
    database: h.database,
    threads: threadsOfTests,
    warn: () => undefined,
  })
  const parts = {
    database: h.database,
    mailer,
    appUrl: 'https://support.nordnat.se',
    threads: threadsOfTests,
    hasMailServer: true,
  }
  const tasks = {
    ...authTasks(parts),
    ...customerTasks(parts),
    ...userTasks(parts),
    ...ticketTasks(parts),
    ...inboxTasks(parts),
  }
  const done = new Set<string>()
  for (;;) {
    const { rows } = await h.test.superuser.query<{ id: string; task: string; payload: unknown }>(
      `select id::text, task, payload from ${queuedJobs} order by j.id`,
    )
    const left = rows.filter(({ id }) => !done.has(id))
    if (left.length === 0) return done.size
    for (const { id, task, payload } of left) {
      done.add(id)
      await tasks[task]?.(payload)
    }
  }
}

const q = (text: string, ...values: unknown[]) => h.test.superuser.query(text, values)

test('A-220: no value in a mail breaks or reorders a line of the subject or the text', async () => {
  const { id: orgId } = await h.anOrganization(EVIL)
  const admin = await h.anAdmin({ orgId, fullName: EVIL })
  const technician = await h.aTechnician({ orgId, fullName: EVIL })
  const customer = await h.aCustomer({ orgId, name: EVIL })
  const portalUser = await h.aPortalUser(customer)
  await q('update customer_users set full_name = $1 where user_id = $2', EVIL, portalUser.userId)
  await q('update company_facts set phone = $1, email = $2 where org_id = $3', EVIL, 'info@nordnat.se', orgId)

  const params = { id: customer.id }
  const { call } = h.as(admin)
  const login = await call(logins.invite, { params, body: { email: 'bo@example.se', password: 'fika-ljung-segel-48' } })
  await q('update customer_users set full_name = $1 where user_id = $2', EVIL, login.id)
  await call(logins.newLink, { params: { ...params, userId: login.id } })
  const moved = await h.aTechnician({ orgId, fullName: 'x' })
  await call(users.change, { params: { id: moved.userId }, body: { email: 'ny@example.se', fullName: 'x' } })
  await q('update profiles set full_name = $1 where id = $2', EVIL, moved.userId)
  await h.as(null).call(auth.recover, { body: { email: technician.email } })

  const ticket = await h.as(portalUser).call(portal.create, { body: { title: 'x', description: 'Beskrivning' } })
  await q('update tickets set title = $1 where id = $2', EVIL, ticket.id)
  const about = { params: { id: ticket.id } }
  await h.as(portalUser).call(portal.comment, { ...about, body: { comment: 'Kommentar' } })
  await call(tickets.comment, { ...about, body: { comment: 'Svar' } })
  const { version } = await call(tickets.get, about)
  await call(tickets.change, { ...about, body: { status: 'resolved', version } })

  const enquiryId = await anEnquiry(h, { orgId, kind: 'support', isUrgent: true })
  await q(`alter table enquiries disable trigger user; alter table enquiries drop constraint enquiries_name_length`)
  await q(
    'update enquiries set name = $1, phone = $2 where id = $3',
    EVIL,
    '070-123\u2028Betala till 123-4567',
    enquiryId,
  )
  await h.database.as('site', async (db) => {
    for (const task of [ENQUIRY_MAIL, ENQUIRY_RECEIPT]) await enqueue(db, task, { orgId, enquiryId })
  })
  await call(enquiries.reply, { params: { id: enquiryId }, body: { text: 'Besked' } })

  await runJobs()
  const { rows: sent } = await h.test.superuser.query<{ subject: string; text: string }>(
    'select subject, body as text from stored_mail',
  )
  const subjects = new Set(sent.map(({ subject }) => subject.split(' ')[0]))
  expect(subjects).toEqual(new Set(['Akut', 'Din', 'Ny', 'Re:', 'Välj', '[#1001]', '[#1002]']))
  expect(sent.length).toBeGreaterThan(10)
  for (const { subject, text } of sent) {
    expect(subject).toContain(FORGED)
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    for (const line of text.split(/[\r\n\v\f\u0085\u2028\u2029]/)) expect(line).not.toMatch(/^Betala till/)
    expect(subject + text).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  }
})
