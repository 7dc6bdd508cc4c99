// Files are rows like any others: a backup has every byte of them.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { CHUNK_BYTES } from '#features/files/files.contract.ts'
import { prepareDatabase } from '#platform/database/prepare.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { LOGIN } from '#platform/database/testing/global-setup.ts'
import { fillTwoOrganizations } from '#platform/database/testing/two-organizations.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { asSuperuser } from './testing/contents.ts'
import { writeBackup } from './write-backup.ts'

let t: TestDatabase
let folder: string
let admin: pg.Client
const restored = `restored_files_${process.pid}`
beforeAll(async () => {
  t = await aDatabase()
  folder = mkdtempSync(join(tmpdir(), 'stodpunkt-backup-files-'))
  admin = new pg.Client({ ...inject('server'), user: 'postgres', database: 'postgres' })
  await admin.connect()
  await prepareDatabase(admin, { login: LOGIN, database: restored })
})
afterAll(async () => {
  await t.drop()
  await admin.query(`drop database ${restored} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

/** A ready file of random bytes in several chunks. Returns their SHA-256. */
async function aStoredFile(bytes: number) {
  const [orgId, userId, id, content] = [uuidv7(), uuidv7(), uuidv7(), randomBytes(bytes)]
  const sha256 = createHash('sha256').update(content).digest()
  const q = (sql: string, ...values: unknown[]) => t.superuser.query(sql, values)
  await q(`insert into organizations (id, name) values ($1, 'Nordnät AB')`, orgId)
  await q(`insert into auth.users (id, email, kind) values ($1, $2, 'staff')`, userId, `${userId}@example.se`)
  await q(
    `insert into files (org_id, id, name, type, uploaded_by) values ($1, $2, 'å.png', 'image/png', $3)`,
    ...[orgId, id, userId],
  )
  for (let position = 0; position * CHUNK_BYTES < bytes; position++) {
    const part = content.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES)
    await q(
      'insert into file_chunks (org_id, file_id, position, content) values ($1, $2, $3, $4)',
      orgId,
      id,
      position,
      part,
    )
  }
  await q(
    `update files set state = 'ready', bytes = $2, sha256 = $3, is_company = true, attached_at = now() where id = $1`,
    ...[id, bytes, sha256],
  )
  return { id, sha256 }
}

/** Every file with its parent and the SHA-256 of everything that is stored of it. */
const contents = async (client: pg.Client) =>
  (
    await client.query(
      `select f.id, f.name, f.state, f.customer_id, f.ticket_id, f.comment_id, f.is_internal, f.enquiry_id, f.shown_in_portal,
         f.sha256, (select json_agg(encode(sha256(content), 'hex') order by variant, position) from file_chunks
           where file_id = f.id) as chunks from files f order by f.id`,
    )
  ).rows

test('the files of comments, also internal ones, and of every other parent are restored with the same hashes', async () => {
  const { ours } = await fillTwoOrganizations(t.superuser)
  const before = await contents(t.superuser)
  for (const id of [ours.file.answer, ours.file.internal])
    expect(before).toContainEqual(
      expect.objectContaining({ id, comment_id: expect.any(String), chunks: [expect.any(String)] }),
    )
  const path = join(folder, 'comments.backup')
  await writeBackup({ connection: t.connection, path, now: new Date('2026-11-21T10:15:00Z') })
  const database = `${restored}_comments`
  await prepareDatabase(admin, { login: LOGIN, database })
  onTestFinished(async () => void (await admin.query(`drop database ${database} with (force)`)))
  const connection = { ...inject('server'), user: LOGIN, database }
  await restoreBackup({ connection, backup: await checkBackup(path), isWithoutKeys: false })
  expect(await asSuperuser(connection, contents)).toEqual(before)
})

test('a restored file has the same SHA-256, and counts against the quota as before', async () => {
  const bytes = 2 * CHUNK_BYTES + 1000
  const { id, sha256 } = await aStoredFile(bytes)
  const path = join(folder, 'files.backup')
  const written = await writeBackup({ connection: t.connection, path, now: new Date('2026-11-21T10:15:00Z') })
  // Incompressible content takes little more than its own size, although rows are text.
  expect(written.bytes).toBeLessThan(bytes * 1.3)
  const connection = { ...inject('server'), user: LOGIN, database: restored }
  await restoreBackup({ connection, backup: await checkBackup(path), isWithoutKeys: false })
  const [file] = await asSuperuser(connection, async (client) => {
    const { rows } = await client.query<{ stored: Buffer; sha256: Buffer; used: string }>(
      `select f.sha256 as stored, (select sha256(string_agg(content, '' order by position)) from file_chunks where file_id = f.id),
         (select bytes from file_usage where org_id = f.org_id) as used from files f where f.id = $1`,
      [id],
    )
    return rows
  })
  expect(file).toEqual({ stored: sha256, sha256, used: String(bytes) })
})
