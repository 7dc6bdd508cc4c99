// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let technician: Person
let home: { id: string; name: string; orgId: string }
let company: { id: string; name: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  technician = await h.aTechnician({ orgId })
  const admin = await h.anAdmin({ orgId })
  home = await h.aCustomer({ orgId, name: 'Karin Lund' })
  company = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  await h.as(admin).call(agreements.setBilling, {
    params: { id: home.id },
    body: { vat: 'standard', isPrivate: true },
  })
  await givePassword(h, technician)
})
afterEach(closeApp)
afterAll(() => h.stop())

const dialog = () => within(screen.getByRole('dialog'))
const openDialog = async (customerId: string) => {
  const { user } = await openBackOffice(h, technician, `/backoffice/customers/${customerId}`)
  await user.click(await screen.findByRole('button', { name: 'Registrera tid' }))
  await screen.findByRole('dialog')
  return user
}

test('work on site at a private customer can be marked RUT; remote work loses the mark', async () => {
  const user = await openDialog(home.id)
  expect(dialog().queryByLabelText('RUT-arbete')).toBeNull()
  await user.click(dialog().getByLabelText('På plats'))
  await user.click(await dialog().findByLabelText('RUT-arbete'))
  await user.click(dialog().getByLabelText('På plats'))
  await waitFor(() => expect(dialog().queryByLabelText('RUT-arbete')).toBeNull())
  await user.click(dialog().getByLabelText('På plats'))
  expect(await dialog().findByLabelText('RUT-arbete')).toHaveProperty('checked', false)
  await user.click(dialog().getByLabelText('RUT-arbete'))
  await user.click(dialog().getByLabelText('Från'))
  await user.paste('08:00')
  await user.click(dialog().getByLabelText('Till'))
  await user.paste('09:00')
  await user.click(dialog().getByRole('button', { name: 'Spara' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { rows } = await h.as(technician).call(time.list, { query: { customerId: home.id } })
  expect(rows).toMatchObject([{ kind: 'onsite', isRut: true }])
  expect(await screen.findByText('RUT')).toBeTruthy()
})

test('work for a company cannot be marked RUT', async () => {
  const user = await openDialog(company.id)
  await user.click(dialog().getByLabelText('På plats'))
  expect(dialog().getByLabelText('På plats')).toHaveProperty('checked', true)
  expect(dialog().queryByLabelText('RUT-arbete')).toBeNull()
})
