// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { security } from '#features/auth/security.contract.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword, PASSWORD, postToken } from '#features/auth/testing/sign-in.ts'
import { ageProofs } from '#features/auth/testing/totp.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const PATH = '/backoffice/settings/sakerhet'

let h: Harness
let admin: Person
let technician: Person

beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  await h.test.superuser.query('delete from auth.attempts')
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId, fullName: 'Åsa Chef' })
  technician = await h.aTechnician({ orgId, fullName: 'Tove Teknik' })
  for (const person of [admin, technician]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const get = () => h.as(admin).call(security.get, {})
const log = () => within(screen.getByRole('region', { name: 'Inloggningar' }))

test('an administrator sees who lacks a second factor, and sets from when it is required', async () => {
  const { user } = await openBackOffice(h, admin, PATH)
  const lacking = within(await screen.findByRole('region', { name: 'Saknar tvåstegsinloggning' }))
  expect(lacking.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Tove Teknik', 'Åsa Chef'])
  const link = screen.getByRole('link', { name: '2 personer i personalen saknar tvåstegsinloggning' })
  expect(link.getAttribute('href')).toBe('/backoffice/users')
  expect(screen.getByText(/Lämnas det tomt är det frivilligt.* de 14 dagarna före/)).toBeTruthy()
  const date = screen.getByRole('textbox', { name: /krävs från/ })
  const hours = screen.getByRole('textbox', { name: /^Timmar/ })
  const save = () => user.click(screen.getByRole('button', { name: 'Spara säkerheten' }))
  await user.clear(hours)
  await user.type(hours, '25')
  await save()
  expect(await screen.findByText('Ange ett antal timmar mellan 1 och 24')).toBeTruthy()
  await user.clear(hours)
  await user.type(hours, '4')
  const required = addDays(todayInStockholm(), 30)
  await user.type(date, required)
  await save()
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect(await get()).toMatchObject({ factorRequiredFrom: required, vaultProofHours: 4 })
  await user.clear(date)
  await save()
  await waitFor(async () => expect(await get()).toMatchObject({ factorRequiredFrom: null, vaultProofHours: 4 }))
})

test('with an old proof it is saved once the person says who it is, and nothing typed is lost', async () => {
  const { user } = await openBackOffice(h, admin, PATH)
  const hours = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Timmar/ })
  await ageProofs(h)
  await user.clear(hours)
  await user.type(hours, '5')
  const save = () => user.click(screen.getByRole('button', { name: 'Spara säkerheten' }))
  const proof = async () => within(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' }))
  await save()
  await user.click((await proof()).getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText('Kunde inte spara inställningar')).toBeNull()
  expect([hours.value, (await get()).vaultProofHours]).toEqual(['5', 8])
  await save()
  const asked = await proof()
  await user.type(await asked.findByLabelText('Ditt lösenord'), `${PASSWORD}{Enter}`)
  expect(await screen.findByText('Inställningar sparade!')).toBeTruthy()
  expect([hours.value, (await get()).vaultProofHours]).toEqual(['5', 5])
})

test('the log of logins is in sentences, filtered by kind and searched by name', async () => {
  await postToken(h, 'password', { email: technician.email, password: 'fel lösenord' })
  await h.test.superuser.query(
    `insert into audit_log (id, org_id, user_id, action, subject, subject_id)
      values ($1, $2, $3, 'revoked', 'login', $4), ($5, $2, $3, 'of_another_version', 'login', $3)`,
    [uuidv7(), admin.orgId, admin.userId, technician.userId, uuidv7()],
  )
  const { user, at } = await openBackOffice(h, admin, PATH)
  await screen.findByRole('region', { name: 'Inloggningar' })
  expect(await log().findByText('Nekades att logga in: fel lösenord')).toBeTruthy()
  expect(log().getByText('Inloggningen stängdes av, av Åsa Chef')).toBeTruthy()
  expect(log().getByText('Något annat hände med inloggningen')).toBeTruthy()
  await user.click(log().getByRole('radio', { name: 'Nekad' }))
  await waitFor(() => expect(log().queryByText('Inloggningen stängdes av, av Åsa Chef')).toBeNull())
  expect(log().getByText('Nekades att logga in: fel lösenord')).toBeTruthy()
  expect(at()).toContain(PATH)
  await user.type(log().getByRole('searchbox', { name: 'Sök inloggning' }), 'åsa')
  expect(await log().findByText('Inga inloggningar hittades')).toBeTruthy()
  await user.click(log().getByRole('radio', { name: 'Alla' }))
  expect(await log().findByText('Något annat hände med inloggningen')).toBeTruthy()
  expect(log().queryByText(/fel lösenord/)).toBeNull()
})

test('a technician is told that the page is for administrators', async () => {
  await openBackOffice(h, technician, PATH)
  expect(await screen.findByText('Bara administratörer ser hur personalen loggar in.')).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'Säkerhet' })).toBeNull()
})
