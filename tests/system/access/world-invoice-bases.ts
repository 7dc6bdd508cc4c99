// Invoice bases of a customer in every state that an endpoint needs, each of a different month.
import { discounts } from '#features/billing/discounts.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { month as monthContract } from '#features/billing/month.contract.ts'
import { reports } from '#features/reports/reports.contract.ts'
import { time } from '#features/time/time.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

import { someFreeLine } from './bodies.ts'

type Of = { admin: Person; customer: string; staff: Person; portalUser: Person }
/** Return canaries: `shown` for the customer's approver and staff, `internal` for staff only. */
type Texts = { shown: () => string; internal: () => string }

/**
 * The portal user approves; the sent basis has two rows, and a question about the first. The customer cannot read
 * drafts.
 */
export async function fillInvoiceBases(
  h: Harness,
  { shown, internal }: Texts,
  { admin, customer, staff, portalUser }: Of,
) {
  await h.test.superuser.query('update customer_users set may_approve = true where user_id = $1', [portalUser.userId])
  const { call } = h.as(staff)
  const make = async (month: string, hours: readonly string[], text = internal) => {
    for (const hour of hours)
      await call(time.create, {
        body: {
          customerId: customer,
          workDate: `${month}-01`,
          timeFrom: `${hour}:00`,
          timeTo: `${hour}:30`,
          description: text(),
          notes: internal(),
        },
      })
    return (await call(invoiceBases.create, { body: { customerId: customer, month, replaces: null } })).id
  }
  const reported = async (month: string, text = internal) => {
    const id = await make(month, ['10'], text)
    const body = { customerId: customer, from: `${month}-01`, to: `${month}-02` }
    await call(reports.mark, { params: { id: (await call(reports.generate, { body })).id } })
    return id
  }
  const draftInvoiceBasis = await make('2026-12', ['10'])
  const { freeLines } = await call(discounts.addFreeLine, {
    params: { id: draftInvoiceBasis },
    body: { ...someFreeLine, text: internal() },
  })
  const sentInvoiceBasis = await make('2027-01', ['10', '11'], shown)
  await call(invoiceBases.send, { params: { id: sentInvoiceBasis } })
  await h.as(portalUser).call(portalInvoiceBases.ask, {
    params: { id: sentInvoiceBasis },
    body: { position: 1, question: shown() },
  })
  const approvedInvoiceBasis = await make('2027-04', ['10'])
  await call(invoiceBases.send, { params: { id: approvedInvoiceBasis } })
  await h.as(portalUser).call(portalInvoiceBases.approve, { params: { id: approvedInvoiceBasis } })
  const notedInvoiceBasis = await make('2027-05', ['10'])
  await call(invoiceBases.send, { params: { id: notedInvoiceBasis } })
  await h.as(admin).call(invoiceBases.approve, { params: { id: notedInvoiceBasis }, body: { note: 'Per telefon' } })
  const waiting = await make('2027-06', ['10'])
  const { id: sending } = await call(monthContract.send, { body: { ids: [waiting] } })
  const readyInvoiceBasis = await reported('2027-02')
  const billedInvoiceBasis = await reported('2027-03', shown)
  await call(invoiceBases.bill, { params: { id: billedInvoiceBasis } })
  return {
    draftInvoiceBasis,
    freeLine: freeLines[0]?.id ?? '',
    sentInvoiceBasis,
    approvedInvoiceBasis,
    notedInvoiceBasis,
    readyInvoiceBasis,
    billedInvoiceBasis,
    sending: sending ?? '',
  }
}
