// Operations on bases that draw from the same prepaid hours. Each pair of the list is run concurrently.
import { discounts } from '#features/billing/discounts.contract.ts'
import { invoiceBases } from '#features/billing/invoice-bases.contract.ts'
import { prepaidHours } from '#features/billing/prepaid-hours.contract.ts'
import { portalInvoiceBases } from '#screens/portal/portal-invoice-bases.contract.ts'
import type { Scene } from './company.ts'
import { addCharge, buyHours, editCustomer, giveDiscount, newTime, removeCustomer } from './customer-operations.ts'
import { admin, type Operation, portalUser, technician } from './operation.ts'

const invoiceBasisOf = ({ basisIds }: Scene, index: 0 | 1) => ({ id: basisIds?.[index] ?? '' })

export const invoiceBasisOperations: Operation[] = [
  technician('bill the first basis', (call, scene) => call(invoiceBases.bill, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'billed basis',
  }),
  technician('bill the second basis', (call, scene) => call(invoiceBases.bill, { params: invoiceBasisOf(scene, 1) }), {
    audits: 'billed basis',
  }),
  admin(
    'take the first basis back',
    (call, scene) => call(invoiceBases.withdraw, { params: invoiceBasisOf(scene, 0), body: { reason: 'Fel rad' } }),
    { audits: 'withdrawn basis', isUnlikely: true },
  ),
  technician(
    'make the second basis again',
    (call, scene) =>
      call(invoiceBases.create, {
        body: { customerId: scene.id, month: '2026-03', replaces: invoiceBasisOf(scene, 1).id },
      }),
    { isUnlikely: true },
  ),
  admin(
    'remove the hours',
    (call, { prepaidHoursId = '' }) => call(prepaidHours.remove, { params: { id: prepaidHoursId } }),
    {
      audits: 'deleted pot',
    },
  ),
  technician('list the hours', (call, { id }) => call(prepaidHours.ofCustomer, { params: { id } })),
  technician(
    'write a free line on the second basis',
    (call, scene) =>
      call(discounts.addFreeLine, {
        params: invoiceBasisOf(scene, 1),
        body: { text: 'Kredit', hundredths: 100, unit: 'st', priceOre: -100, vatClass: 'standard', vatReason: null },
      }),
    { audits: 'changed basis' },
  ),
  ...[addCharge, giveDiscount, buyHours, newTime, editCustomer, removeCustomer],
]

/** On the first basis, whatever its state: each transition happens once. */
export const transitionOperations: Operation[] = [
  technician('send', (call, scene) => call(invoiceBases.send, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'sent basis',
    once: 'send',
  }),
  technician('send again', (call, scene) => call(invoiceBases.sendAgain, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'sent_again basis',
    once: 'send again',
    isUnlikely: true,
  }),
  admin(
    'note the approval',
    (call, scene) => call(invoiceBases.approve, { params: invoiceBasisOf(scene, 0), body: { note: 'Per telefon' } }),
    { audits: 'approved basis', once: 'approve' },
  ),
  portalUser('approve', (call, scene) => call(portalInvoiceBases.approve, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'approved basis',
    once: 'approve',
  }),
  admin(
    'take the noted approval back',
    (call, scene) => call(invoiceBases.withdrawApproval, { params: invoiceBasisOf(scene, 0) }),
    {
      audits: 'approval_withdrawn basis',
      once: 'withdraw',
      isUnlikely: true,
    },
  ),
  portalUser(
    'take the approval back',
    (call, scene) => call(portalInvoiceBases.withdrawApproval, { params: invoiceBasisOf(scene, 0) }),
    {
      audits: 'approval_withdrawn basis',
      once: 'withdraw',
    },
  ),
  portalUser('ask', (call, scene) =>
    call(portalInvoiceBases.ask, {
      params: invoiceBasisOf(scene, 0),
      body: { position: 1, question: 'Vad var det här?' },
    }),
  ),
  technician('bill', (call, scene) => call(invoiceBases.bill, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'billed basis',
    once: 'bill',
  }),
  admin(
    'take back',
    (call, scene) => call(invoiceBases.withdraw, { params: invoiceBasisOf(scene, 0), body: { reason: 'Fel rad' } }),
    {
      audits: 'withdrawn basis',
      once: 'take back',
    },
  ),
  technician('remove', (call, scene) => call(invoiceBases.remove, { params: invoiceBasisOf(scene, 0) }), {
    audits: 'deleted basis',
    once: 'remove',
  }),
  technician('make again', (call, scene) =>
    call(invoiceBases.create, {
      body: { customerId: scene.id, month: '2026-02', replaces: invoiceBasisOf(scene, 0).id },
    }),
  ),
  technician('look at it', (call, scene) => call(invoiceBases.get, { params: invoiceBasisOf(scene, 0) })),
  ...[buyHours, newTime],
]

/** Prepaid hours of which more is drawn than there is, and billed bases whose drawdowns differ from their lines. */
export const WRONGLY_DRAWN = `
  select 'hours that are drawn twice: ' || id as fault from prepaid_hours p
  where org_id = $1 and prepaid_hours_minutes_drawn(org_id, id) not between 0 and minutes
  union all
  select 'a basis that has not drawn its lines: ' || id from invoice_bases b
  where org_id = $1 and state in ('billed', 'withdrawn') and (
    select coalesce(sum(d.minutes), 0) from drawdowns d where d.org_id = b.org_id and d.basis_id = b.id)
    <> case state when 'withdrawn' then 0 else (
      select coalesce(sum(l.quantity), 0) from invoice_basis_lines l
      where l.org_id = b.org_id and l.basis_id = b.id and l.kind = 'drawn') end`
