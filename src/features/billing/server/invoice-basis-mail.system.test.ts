import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { aTerms } from '../testing/terms.ts'
import { invoiceBasisTasks } from './tasks.ts'
import { remindApprovers } from './waiting-approvals.queries.ts'

let h: Harness
let jobs: MailJobs
let admin: Person
let anna: Person
let customer: { id: string; orgId: string }

beforeAll(async () => {
  h = await startHarness()
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  admin = await h.anAdmin({ orgId })
  customer = await h.aCustomer({ orgId, name: 'Åkeriet AB' })
  anna = await h.aPortalUser(customer)
  // Sees the company but may not approve, so gets no mail.
  await h.aPortalUser(customer)
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [anna.userId])
  const { id: termsId } = await h.as(admin).call(agreements.createTerms, {
    body: aTerms({ needsApproval: true }),
  })
  await h.as(admin).call(agreements.setDefault, { body: { validFrom: '2026-01-01', termsId } })
  jobs = await startMailJobs(h, invoiceBasisTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const work = (timeFrom: string, timeTo: string) =>
  h.as(admin).call(time.create, { body: { customerId: customer.id, workDate: '2026-10-20', timeFrom, timeTo } })
let read = 0
/** The recipient and content of the next mail, which may have arrived already. */
async function next() {
  const { to, subject, raw } = await vi.waitFor(() => jobs.mails[read] ?? Promise.reject(new Error('No mail')), 20_000)
  read += 1
  const { text } = await PostalMime.parse(raw)
  return [to, subject, text].join('\n').replaceAll('\u00a0', ' ')
}

test('approver and sender get their mails, and a reminder comes after three working days', async () => {
  await work('10:00', '11:00')
  const make = async (replaces: string | null) => {
    const body = { customerId: customer.id, month: '2026-10', replaces }
    return (await h.as(admin).call(invoiceBases.create, { body })).id
  }
  const id = await make(null)
  await h.as(admin).call(invoiceBases.send, { params: { id } })
  const sent = await next()
  expect(sent).toContain(anna.email)
  expect(sent).toContain('Underlag för oktober 2026 att godkänna – Nordnät AB')
  expect(sent).toContain('1 000,00 kr utan moms')
  expect(sent).toContain(`/customer-portal/invoice-bases/${id}`)

  await h.as(anna).call(portalInvoiceBases.ask, { params: { id }, body: { position: 1, question: 'Vad?' } })
  expect(await next()).toMatch(
    new RegExp(`${admin.email}[^]*frågar om underlaget för oktober 2026[^]*backoffice/invoice-bases`),
  )
  await h.as(admin).call(invoiceBases.answer, { params: { id }, body: { position: 1, answer: 'Router' } })
  expect(await next()).toMatch(new RegExp(`${anna.email}[^]*Svar om underlaget`))
  await h.as(anna).call(portalInvoiceBases.approve, { params: { id } })
  expect(await next()).toMatch(new RegExp(`${admin.email}[^]*Åkeriet AB har godkänt oktober 2026`))

  await h.as(anna).call(portalInvoiceBases.withdrawApproval, { params: { id } })
  expect(await next()).toMatch(
    new RegExp(`${admin.email}[^]*Åkeriet AB har tagit tillbaka godkännandet av oktober 2026`),
  )
  await h.as(anna).call(portalInvoiceBases.approve, { params: { id } })
  expect(await next()).toMatch(new RegExp(`${admin.email}[^]*Åkeriet AB har godkänt oktober 2026`))

  await work('13:00', '14:00')
  const outdated = [await next(), await next()].sort()
  expect(outdated.join()).toMatch(/Underlaget för oktober 2026 ändras/)
  expect(outdated.join()).toMatch(/är inaktuellt/)

  const newer = await make(id)
  await h.as(admin).call(invoiceBases.send, { params: { id: newer } })
  expect(await next()).toContain('2 000,00 kr')
  // Sent on a Friday: checked two and three working days later.
  await h.test.superuser.query(`update invoice_bases set sent_at = '2026-11-06 12:00+01' where id = $1`, [newer])
  await h.database.as('jobs', (db) => remindApprovers(db, '2026-11-10'))
  expect((await h.as(admin).call(invoiceBases.get, { params: { id: newer } })).remindedAt).toBeNull()
  await h.database.as('jobs', (db) => remindApprovers(db, '2026-11-11'))
  expect(await next()).toMatch(new RegExp(`${anna.email}[^]*Påminnelse: underlag för oktober 2026`))
  const { remindedAt } = await h.as(admin).call(invoiceBases.get, { params: { id: newer } })
  await h.database.as('jobs', (db) => remindApprovers(db, '2026-12-01'))
  expect((await h.as(admin).call(invoiceBases.get, { params: { id: newer } })).remindedAt).toBe(remindedAt)
})
