// @vitest-environment jsdom
// What a person has typed about an invoice basis while a colleague changes it.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aCompanyWithLogins } from '#features/auth/testing/company.ts'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { discounts } from '../discounts.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aTerms } from '../testing/terms.ts'

let h: Harness
let admin: Person
let technician: Person
let orgId: string
const [, month = ''] = latestMonths(todayInStockholm(), 2)

beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithLogins())
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: aTerms({ needsApproval: true }) })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2020-01-01', termsId } })
})
afterEach(closeApp)
afterAll(() => h.stop())

const button = (name: string) => screen.findByRole('button', { name })

/** The page of a draft, which the portal's approver would get. */
async function openDraft(name: string) {
  const customer = await h.aCustomer({ orgId, name })
  const approver = await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [approver.userId])
  const row = { customerId: customer.id, workDate: `${month}-13`, timeFrom: '10:00', timeTo: '11:00' }
  await h.as(technician).call(time.create, { body: row })
  const body = { customerId: customer.id, month, replaces: null }
  const basis = await h.as(technician).call(invoiceBases.create, { body })
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases/${basis.id}`)
  return { basis, customer, user }
}
const send = (id: string) => h.as(technician).call(invoiceBases.send, { params: { id } })

test('a free line that is being written stays when a colleague sends the draft, and saving says so', async () => {
  const { basis, user } = await openDraft('Skickad Under Tiden AB')
  await user.click(await button('Lägg till rad'))
  await user.type(await screen.findByRole('textbox', { name: /^Text/ }), 'Kompensation')
  await user.type(screen.getByRole('textbox', { name: /^Pris per enhet/ }), '100')
  await send(basis.id)
  await waitFor(() => expect(document.body.textContent).toContain('Skickat'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Text/ }).value).toBe('Kompensation')
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText(/Underlaget är inte längre ett utkast/)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('the text of a noted approval stays when a colleague replaces the basis', async () => {
  const { basis, customer, user } = await openDraft('Ersatt Under Tiden AB')
  await send(basis.id)
  await user.click(await button('Notera godkännande'))
  await user.type(await screen.findByRole('textbox', { name: /Hur kunden har godkänt/ }), 'Per telefon')
  const body = { customerId: customer.id, month, replaces: basis.id }
  await h.as(technician).call(invoiceBases.create, { body })
  await waitFor(() => expect(document.body.textContent).toContain('Ersatt'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Per telefon')
  await user.click(dialog.getByRole('button', { name: 'Notera' }))
  expect(await screen.findByText('Underlaget har redan ändrats. Läs in det igen.')).toBeTruthy()
})

test('a draft that a colleague has replaced stays with what is typed, and says that it is gone', async () => {
  const { basis, customer, user } = await openDraft('Borttaget Utkast AB')
  await user.click(await button('Ge rabatt'))
  await user.type(await screen.findByRole('textbox', { name: /^Procent/ }), '5')
  const body = { customerId: customer.id, month, replaces: basis.id }
  await h.as(technician).call(invoiceBases.create, { body })
  await waitFor(() => expect(document.body.textContent).toContain('Underlaget finns inte längre'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Procent/ }).value).toBe('5')
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await screen.findByText('Kunde inte spara rabatten')).toBeTruthy()
})

test('a discount that a colleague has changed is shown, and Escape asks before what is typed is lost', async () => {
  const { basis, user } = await openDraft('Två Rabatter AB')
  await user.click(await button('Ge rabatt'))
  await user.type(await screen.findByRole('textbox', { name: /^Procent/ }), '7')
  const { version } = basis.discount
  const theirs = { basisPoints: 500, amountOre: null, text: 'Johans rabatt', version }
  await h.as(technician).call(discounts.setOfBasis, { params: { id: basis.id }, body: theirs })
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Spara' }))
  expect(await dialog.findByText('Någon annan hann ändra rabatten. Så här står den nu:')).toBeTruthy()
  expect(dialog.getByRole('alert').textContent).toContain('Johans rabatt')
  await user.keyboard('{Escape}')
  expect(await dialog.findByText('Stänga utan att spara?')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Fortsätt skriva' }))
  await user.click(dialog.getByRole('button', { name: 'Spara min version' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Johans rabatt, 7 %')).toBeTruthy()
})
