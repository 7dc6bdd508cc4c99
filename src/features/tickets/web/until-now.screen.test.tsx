// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { tickets } from '../tickets.contract.ts'

let h: Harness
let anna: Person
let path: string
beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization()
  anna = await h.aTechnician({ orgId })
  await givePassword(h, anna)
  const { id: customerId } = await h.aCustomer({ orgId })
  const body = { title: 'Ugnen är kall', description: 'Sedan i morse', customerId }
  path = `/backoffice/tickets/${(await h.as(anna).call(tickets.create, { body })).id}`
})
afterEach(closeApp)
afterAll(() => h.stop())

test('of two lengths chosen in turn the last one counts, even if its response comes first', async () => {
  let answerLate = () => {}
  const isLate = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  const proposal = (timeTo: string) =>
    Response.json({ span: { workDate: '2026-11-20', timeFrom: '08:00', timeTo }, isMoved: false, needsTimes: false })
  const answers = [isLate.then(() => proposal('09:30')), Promise.resolve(proposal('09:45'))]
  const fetch = meddling(h, ({ path }) => (path === '/api/time/until-now' ? answers.shift() : undefined))
  const { user } = await openBackOffice(h, anna, path, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Registrera tid' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ny tidrad' }))
  await user.click(dialog.getByRole('radio', { name: '30 min' }))
  await user.click(dialog.getByRole('radio', { name: '45 min' }))
  const to = dialog.getByRole('textbox', { name: 'Till' })
  await waitFor(() => expect(to).toHaveProperty('value', '09:45'))
  answerLate()
  await new Promise((resolve) => setTimeout(resolve))
  expect(to).toHaveProperty('value', '09:45')
})
