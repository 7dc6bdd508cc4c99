// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backup } from '#backup/backup.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { closeApp } from '../../auth/testing/screen.tsx'
import { givePassword } from '../../auth/testing/sign-in.ts'
import { openBackOffice } from '../../backoffice/testing.tsx'

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

const write = (daysAgo: number, failure: string | null) =>
  h.test.superuser.query(
    `insert into backups (id, kind, finished_at, file, bytes, failure) values (gen_random_uuid(), 'nightly',
       now() - $1 * interval '1 day', case when $2::text is null then 'x' end, case when $2::text is null then 1 end, $2)`,
    [daysAgo, failure],
  )

test('an administrator sees that there is no backup, and confirms the copy of the keys', async () => {
  const { user } = await openBackOffice(h, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText('Ingen säkerhetskopia är gjord.')).toBeTruthy()
  expect(screen.getByText(/anger en mapp som BACKUP_DIR/)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Jag har sparat nycklarna' }))
  await waitFor(() => expect(screen.queryByText(/Spara nyckelfilen på ett annat ställe/)).toBeNull())
  const { rows } = await h.test.superuser.query(`select user_id from audit_log where action = 'copy_confirmed'`)
  expect(rows).toEqual([{ user_id: admin.userId }])
  await h.as(admin).call(backup.confirmKeyCopy, {})
  await h.test.superuser.query(`update key_copies set fingerprint = 'of the keys before'`)
  expect(await h.as(admin).call(backup.status, {})).toMatchObject({ areKeysKept: false })
})

test('an old backup and a later failure are shown as warnings', async () => {
  await write(3, null)
  await write(1, 'Disken är full.')
  await openBackOffice(h, admin, '/backoffice/settings/sakerhetskopia')
  expect(await screen.findByText(/^Senaste säkerhetskopia \d{4}-\d\d-\d\d/)).toBeTruthy()
  expect(screen.getByText('Säkerhetskopian är äldre än två dagar.')).toBeTruthy()
  expect(screen.getByText(/Det senaste försöket misslyckades .* Disken är full\./)).toBeTruthy()
  await write(0, null)
  expect(await h.as(admin).call(backup.status, {})).toMatchObject({ isOld: false, failed: null })
})

test('A-43: technicians see nothing of it and confirm nothing', async () => {
  await expect(h.as(technician).call(backup.status, {})).rejects.toMatchObject({ status: 403 })
  await expect(h.as(technician).call(backup.confirmKeyCopy, {})).rejects.toMatchObject({ status: 403 })
})
