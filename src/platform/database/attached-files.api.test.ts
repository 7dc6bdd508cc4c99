// What the schema refuses for files and their parents, whichever role writes.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ATTACHED_FILES_MAX, UNATTACHED_FILES_MAX } from '#features/files/files.contract.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { fillTwoOrganizations, type Organization } from './testing/two-organizations.ts'
import { uuidv7 } from './uuid.ts'

let t: TestDatabase
let org: Organization
beforeAll(async () => {
  t = await aDatabase()
  org = (await fillTwoOrganizations(t.superuser)).ours
})
beforeEach(() => t.superuser.query('begin'))
afterAll(() => t.drop())

/** The constraint that refuses the statement; undefined when it is accepted. Ends the transaction. */
async function refusedBy(sql: string, ...values: unknown[]): Promise<string | undefined> {
  try {
    await t.superuser.query(sql, values)
    // Deferred constraints would only be checked at the end of the transaction.
    await t.superuser.query('set constraints all immediate')
    return undefined
  } catch (error) {
    const { constraint, message } = error as { constraint?: string; message: string }
    return constraint ?? message
  } finally {
    await t.superuser.query('rollback')
  }
}
const change = (columns: string, id: string) => refusedBy(`update files set ${columns} where id = $1`, id)
const aCommentOf = async (isInternal: boolean): Promise<string> =>
  (
    await t.superuser.query('select id from ticket_comments where ticket_id = $1 and is_internal = $2', [
      ...[org.ticket, isInternal],
    ])
  ).rows[0].id
const onTicket = (customer = org.customer) =>
  `attached_at = now(), customer_id = '${customer}', ticket_id = '${org.ticket}'`

test.each([
  ['an internal comment', true],
  ['a public comment', false],
])('A-361: a file is as internal or public as %s that it is attached to', async (_what, isInternal) => {
  const parent = `${onTicket()}, comment_id = '${await aCommentOf(isInternal)}'`
  expect(await change(`${parent}, is_internal = ${!isInternal}`, org.file.draft)).toBe('files_comment')
  await t.superuser.query('begin')
  expect(await change(`${parent}, is_internal = ${isInternal}`, org.file.draft)).toBe(undefined)
})

test.each([
  ['no parent', () => 'attached_at = now()', 'files_attached_to_one_parent'],
  ['two parents', () => `${onTicket()}, enquiry_id = '${org.enquiry}'`, 'files_attached_to_one_parent'],
  ['a parent before it is attached', () => `customer_id = '${org.customer}'`, 'files_attached_to_one_parent'],
  ['another customer’s ticket', () => onTicket(org.otherCustomer), 'files_ticket'],
  ['a ticket, internal without a comment', () => `${onTicket()}, is_internal = true`, 'files_internal_with_comment'],
  ['a ticket, shown as a document', () => `${onTicket()}, shown_in_portal = true`, 'files_shown_is_document'],
])('a file cannot be attached to %s', async (_what, columns, constraint) => {
  expect(await change(columns(), org.file.draft)).toBe(constraint)
})

test('a document must have a sender; only files of enquiries may lack one', async () => {
  const document = `attached_at = now(), customer_id = '${org.customer}', uploaded_by = null`
  expect(await change(document, org.file.draft)).toBe('files_sender_is_known')
})

test.each(['a\u202egnp.exe', 'a\nb', 'a\u0085b'])(
  'A-362: a file name with bidirectional controls or line breaks is refused: %j',
  async (name) => {
    expect(await change(`name = E'${name}'`, org.file.receiving)).toBe('files_name_is_one_line')
  },
)

const insert = (by: string, id = uuidv7()) =>
  `insert into files (org_id, id, name, type, uploaded_by) values ('${org.id}', '${id}', 'x', 'image/png', '${by}')`

test('A-363: a person has at most 30 unattached files', async () => {
  for (let sent = 1; sent < UNATTACHED_FILES_MAX; sent++) await t.superuser.query(insert(org.technician))
  expect(await refusedBy(insert(org.technician))).toBe('unattached_files_at_most_max')
})

test('A-363: a comment has at most ten files', async () => {
  const parent = `${onTicket()}, comment_id = '${await aCommentOf(false)}'`
  const ready = `state = 'ready', bytes = 1, sha256 = sha256('x')`
  // The comment has one already.
  for (let attached = 1; attached < ATTACHED_FILES_MAX; attached++) {
    const id = uuidv7()
    await t.superuser.query(insert(org.admin, id))
    await t.superuser.query(`update files set ${ready}, ${parent} where id = $1`, [id])
  }
  expect(await change(parent, org.file.draft)).toBe('attached_files_at_most_max')
})

test('a quota cannot exceed file_quota_max()', async () => {
  await t.superuser.query('update file_usage set quota = file_quota_max()')
  expect(await refusedBy('update file_usage set quota = quota + 1')).toBe('file_usage_quota_at_most_max')
})
