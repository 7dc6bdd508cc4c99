// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { closeApp } from '#features/auth/testing/screen.tsx'
import { givePassword } from '#features/auth/testing/sign-in.ts'
import { agreements } from '#features/billing/agreements.contract.ts'
import { articles } from '#features/billing/articles.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { anArticle } from '#features/billing/testing/articles.ts'
import { aTerms } from '#features/billing/testing/terms.ts'
import { expenses } from '#features/time/expenses.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { brokenAnswer, meddling, openBackOffice } from '#screens/back-office/testing/app.tsx'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'

let h: Harness
let admin: Person
let orgId: string
const [, month = '', earlier = ''] = latestMonths(todayInStockholm(), 3)

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization()).id
  admin = await h.anAdmin({ orgId })
  await givePassword(h, admin)
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, { body: aTerms({ needsApproval: true }) })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2020-01-01', termsId } })
})
afterEach(closeApp)
afterAll(() => h.stop())

/** A basis of two rows of time, 1 hour and 40 minutes. */
async function aBasis(name: string) {
  const { id: customerId } = await h.aCustomer({ orgId, name })
  for (const [timeFrom, timeTo] of [
    ['10:00', '11:00'],
    ['12:00', '12:40'],
  ] as const)
    await h.as(admin).call(time.create, { body: { customerId, workDate: `${month}-13`, timeFrom, timeTo } })
  const body = { customerId, month, replaces: null }
  return { customerId, id: (await h.as(admin).call(invoiceBases.create, { body })).id }
}

test('the month says what a ledger lacks of a customer, and gives the approved lines as a file', async () => {
  const { customerId, id } = await aBasis('Saknar Nummer AB')
  await h.as(admin).call(invoiceBases.approve, { params: { id }, body: { note: 'Per telefon' } })
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases?month=${month}`)
  const row = within(await screen.findByRole('row', { name: /Saknar Nummer AB/ }))
  const link = row.getByRole('link', { name: 'Organisationsnummer saknas' })
  expect(link.getAttribute('href')).toBe(`/backoffice/customers/${customerId}/billing`)
  const saved: Blob[] = []
  URL.createObjectURL = (blob) => {
    saved.push(blob as Blob)
    return '#'
  }
  URL.revokeObjectURL = () => undefined
  // Nothing is billed yet, so what is approved is chosen.
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Även godkända' }).checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Hämta som CSV' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain(';Saknar Nummer AB;')
})

test('the rows of a basis end with the sum of what is charged', async () => {
  const { id } = await aBasis('Summakund AB')
  await openBackOffice(h, admin, `/backoffice/invoice-bases/${id}`)
  const sum = await screen.findByRole('cell', { name: 'Summa' })
  expect(sum.closest('tr')?.textContent?.replaceAll('\u00a0', ' ')).toBe('Summa2 posterArbetat 1,67Debiteras 2,00')
})

test('the earlier months that were chosen stay chosen when the basis could not be created', async () => {
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Efterlyst AB' })
  for (const workDate of [`${month}-13`, `${earlier}-13`])
    await h.as(admin).call(time.create, { body: { customerId, workDate, timeFrom: '10:00', timeTo: '11:00' } })
  let isBroken = true
  const fetch = meddling(h, ({ method, path }) =>
    isBroken && method === 'POST' && path === '/api/invoice-bases' ? Promise.resolve(brokenAnswer()) : undefined,
  )
  const { user } = await openBackOffice(h, admin, `/backoffice/invoice-bases?month=${month}`, { fetch })
  await user.click(await screen.findByRole('button', { name: 'Skapa fakturaunderlag för Efterlyst AB' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Underlag för ${formatMonth(month)}` }))
  await user.click(dialog.getByRole('checkbox', { name: `Ta med ${formatMonth(earlier)}, 1 rad` }))
  await user.click(dialog.getByRole('button', { name: 'Skapa' }))
  await screen.findByText('Kunde inte skapa underlaget')
  isBroken = false
  await user.click(dialog.getByRole('button', { name: 'Skapa' }))
  const sum = await screen.findByRole('cell', { name: 'Summa' })
  expect(sum.closest('tr')?.textContent).toContain('2 poster')
})

test('the month says where the lines without an account get one', async () => {
  const body = { number: '3010', name: 'Arbete', vatClass: 'standard' as const, account: '3010' }
  const article = await h.as(admin).call(articles.create, { body: anArticle(body) })
  await h.as(admin).call(articles.setOfWork, { body: { kind: 'remote', articleId: article.id } })
  const { id: customerId } = await h.aCustomer({ orgId, name: 'Reser AB' })
  const workDate = `${month}-14`
  await h.as(admin).call(time.create, { body: { customerId, workDate, timeFrom: '10:00', timeTo: '11:00' } })
  await h.as(admin).call(expenses.create, {
    body: { customerId, workDate, kind: 'travel', article: 'Resa', hundredths: 1000, unit: 'km', priceOre: 2_500 },
  })
  await h.as(admin).call(invoiceBases.create, { body: { customerId, month, replaces: null } })
  await openBackOffice(h, admin, `/backoffice/invoice-bases?month=${month}`)
  const notice = await screen.findByText(/Konto saknas i filen för .*Resa \(1 rad\)/)
  const links = within(notice).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Inställningar, Avtal', '/backoffice/settings/avtal'],
    ['Resor och material', '/backoffice/time/expenses'],
  ])
  expect(notice.textContent).toContain('Resor och material får artikeln på raden')
  expect(notice.textContent).not.toMatch(/Abonnemang|Egna rader/)
})
