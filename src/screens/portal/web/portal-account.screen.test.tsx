// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownSessions } from '#features/auth/own-sessions.contract.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword, PASSWORD, postToken } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
let h: Harness
let anna: Person
let colleague: Person
let customer: { id: string; orgId: string }
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  customer = await h.aCustomer({ orgId })
  anna = await h.aPortalUser(customer)
  colleague = await h.aPortalUser(customer)
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const signInElsewhere = () =>
  postToken(h, 'password', { email: anna.email, password: PASSWORD }, { headers: { 'user-agent': FIREFOX } })

test('A-513: a customer’s login sees its sessions, and ends one or all others', async () => {
  await h.test.superuser.query('update auth.sessions set ended_at = now() where user_id = $1', [anna.userId])
  await signInElsewhere()
  const { user } = await openBackOffice(h, anna, '/customer-portal')
  await user.click(await screen.findByRole('link', { name: 'Mitt konto' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Mitt konto' })).toBeTruthy()
  const table = within(await screen.findByRole('table', { name: 'Inloggade enheter' }))
  expect(await table.findByText('den här')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Logga ut Firefox på Linux' }))
  expect(await screen.findByText('Enheten är utloggad')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Firefox på Linux')).toBeNull())
  expect(screen.getByRole('link', { name: 'Byt lösenord' }).getAttribute('href')).toBe('/nytt-losenord')
})

test('A-513: a customer’s login neither sees nor ends a colleague’s sessions', async () => {
  const another = await h.aPortalUser(customer)
  await expect(h.as(another).call(ownSessions.end, { params: { id: colleague.sessionId } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await h.as(another).call(ownSessions.list, {})).toMatchObject([{ id: another.sessionId, isThis: true }])
  expect(await h.as(colleague).call(ownSessions.list, {})).toMatchObject([{ id: colleague.sessionId }])
})
