// @vitest-environment jsdom
// A basis without mail: what staff read before it is sent, and where the link of one that was replaced leads in the portal.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisPath, portalInvoiceBasisPath } from '#features/billing/invoice-bases.rules.ts'
import { aCompanyWithTerms, anApprover } from '#features/billing/testing/invoice-bases.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import type { Harness, Person } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
let anna: Person
let customerId: string
beforeAll(async () => {
  let orgId: string
  ;({ h, orgId, technician } = await aCompanyWithTerms(0))
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
  const { at } = await openBackOffice(h, anna, portalInvoiceBasisPath(first))
  await waitFor(() => expect(at()).toBe(portalInvoiceBasisPath(second)))
  expect(await screen.findByText('Underlaget som du öppnade har ersatts. Det här gäller nu.')).toBeTruthy()
  const rows = within(await screen.findByRole('table', { name: 'Poster i underlaget' }))
  expect(await rows.findAllByRole('button', { name: /Fråga om raden/ })).toHaveLength(2)
  expect(rows.queryByRole('columnheader', { name: 'Varav jour' })).toBeNull()
})
