// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let anna: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const org = await h.anOrganization('Nordnät AB')
  customer = await h.aCustomer({ orgId: org.id, name: 'Åkeriet AB' })
  anna = await h.aPortalUser(customer)
  await givePassword(h, anna)
})
afterEach(closeApp)
afterAll(() => h.stop())

const openPortal = () => openBackOffice(h, anna, '/customer-portal')

describe('the number to call', () => {
  const facts = (phone: string | null, emergencyPhone: string | null) =>
    h.test.superuser.query('update company_facts set phone = $1, emergency_phone = $2 where org_id = $3', [
      phone,
      emergencyPhone,
      customer.orgId,
    ])
  afterEach(() => facts(null, null))

  test('is in the header, and in a new ticket, with what is promised, while it is urgent', async () => {
    // Without an office number the result does not depend on the time of day.
    await facts(null, '070-123 45 67')
    const { user } = await openPortal()
    const link = await screen.findByRole('link', { name: 'Ring jouren 070-123 45 67' })
    expect(link.getAttribute('href')).toBe('tel:+46701234567')
    await user.click(screen.getByRole('button', { name: 'Ny ticket' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Ny ticket' }))
    expect(dialog.queryByText('Akut ärende markerat')).toBeNull()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Prioritet' }), 'Akut')
    const advice = dialog.getByRole('status').textContent
    for (const text of ['Akut ärende markerat', 'Ring oss direkt', '070-123 45 67', 'Vi återkommer omedelbart.'])
      expect(advice).toContain(text)
  })

  test('is left out while the company has none', async () => {
    await openPortal()
    expect(await screen.findByText('Inga tickets ännu')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Ring/ })).toBeNull()
  })
})
