// Whom a basis reaches: a login reads it in the portal, an invoice address only gets what is mailed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingDetails } from '#features/customers/billing-details.contract.ts'
import { time } from '#features/time/time.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'
import { agreements } from '../agreements.contract.ts'
import { invoiceBases } from '../invoice-bases.contract.ts'
import { NOBODY_GETS_IT, nobodyGetsIt } from '../invoice-basis-refusals.rules.ts'
import { month } from '../month.contract.ts'
import { stopsOf } from '../month-steps.rules.ts'
import { aCompanyWithTerms, anApprover } from '../testing/invoice-bases.ts'
import { aTerms } from '../testing/terms.ts'

const INVOICE_EMAIL = 'faktura@kund.example'

describe.each([
  { mail: 'the environment’s mail server', isSendingMail: true, hasEnvironment: true, hasOwn: false },
  { mail: 'the company’s own mail server', isSendingMail: true, hasEnvironment: false, hasOwn: true },
  { mail: 'no mail server', isSendingMail: false, hasEnvironment: false, hasOwn: false },
])('with $mail', ({ isSendingMail, hasEnvironment, hasOwn }) => {
  let h: Harness
  let orgId: string
  let admin: Person
  let termsId: string

  beforeAll(async () => {
    ;({ h, orgId, admin } = await aCompanyWithTerms(0, { isSendingMail: hasEnvironment }))
    const body = aTerms({ name: 'Med godkännande', needsApproval: true, silentApprovalDays: 10 })
    termsId = (await h.as(admin).call(agreements.createTerms, { body })).id
    if (hasOwn)
      await h.test.superuser.query(
        `insert into mail_servers (org_id, host, port, tls, from_address)
         values ($1, 'smtp.nordnat.example', 587, 'starttls', 'svar@nordnat.example')`,
        [orgId],
      )
  })
  afterAll(() => h.stop())

  const call: ReturnType<Harness['as']>['call'] = (...input) => h.as(admin).call(...input)
  async function aDraft({ invoiceEmail = '' } = {}) {
    const customer = await h.aCustomer({ orgId })
    const params = { id: customer.id }
    await call(agreements.setOfCustomer, { params, body: { validFrom: '2026-01-01', termsId } })
    const { version, customerNumber } = await call(billingDetails.get, { params })
    await call(billingDetails.change, { params, body: { version, customerNumber, invoiceEmail } })
    const body = { customerId: customer.id, workDate: '2026-10-20', timeFrom: '10:00', timeTo: '11:00' }
    await call(time.create, { body })
    const { id } = await call(invoiceBases.create, {
      body: { customerId: customer.id, month: '2026-10', replaces: null },
    })
    return { id, customer: { ...customer, orgId } }
  }
  const of = (id: string) => ({ params: { id } })
  const get = (id: string) => call(invoiceBases.get, of(id))
  const stops = async (customerId: string) => {
    const { rows } = await call(invoiceBases.list, { query: { month: '2026-10' } })
    return rows.filter(({ customer }) => customer.id === customerId).flatMap(stopsOf)
  }
  async function expectSent(id: string) {
    const sent = await call(invoiceBases.send, of(id))
    expect(sent.state).toBe('sent')
    // By silence only of those who get mail about it.
    expect(sent.silentApprovalOn !== null).toBe(isSendingMail)
  }
  async function expectNobody({ id, customer }: Awaited<ReturnType<typeof aDraft>>) {
    const reason = nobodyGetsIt(isSendingMail)
    expect(await get(id)).toMatchObject({ addressees: [], isSendingMail })
    await expect(call(invoiceBases.send, of(id))).rejects.toMatchObject({ status: 422, message: reason })
    expect(await call(month.send, { body: { ids: [id] } })).toMatchObject({ waiting: [], refused: [{ id, reason }] })
    expect(await stops(customer.id)).toContain(NOBODY_GETS_IT)
    expect((await get(id)).state).toBe('draft')
    const approved = await call(invoiceBases.approve, { ...of(id), body: { note: 'Per telefon' } })
    expect(approved).toMatchObject({ state: 'approved', sentAt: null })
  }

  test('a login gets it in the portal', async () => {
    const { id, customer } = await aDraft({ invoiceEmail: INVOICE_EMAIL })
    const { email } = await anApprover(h, customer)
    expect(await get(id)).toMatchObject({ addressees: [{ email, isInvoiceAddress: false }], isSendingMail })
    expect(await stops(customer.id)).not.toContain(NOBODY_GETS_IT)
    await expectSent(id)
  })

  test('an invoice address gets what is mailed, so that without mail it is nobody', async () => {
    const draft = await aDraft({ invoiceEmail: INVOICE_EMAIL })
    if (!isSendingMail) return expectNobody(draft)
    expect((await get(draft.id)).addressees).toEqual([{ name: null, email: INVOICE_EMAIL, isInvoiceAddress: true }])
    expect(await stops(draft.customer.id)).not.toContain(NOBODY_GETS_IT)
    await expectSent(draft.id)
  })

  test('neither is nobody, and what to do depends on whether mail is sent', async () => expectNobody(await aDraft()))
})

test('a mail server of another company sends nothing of ours', async () => {
  const { h, orgId } = await aCompanyWithTerms(0)
  const other = (await h.anOrganization()).id
  await h.test.superuser.query(
    `insert into mail_servers (org_id, host, port, tls, from_address)
     values ($1, 'smtp.annan.example', 587, 'starttls', 'svar@annan.example')`,
    [other],
  )
  const { rows } = await h.test.superuser.query('select sends_mail($1) as ours, sends_mail($2) as theirs', [
    orgId,
    other,
  ])
  expect(rows).toEqual([{ ours: false, theirs: true }])
  await h.stop()
})
