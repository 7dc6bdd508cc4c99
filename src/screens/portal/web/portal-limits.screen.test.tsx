// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { portal } from '../portal.contract.ts'

let h: Harness
let anna: Person
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  anna = await h.aPortalUser(await h.aCustomer({ orgId }))
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

test('A-503: a ticket refused for the limit stays in the form, with advice', async () => {
  await h.as(anna).call(portal.create, { body: { title: 'WiFi nere', description: 'Ingen kontakt' } })
  await h.test.superuser.query(
    `update portal_counts set moments = array_fill(now() - interval '25 minutes 10 seconds', array[20])`,
  )
  const { user } = await openBackOffice(h, anna, '/customer-portal')
  await user.click(await screen.findByRole('button', { name: 'Ny ticket' }))
  const title = await screen.findByLabelText<HTMLInputElement>(/Ämne/)
  const description = screen.getByLabelText<HTMLTextAreaElement>(/Beskrivning/)
  await user.type(title, 'Skrivaren')
  await user.type(description, 'Skriver inte ut')
  await user.click(screen.getByRole('button', { name: 'Skapa ticket' }))
  expect(await screen.findByText(/Ring oss om det är bråttom, eller vänta 35\sminuter/)).toBeTruthy()
  expect([title.value, description.value]).toEqual(['Skrivaren', 'Skriver inte ut'])
  await h.test.superuser.query('delete from portal_counts')
  await user.click(screen.getByRole('button', { name: 'Skapa ticket' }))
  expect(await screen.findByText('Ticket skapad!')).toBeTruthy()
})
