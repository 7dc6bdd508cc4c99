// @vitest-environment jsdom
// An article of the register in the dialog of travel and material.
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { articles } from '#features/billing/articles.contract.ts'
import { anArticle } from '#features/billing/testing/articles.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let admin: Person
let technician: Person
let customerId: string
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  admin = await h.anAdmin({ orgId })
  technician = await h.aTechnician({ orgId })
  customerId = (await h.aCustomer({ orgId, name: 'Åkeriet AB' })).id
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const rows = async () => (await h.as(technician).call(expenses.list, { query: {} })).rows
const field = (name: string) =>
  within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const value = (name: string) => field(name).value

test('choosing one fills in its name, unit and the price of the work date; all stay editable', async () => {
  const { user } = await openBackOffice(h, technician, '/backoffice/time/expenses')
  await user.click(await screen.findByRole('button', { name: 'Registrera material' }))
  await screen.findByRole('dialog')
  expect(screen.queryByRole('combobox', { name: 'Artikel ur registret' })).toBeNull()

  const { id, number } = await h.as(admin).call(articles.create, {
    body: anArticle({ number: '310', name: 'Kabel', unit: 'm', priceOre: 1_600, validFrom: '2026-01-01' }),
  })
  await h.as(admin).call(articles.setPrice, { params: { id }, body: { validFrom: '2026-03-01', priceOre: 1_800 } })
  await closeApp()
  const again = await openBackOffice(h, technician, '/backoffice/time/expenses')
  await again.user.click(await screen.findByRole('button', { name: 'Registrera material' }))
  const dialog = within(await screen.findByRole('dialog'))
  await again.user.type(await dialog.findByRole('combobox', { name: 'Artikel ur registret' }), '310')
  await again.user.click(await screen.findByRole('option', { name: '310 Kabel' }))
  await waitFor(() =>
    expect([value('Artikel'), value('Enhet'), value('Pris per enhet')]).toEqual(['Kabel', 'm', '18,00']),
  )
  const date = field('Datum')
  await again.user.clear(date)
  await again.user.type(date, '2026-02-10')
  await waitFor(() => expect(value('Pris per enhet')).toBe('16,00'))
  await again.user.clear(field('Pris per enhet'))
  await again.user.type(field('Pris per enhet'), '12')
  await again.user.type(field('Artikel'), ', svart')
  await again.user.type(field('Antal'), '25')
  await again.user.type(dialog.getByRole('combobox', { name: 'Kund' }), 'Åkeriet')
  await again.user.click(await screen.findByRole('option', { name: 'Åkeriet AB' }))
  await again.user.click(dialog.getByRole('button', { name: 'Spara' }))
  await waitFor(async () =>
    expect(await rows()).toMatchObject([
      {
        customer: { id: customerId },
        article: 'Kabel, svart',
        unit: 'm',
        priceOre: 1_200,
        workDate: '2026-02-10',
        registered: { id, number, name: 'Kabel' },
      },
    ]),
  )
})
