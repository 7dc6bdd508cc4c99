// Administrators add, change and try mailboxes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeVaultKey, seal, unseal } from '#features/vault/server/envelope.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { mailboxes } from '../mailboxes.contract.ts'
import { changesOf } from '../testing/mailbox-changes.ts'
import { rotateMailboxSecrets } from './rotate-secrets.queries.ts'
import { rowOfSecret } from './secret-row.ts'

let h: Harness
let admin: Person
let count = 0
beforeAll(async () => {
  h = await startHarness({ trialMs: 300 })
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
})
afterAll(() => h.stop())

const settings = () => ({
  address: `Support${++count}@nordnat.example`,
  host: 'imap.nordnat.example',
  port: 993,
  login: 'support',
})
const add = (more: object = {}) =>
  h.as(admin).call(mailboxes.create, { body: { ...settings(), secret: 'gröna lyktor', ...more } })
const change = (id: string, body: object) => h.as(admin).call(mailboxes.change, { params: { id }, body: body as never })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { status: number; fields?: object; current?: unknown }) => ({ status: error.status, fields: error.fields }),
  )
const stored = async (id: string) =>
  (await h.test.superuser.query('select org_id, id, secret, key_id, uid_validity from mailboxes where id = $1', [id]))
    .rows[0]

test('a mailbox is added with its password encrypted: no response, list or log contains it', async () => {
  const mailbox = await add()
  expect(mailbox).toMatchObject({
    address: `support${count}@nordnat.example`,
    tls: 'tls',
    folder: 'INBOX',
    isActive: true,
  })
  const list = await h.as(admin).call(mailboxes.list, {})
  expect(list).toContainEqual(mailbox)
  const { rows } = await h.test.superuser.query(
    `select to_jsonb(m) || jsonb_build_object('log', (select jsonb_agg(a) from audit_log a)) as text from mailboxes m`,
  )
  expect(JSON.stringify([list, rows])).not.toContain('gröna lyktor')
})

describe('refused with a message at the field:', () => {
  test.each([
    ['an address that has a mailbox', { address: 'upptagen@nordnat.example' }, 'address'],
    ['an invalid address', { address: 'support' }, 'address'],
    ['no password', { secret: '' }, 'secret'],
    ['an invalid server name', { host: 'imap nordnat' }, 'host'],
    ['an invalid port', { port: 70_000 }, 'port'],
    ['a port that is not IMAP’s', { port: 5432 }, 'port'],
    ['a directory that is a path', { kind: 'microsoft', tenant: '../x', clientId: 'y' }, 'tenant'],
    ['an unencrypted connection to another machine', { tls: 'none' }, 'tls'],
    ['Microsoft without an application', { kind: 'microsoft' }, 'tenant'],
    ['more days than a year', { readDays: 400 }, 'readDays'],
  ])('%s', async (_name, fields, field) => {
    await refusal(add({ address: 'UPPTAGEN@nordnat.example' }))
    expect(await refusal(add(fields))).toMatchObject({ status: 422, fields: { [field]: expect.any(String) } })
  })
})

test('a change without a password leaves it unchanged, and reading starts over only for another server or folder', async () => {
  const { id, version, failure, failedAt, seenAt, plusConfirmedAt, plusLostAt, renumberedAt, ...before } = await add()
  expect([failure, failedAt, seenAt, plusConfirmedAt, plusLostAt, renumberedAt]).toEqual(Array(6).fill(null))
  await h.test.superuser.query('update mailboxes set uid_validity = 5, start_uid = 7 where id = $1', [id])
  const sealed = (await stored(id)).secret
  const changed = await change(id, { ...before, version, secret: '', opensTickets: false })
  expect(changed).toMatchObject({ opensTickets: false, version: version + 1 })
  expect(await stored(id)).toMatchObject({ secret: sealed, uid_validity: '5' })
  await change(id, { ...before, version: version + 1, secret: '', folder: 'Support' })
  expect((await stored(id)).uid_validity).toBeNull()
  expect(await refusal(change(id, { ...before, version, secret: '' }))).toMatchObject({ status: 409 })
})

test('A-400: a stored password is sent to no other server than the one that it was entered for', async () => {
  const mailbox = await add()
  const { id } = mailbox
  const before = changesOf(mailbox)
  for (const elsewhere of [{ host: 'imap.evil.example' }, { login: 'annan' }, { tls: 'starttls' }])
    expect(await refusal(change(id, { ...before, ...elsewhere }))).toMatchObject({
      status: 422,
      fields: { secret: expect.stringContaining('igen') },
    })
  await change(id, { ...before, host: 'imap.nytt.example', secret: 'nytt' })
})

test('a trial describes the problem without the password', async () => {
  const closed = await add({ host: '127.0.0.1', port: 1, tls: 'none' })
  const { problem, mails } = await h.as(admin).call(mailboxes.try, { params: { id: closed.id } })
  expect([problem, mails]).toEqual([expect.stringMatching(/^Servern 127\.0\.0\.1 kan inte nås\./), []])
})

test('technicians and customers get 403, another organization’s administrators 404', async () => {
  const { id } = await add()
  const technician = await h.aTechnician({ orgId: admin.orgId })
  const other = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  expect(await refusal(h.as(technician).call(mailboxes.list, {}))).toMatchObject({ status: 403 })
  expect(await h.as(other).call(mailboxes.list, {})).toEqual([])
  for (const work of [mailboxes.remove, mailboxes.try])
    expect(await refusal(h.as(other).call(work, { params: { id } }))).toMatchObject({ status: 404 })
  await h.as(admin).call(mailboxes.remove, { params: { id } })
  expect(await stored(id)).toBeUndefined()
})

test('vault:rotate encrypts the passwords with the new key, except those that it cannot read', async () => {
  const { id } = await add()
  const before = await stored(id)
  const key = makeVaultKey()
  const old = makeVaultKey()
  await h.test.superuser.query('insert into vault_keys (id) values ($1), ($2)', [key.id, old.id])
  expect(await rotateMailboxSecrets(h.database, [key, old])).toMatchObject({ done: 0 })
  expect(await stored(id)).toEqual(before)
  const row = { orgId: before.org_id, id }
  const { envelope } = seal('gröna lyktor', rowOfSecret(row), old)
  await h.test.superuser.query('update mailboxes set secret = $2, key_id = $3 where id = $1', [id, envelope, old.id])
  expect(await rotateMailboxSecrets(h.database, [key, old])).toMatchObject({ done: 1 })
  const after = await stored(id)
  expect(unseal({ keyId: after.key_id, envelope: after.secret }, rowOfSecret(row), key.key)).toBe('gröna lyktor')
})
