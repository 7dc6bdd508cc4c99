// @vitest-environment jsdom
import { tmpdir } from 'node:os'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { backup } from '#platform/backup/backup.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  await givePassword(h, admin)
})
afterEach(closeApp)
afterAll(() => h.stop())

const aTarget = { folder: tmpdir(), keep: 3, dataDir: tmpdir(), isEmbedded: true }

const write = (daysAgo: number, failure: string | null) =>
  h.test.superuser.query(
    `insert into backups (id, kind, finished_at, file, bytes, failure) values (gen_random_uuid(), 'nightly',
       now() - $1 * interval '1 day', case when $2::text is null then 'x' end, case when $2::text is null then 1 end, $2)`,
    [daysAgo, failure],
  )

test('an administrator of a new installation sees no backup and no warning, and confirms the copy of the keys', async () => {
  const { user } = await openBackOffice(h, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText('Ingen säkerhetskopia är gjord.')).toBeTruthy()
  expect(screen.getByText(/anger en mapp på en annan disk som BACKUP_DIR/)).toBeTruthy()
  expect(screen.queryByText(/är äldre än/)).toBeNull()
  await h.test.superuser.query(`update migrations set applied_at = applied_at - interval '27 hours'`)
  expect(await h.as(admin).call(backup.status, {})).toMatchObject({ isOld: true, isNightly: false })
  await user.click(await screen.findByRole('button', { name: 'Jag har sparat nycklarna' }))
  await waitFor(() => expect(screen.queryByText(/Spara nyckelfilen på ett annat ställe/)).toBeNull())
  const { rows } = await h.test.superuser.query(`select user_id from audit_log where action = 'copy_confirmed'`)
  expect(rows).toEqual([{ user_id: admin.userId }])
  await h.as(admin).call(backup.confirmKeyCopy, {})
  await h.test.superuser.query(`update key_copies set fingerprint = 'of the keys before'`)
  expect(await h.as(admin).call(backup.status, {})).toMatchObject({ areKeysIncluded: false })
})

test('warns of an old backup, a later failure and the lack of nightly backups', async () => {
  await write(3, null)
  await write(2, 'Disken är full.')
  await openBackOffice(h, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText(/^Senaste säkerhetskopia \d{4}-\d\d-\d\d/)).toBeTruthy()
  expect(screen.getByText('Säkerhetskopian är äldre än 26 timmar.')).toBeTruthy()
  expect(screen.getByText(/Det senaste försöket misslyckades .* Disken är full\./)).toBeTruthy()
  expect(screen.getByText(/^Inget kopieras av sig självt\./)).toBeTruthy()
  // Of several machines one makes nightly backups; the others see it from the records.
  await write(0, null)
  const status = { isOld: false, failed: null, isNightly: true, isOnDataDisk: false }
  expect(await h.as(admin).call(backup.status, {})).toMatchObject(status)
})

test('shows the size of the retained backups, and warns of too little space', async () => {
  const nightly = await startHarness({ on: h.test, tokens: h.tokens, backupTarget: aTarget })
  onTestFinished(() => nightly.stop())
  await h.test.superuser.query('delete from backups')
  await h.test.superuser.query('update migrations set applied_at = now()')
  await openBackOffice(nightly, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText('Den första görs i natt.')).toBeTruthy()
  await closeApp()
  await write(0, null)
  await h.test.superuser.query('update backups set bytes = $1', [340 * 1024 * 1024])
  expect((await nightly.as(admin).call(backup.status, {})).space).toMatchObject({ count: 3, bytes: 1020 * 1024 * 1024 })
  await h.test.superuser.query('update backups set bytes = $1', [2 ** 50])
  await openBackOffice(nightly, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText(/^3 kopior sparas och tar ungefär .* GB\. Ledigt där de ligger: .*\.$/)).toBeTruthy()
  expect(screen.getByText(/Minst dubbelt så mycket som de tar behöver vara ledigt/)).toBeTruthy()
  expect(screen.getByText(/^Säkerhetskopiorna ligger på samma disk som databasen/)).toBeTruthy()
})

test('a backup folder that is missing is reported at once, and no backup is announced', async () => {
  const missing = { ...aTarget, folder: '/stodpunkt-finns-inte' }
  const nightly = await startHarness({ on: h.test, tokens: h.tokens, backupTarget: missing })
  onTestFinished(() => nightly.stop())
  await h.test.superuser.query('delete from backups')
  await openBackOffice(nightly, admin, '/backoffice/settings/sakerhetskopia')
  expect(
    await screen.findByText(/^Mappen för säkerhetskopior finns inte\. Är disken monterad\? .* Inget kopieras förrän/),
  ).toBeTruthy()
  expect(screen.queryByText('Den första görs i natt.')).toBeNull()
  const { space, isOnDataDisk } = await nightly.as(admin).call(backup.status, {})
  expect({ space, isOnDataDisk }).toEqual({ space: null, isOnDataDisk: false })
})

test('an administrator raises the quota of files, but not below what they use', async () => {
  await h.test.superuser.query(
    `insert into file_usage (org_id, bytes) values ($1, $2) on conflict (org_id) do update set bytes = excluded.bytes`,
    [admin.orgId, 3 * 1024 ** 3],
  )
  const { user } = await openBackOffice(h, admin, '/backoffice/settings/sakerhetskopia')
  const field = await screen.findByLabelText(/^Utrymme i GB/)
  expect((field as HTMLInputElement).value).toBe('2')
  const save = async (value: string) => {
    await user.clear(screen.getByLabelText(/^Utrymme i GB/))
    await user.type(screen.getByLabelText(/^Utrymme i GB/), value)
    await user.click(screen.getByRole('button', { name: 'Spara utrymmet' }))
  }
  await save('mycket')
  expect(await screen.findByText('Ange 1–1024 hela GB')).toBeTruthy()
  await save('2')
  expect((await screen.findAllByText(/^Filerna tar redan 3,0.GB\. Ange mer\.$/)).length).toBeGreaterThan(0)
  await save('5')
  expect(await screen.findByText(/^3,0.GB av 5,0.GB används$/)).toBeTruthy()
  const { rows } = await h.test.superuser.query(`select detail from audit_log where action = 'quota_changed'`)
  expect(rows).toEqual([{ detail: { gigabytes: 5 } }])
})

test('A-43: technicians cannot read the status or confirm the copy of the keys', async () => {
  await expect(h.as(technician).call(backup.status, {})).rejects.toMatchObject({ status: 403 })
  await expect(h.as(technician).call(backup.confirmKeyCopy, {})).rejects.toMatchObject({ status: 403 })
})
