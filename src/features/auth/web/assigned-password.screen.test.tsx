// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { closeApp } from '../testing/screen.tsx'
import { givePassword, postToken } from '../testing/sign-in.ts'

let h: Harness
let admin: Person

beforeAll(async () => {
  h = await startHarness({ passwordMinLength: 40 })
  admin = await h.anAdmin({ orgId: (await h.anOrganization()).id })
  await givePassword(h, admin)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('a suggested password is accepted where PASSWORD_MIN_LENGTH needs more than three words', async () => {
  const { user } = await openBackOffice(h, admin, '/backoffice/users')
  await user.click(await screen.findByRole('button', { name: 'Ny användare' }))
  await user.type(await screen.findByLabelText('Namn'), 'Nina Ny')
  await user.type(await screen.findByLabelText('E-post'), 'nina@kund.example')
  await user.click(await screen.findByRole('button', { name: 'Föreslå lösenord' }))
  const { value: password } = await screen.findByLabelText<HTMLInputElement>('Lösenord')
  await user.click(await screen.findByRole('radio', { name: /Tekniker/ }))
  await user.click(await screen.findByRole('button', { name: 'Skapa användare' }))
  expect(await screen.findByText('Användare skapad!')).toBeTruthy()
  expect((await postToken(h, 'password', { email: 'nina@kund.example', password })).statusCode).toBe(200)
})
