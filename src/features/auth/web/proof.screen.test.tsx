// @vitest-environment jsdom
// What asks for a proof goes on once it is given, at the level that the session needs.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { closeApp, openApp, rememberSession } from '../testing/screen.tsx'
import { PASSWORD } from '../testing/sign-in.ts'
import { aCompany, aFreshTechnician, signInsOf } from '../testing/signed-in.ts'
import { ageProofs, codeOf, enrollVerified, forgetUsedCodes } from '../testing/totp.ts'
import { RequireStaff } from './require.tsx'
import { StaffLoginPage } from './staff-login.page.tsx'
import { TwoStep } from './two-step.tsx'

let h: Harness
let orgId: string
let anna: Person
beforeAll(async () => {
  ;({ h, orgId } = await aCompany())
})
beforeEach(async () => {
  anna = await aFreshTechnician(h, orgId)
})
afterEach(closeApp)
afterAll(() => h.stop())

const { signedIn, query } = signInsOf(() => ({ h, anna }))

const routes = [
  { path: '/auth', Component: StaffLoginPage },
  {
    path: '/backoffice',
    element: (
      <RequireStaff>
        <TwoStep />
      </RequireStaff>
    ),
  },
]

/** Presses 'Lägg till app' and goes on from its name. Returns the dialog that asks who it is. */
async function addApp() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Lägg till app' }))
  const name = await screen.findByRole('textbox', { name: 'Namn' })
  await user.clear(name)
  await user.type(name, 'Surfplattan')
  await user.click(screen.getByRole('button', { name: 'Fortsätt' }))
  return { user, proof: within(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' })) }
}

test('a password that is too old is asked for, and a dialog that is closed leaves what was typed, without an error', async () => {
  await rememberSession(h, anna.email, PASSWORD)
  openApp(h, { path: '/backoffice', routes })
  await screen.findByRole('button', { name: 'Lägg till app' })
  await ageProofs(h)
  const { user, proof } = await addApp()
  await user.click(proof.getByRole('button', { name: 'Avbryt' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Bekräfta att det är du' })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Namn' }).value).toBe('Surfplattan')
  expect(screen.queryByText('Kunde inte lägga till appen')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Fortsätt' }))
  const again = within(await screen.findByRole('dialog', { name: 'Bekräfta att det är du' }))
  await user.type(await again.findByLabelText('Ditt lösenord'), PASSWORD)
  await user.click(again.getByRole('button', { name: 'Bekräfta' }))
  expect(await screen.findByRole('img', { name: /^QR-kod/ })).toBeTruthy()
})

test('a session that has not proved a factor of which this tab did not know is asked for it, and goes on', async () => {
  await rememberSession(h, anna.email, PASSWORD)
  openApp(h, { path: '/backoffice', routes })
  await screen.findByRole('button', { name: 'Lägg till app' })
  const app = await enrollVerified(await signedIn(), 'Jobbtelefonen')
  // The first factor has ended the session of this tab.
  await query('update auth.sessions set ended_at = null where user_id = $1', anna.userId)
  await forgetUsedCodes(h)
  const { user, proof } = await addApp()
  await user.type(await proof.findByLabelText('Kod från appen'), codeOf(app.secret))
  expect(await screen.findByRole('img', { name: /^QR-kod/ })).toBeTruthy()
  expect(
    await query('select friendly_name from auth.factors where user_id = $1 order by created_at', anna.userId),
  ).toEqual([{ friendly_name: 'Jobbtelefonen' }, { friendly_name: 'Surfplattan' }])
})
