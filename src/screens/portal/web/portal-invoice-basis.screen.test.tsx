// @vitest-environment jsdom
// A basis in the portal: where the link of one that was replaced leads, also without mail, and the hours of its rows.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisPath, portalInvoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { aCompanyWithTerms, anApprover } from '#features/billing/testing/invoice-bases.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'

let h: Harness
let orgId: string
let admin: Person
let technician: Person
let anna: Person
let customerId: string
beforeAll(async () => {
  ;({ h, orgId, admin, technician } = await aCompanyWithTerms(0))
  const customer = await h.aCustomer({ orgId })
  customerId = customer.id
  anna = await anApprover(h, { ...customer, orgId })
  for (const person of [anna, technician]) await givePassword(h, person)
})
afterEach(closeApp)
afterAll(() => h.stop())

const staff = () => h.as(technician).call
const work = (timeFrom: string, timeTo: string) =>
  staff()(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom, timeTo, description: 'Bytt router' } })
const make = async (replaces: string | null) =>
  (await staff()(invoiceBases.create, { body: { customerId, month: '2026-10', replaces } })).id

test('the link of a basis that was replaced leads to the one that applies, which says so', async () => {
  await work('10:00', '11:00')
  const first = await make(null)
  await staff()(invoiceBases.send, { params: { id: first } })
  await work('13:00', '14:00')
  const second = await make(first)

  await openBackOffice(h, technician, invoiceBasisPath(second))
  expect(
    await screen.findByText(`Läggs i portalen för ${anna.email}. Inget mejl går iväg, för e-post är inte inställd.`, {
      exact: false,
    }),
  ).toBeTruthy()
  await closeApp()

  const unsent = await openBackOffice(h, anna, portalInvoiceBasisPath(first))
  expect(await screen.findByText('Underlaget finns inte')).toBeTruthy()
  expect(unsent.at()).toBe(portalInvoiceBasisPath(first))
  await closeApp()

  await staff()(invoiceBases.send, { params: { id: second } })
  const { at, router } = await openBackOffice(h, anna, portalInvoiceBasisPath(first))
  await waitFor(() => expect(at()).toBe(portalInvoiceBasisPath(second)))
  expect(await screen.findByText('Underlaget som du öppnade har ersatts. Det här gäller nu.')).toBeTruthy()
  const rows = within(await screen.findByRole('table', { name: 'Poster i underlaget' }))
  expect(await rows.findAllByRole('button', { name: /Fråga om raden/ })).toHaveLength(2)
  expect(rows.queryByRole('columnheader', { name: 'Varav jour' })).toBeNull()
  const { location } = router.state
  expect(location.state).not.toBeNull()
  await closeApp()

  await openBackOffice(h, anna, location)
  expect(await screen.findByRole('table', { name: 'Poster i underlaget' })).toBeTruthy()
  expect(screen.queryByText('Underlaget som du öppnade har ersatts. Det här gäller nu.')).toBeNull()
})

test('after-hours are told of a row also when included hours cover all of them', async () => {
  const customer = await h.aCustomer({ orgId })
  const approver = await anApprover(h, { ...customer, orgId })
  await givePassword(h, approver)
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ name: 'Jour ingår', includedMinutes: 600, afterHoursDrawdowns: true }),
  })
  const params = { id: customer.id }
  await h.as(admin).call(agreements.setOfCustomer, { params, body: { validFrom: '2026-01-01', termsId } })
  await staff()(time.create, {
    body: { customerId: customer.id, workDate: '2026-10-20', timeFrom: '21:00', timeTo: '22:00' },
  })
  const { id, lines } = await staff()(invoiceBases.create, {
    body: { customerId: customer.id, month: '2026-10', replaces: null },
  })
  expect(lines.map(({ kind }) => kind)).not.toContain('after_hours')
  await staff()(invoiceBases.send, { params: { id } })
  await openBackOffice(h, approver, portalInvoiceBasisPath(id))
  const rows = within(await screen.findByRole('table', { name: 'Poster i underlaget' }))
  expect(await rows.findByRole('columnheader', { name: 'Varav jour' })).toBeTruthy()
})

test('an open basis says when it is replaced, and when the right to approve ends, and cannot be approved any more', async () => {
  const customer = await h.aCustomer({ orgId })
  const approver = await anApprover(h, { ...customer, orgId })
  await givePassword(h, approver)
  const entry = { customerId: customer.id, workDate: '2026-10-20' }
  await staff()(time.create, { body: { ...entry, timeFrom: '10:00', timeTo: '11:00' } })
  const of = { customerId: customer.id, month: '2026-10' }
  const first = await staff()(invoiceBases.create, { body: { ...of, replaces: null } })
  await staff()(invoiceBases.send, { params: { id: first.id } })
  const { user, at } = await openBackOffice(h, approver, portalInvoiceBasisPath(first.id))
  const approveButton = () => screen.queryByRole('button', { name: 'Godkänn' })
  await waitFor(() => expect(approveButton()).toBeTruthy())

  await staff()(time.create, { body: { ...entry, timeFrom: '13:00', timeTo: '14:00' } })
  const second = await staff()(invoiceBases.create, { body: { ...of, replaces: first.id } })
  const ended = 'Underlaget gäller inte längre. Det kan ersättas av ett nytt.'
  expect(await screen.findByText(ended)).toBeTruthy()
  expect(approveButton()).toBeNull()
  // Rows are painted after the rest.
  await waitFor(() => expect(screen.queryByRole('button', { name: /Fråga om raden/ })).toBeNull())

  await staff()(invoiceBases.send, { params: { id: second.id } })
  await user.click(await screen.findByRole('link', { name: 'Öppna det nya' }))
  expect(at()).toBe(portalInvoiceBasisPath(second.id))
  await waitFor(() => expect(approveButton()).toBeTruthy())

  await h.test.superuser.query('update customer_users set may_approve = false where user_id = $1', [approver.userId])
  expect(await screen.findByText(ended)).toBeTruthy()
  expect(approveButton()).toBeNull()
})
