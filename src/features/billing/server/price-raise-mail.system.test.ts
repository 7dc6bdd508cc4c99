import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { agreements } from '../agreements.contract.ts'
import { charges } from '../charges.contract.ts'
import { priceRaises } from '../price-raises.contract.ts'
import { aCharge } from '../testing/charges.ts'
import { anApprover } from '../testing/invoice-bases.ts'
import { aRaise } from '../testing/price-raises.ts'
import { priceRaiseTasks } from './price-raise-mail.ts'

let h: Harness
let jobs: MailJobs
let admin: Person
let orgId: string

beforeAll(async () => {
  h = await startHarness()
  orgId = (await h.anOrganization('Nordnät AB')).id
  admin = await h.anAdmin({ orgId })
  jobs = await startMailJobs(h, priceRaiseTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

test('a customer gets one mail with all its new prices, a private one with VAT', async () => {
  const { call } = h.as(admin)
  const company = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  const person = await h.aCustomer({ orgId, name: 'Per Person' })
  await call(agreements.setBilling, {
    params: { id: person.id },
    body: { vat: 'standard', reverseReason: null, isPrivate: true },
  })
  const approvers = [await anApprover(h, company), await anApprover(h, person)]
  const add = (id: string, given: Parameters<typeof aCharge>[0]) =>
    call(charges.create, { params: { id }, body: aCharge(given) })
  await add(company.id, { text: 'Microsoft 365' })
  await add(company.id, { text: 'Domän', period: 'year', unit: 'st', priceOre: 24_000 })
  await add(person.id, { text: 'Säkerhetskopia', unit: 'dator', priceOre: 10_000 })
  const { rows } = await call(priceRaises.preview, { body: aRaise() })
  const seen = rows.map(({ id, state }) => ({ id, state, isChosen: true }))
  await call(priceRaises.create, { body: { ...aRaise(), seen, sendsMail: true } })
  await vi.waitFor(() => expect(jobs.mails).toHaveLength(2), 20_000)
  const texts = await Promise.all(
    jobs.mails.map(async ({ to, subject, raw }) => {
      const { text = '' } = await PostalMime.parse(raw)
      return { to, subject, text: text.replaceAll('\u00a0', ' ') }
    }),
  )
  const [toCompany, toPerson] = approvers.map(({ email }) => texts.find(({ to }) => String(to).includes(email)))
  expect(toCompany?.subject).toBe('Nya priser från 2026-11-01 – Nordnät AB')
  expect(toCompany?.text).toContain('Microsoft 365: från 129,00 kr till 135,00 kr per st och månad\n')
  expect(toCompany?.text).toContain(
    'Domän: från 240,00 kr till 252,00 kr per st och år, från perioden som börjar 2027-09-01',
  )
  expect(toCompany?.text).toContain('Priserna är utan moms.')
  expect(toPerson?.text).toContain('Säkerhetskopia: från 125,00 kr till 131,25 kr per dator och månad')
  expect(toPerson?.text).toContain('Priserna är med moms.')
})
