// Whom a sent invoice basis reaches: an invoice address with the PDF, and once more after a mail came back.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { noteBounces } from '#features/inbox/server/bounces.queries.ts'
import type { IncomingMail } from '#features/inbox/server/reading/incoming-mail.ts'
import { time } from '#features/time/time.contract.ts'
import { threadsOfTests } from '#platform/mail/testing/mail-threads.ts'
import { until } from '#shared/testing/until.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { type MailJobs, startMailJobs } from '#tests/harness/mail-jobs.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { HAS_REACHED_ALL, nobodyGetsIt } from '../invoice-basis-refusals.rules.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { invoiceBasisTasks } from './tasks.ts'

let h: Harness
let orgId: string
let technician: Person
let jobs: MailJobs

beforeAll(async () => {
  ;({ h, orgId, technician } = await aCompanyWithTerms(0, { isSendingMail: true }))
  await h.test.superuser.query(`update company_facts set email = 'hej@nordnat.example'`)
  jobs = await startMailJobs(h, invoiceBasisTasks)
})
afterAll(async () => {
  await jobs.stop()
  await h.stop()
})

const call: ReturnType<Harness['as']>['call'] = (...input) => h.as(technician).call(...input)
async function aDraft() {
  const customer = await h.aCustomer({ orgId })
  const customerId = customer.id
  await call(time.create, { body: { customerId, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' } })
  const { id } = await call(invoiceBases.create, { body: { customerId, month: '2026-10', replaces: null } })
  return { id, customer: { ...customer, orgId } }
}
async function writeTo(customerId: string, invoiceEmail: string) {
  const params = { id: customerId }
  const { version, customerNumber } = await call(billingDetails.get, { params })
  await call(billingDetails.change, { params, body: { version, customerNumber, invoiceEmail } })
}
const of = (id: string) => ({ params: { id } })
const get = (id: string) => call(invoiceBases.get, of(id))
const mailsTo = (address: string) => jobs.mails.filter(({ to }) => to.includes(address))
const mailTo = (address: string, nth = 1) =>
  until(async () => {
    const mail = mailsTo(address)[nth - 1]
    if (!mail) throw new Error(`${mailsTo(address).length} mails to ${address}`)
    return { ...(await PostalMime.parse(mail.raw)), messageId: mail.header('message-id') }
  })
const comesBack = (messageId: string, address: string) =>
  h.database.as('jobs', (db) =>
    noteBounces(db, { orgId, threads: threadsOfTests, now: new Date() }, {
      report: { messageId, undelivered: [address], failedFor: [address] },
    } as IncomingMail),
  )

test('without approvers the invoice address gets the PDF, and no link to the portal', async () => {
  const { id, customer } = await aDraft()
  await writeTo(customer.id, 'faktura@kund.example')
  expect((await get(id)).addressees).toEqual([{ name: null, email: 'faktura@kund.example', isInvoiceAddress: true }])
  await call(invoiceBases.send, of(id))
  const { subject, text, attachments, replyTo } = await mailTo('faktura@kund.example')
  expect(subject).toMatch(/^Underlag för oktober 2026 – /)
  expect(text?.replaceAll('\u00a0', ' ')).toMatch(/är bifogat som PDF: 1 000,00 kr utan moms\. Hör av dig till oss/)
  expect(text).not.toContain('customer-portal')
  expect(replyTo).toMatchObject([{ address: 'hej@nordnat.example' }])
  expect(attachments).toMatchObject([{ mimeType: 'application/pdf', filename: expect.stringMatching(/\.pdf$/) }])
  const toldTo = async () =>
    (await h.test.superuser.query('select told_to from invoice_bases where id = $1', [id])).rows[0]?.told_to
  await until(async () => expect(await toldTo()).toEqual(['faktura@kund.example']))
})

test('with an approver the invoice address gets nothing', async () => {
  const { id, customer } = await aDraft()
  await writeTo(customer.id, 'ekonomi@annan.example')
  const { email } = await anApprover(h, customer)
  await call(invoiceBases.send, of(id))
  expect((await mailTo(email)).text).toContain('customer-portal')
  expect(mailsTo('ekonomi@annan.example')).toEqual([])
})

test('nobody is addressed: it is not sent, and may still be billed where no approval is needed', async () => {
  const { id, customer } = await aDraft()
  await expect(call(invoiceBases.send, of(id))).rejects.toMatchObject({ status: 422, message: nobodyGetsIt(true) })
  expect((await get(id)).state).toBe('draft')
  await h.test.superuser.query('update time_entries set reported = true, reported_at = now() where customer_id = $1', [
    customer.id,
  ])
  expect((await call(invoiceBases.bill, of(id))).state).toBe('billed')
})

test('an address that the mail server refuses is named, and mended it is sent again in one press', async () => {
  const { id, customer } = await aDraft()
  await writeTo(customer.id, 'refused@kund2.example')
  await call(invoiceBases.send, of(id))
  await until(async () => expect((await get(id)).undelivered).toEqual(['refused@kund2.example']))
  await writeTo(customer.id, 'ratt@kund2.example')
  const presses = await Promise.allSettled([1, 2, 3].map(() => call(invoiceBases.sendAgain, of(id))))
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await mailTo('ratt@kund2.example')).attachments).toHaveLength(1)
  expect(await get(id)).toMatchObject({
    state: 'sent',
    undelivered: [],
    resentBy: 'Tove Teknik',
    resentAfter: ['refused@kund2.example'],
  })
})

test('a late return from the former address is no news, one from the new address is', async () => {
  const { id, customer } = await aDraft()
  await writeTo(customer.id, 'gammal@kund3.example')
  await call(invoiceBases.send, of(id))
  const first = await mailTo('gammal@kund3.example')
  await comesBack(first.messageId, 'gammal@kund3.example')
  await writeTo(customer.id, 'ny@kund3.example')
  await call(invoiceBases.sendAgain, of(id))
  await comesBack(first.messageId, 'gammal@kund3.example')
  expect((await get(id)).undelivered).toEqual([])
  await comesBack((await mailTo('ny@kund3.example')).messageId, 'ny@kund3.example')
  expect((await get(id)).undelivered).toEqual(['ny@kund3.example'])
})

test('what has reached everybody, or whom nobody gets, is not sent again', async () => {
  const { id, customer } = await aDraft()
  await writeTo(customer.id, 'refused@kund4.example')
  await expect(call(invoiceBases.sendAgain, of(id))).rejects.toMatchObject({ status: 409 })
  await call(invoiceBases.send, of(id))
  await until(async () => expect((await get(id)).undelivered).toHaveLength(1))
  await writeTo(customer.id, '')
  await expect(call(invoiceBases.sendAgain, of(id))).rejects.toMatchObject({ status: 422, message: nobodyGetsIt(true) })
  await h.test.superuser.query(`update invoice_bases set undelivered = '{}' where id = $1`, [id])
  await expect(call(invoiceBases.sendAgain, of(id))).rejects.toMatchObject({ status: 409, message: HAS_REACHED_ALL })
})
