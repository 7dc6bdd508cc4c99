import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#platform/database/uuid.ts'
import { queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { users } from '../users.contract.ts'
import { userTasks } from './tasks.ts'

let h: Harness
let orgId: string
let admin: Person
const sent: Mail[] = []

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId })
})
beforeEach(() => {
  sent.length = 0
})
afterAll(() => h.stop())

const mailer: Mailer = { send: async (mail) => void sent.push(mail) }
const runTask = (payload: object) =>
  userTasks({ database: h.database, mailer, appUrl: 'https://support.nordnat.se' })['address-changed-mail']?.(payload)

test('the old and the new address each get one mail about the change and where to sign in', async () => {
  const person = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  const email = `${uuidv7()}@example.se`
  await h.as(admin).call(users.change, { params: { id: person.userId }, body: { email, fullName: 'Tove Teknik' } })
  const { rows } = await h.test.superuser.query(
    `select payload from ${queuedJobs} join audit_log a on a.id = (payload ->> 'changeId')::uuid
     where a.subject_id = $1 order by j.id`,
    [person.userId],
  )
  for (const { payload } of rows) await runTask(payload)
  expect(sent.map(({ to }) => to)).toEqual([person.email, email])
  for (const mail of sent) {
    expect(mail).toMatchObject({ orgId, subject: 'Din e-postadress är ändrad – Nordnät AB' })
    expect(mail.text).toContain('Hej Tove,')
    expect(mail.text).toContain(`Nu är den ${email}.`)
    expect(mail.text).toContain('https://support.nordnat.se/auth')
    expect(mail.text).not.toContain('#token')
  }
})

test('another kind of audit entry sends no mail', async () => {
  const id = uuidv7()
  await h.test.superuser.query(
    `insert into audit_log (id, org_id, user_id, action, subject, subject_id) values ($1, $2, $3, 'password_changed', 'login', $3)`,
    [id, orgId, admin.userId],
  )
  await runTask({ changeId: id, to: 'before' })
  expect(sent).toEqual([])
})
