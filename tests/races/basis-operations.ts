// Operations on bases that draw from the same bought hours. Each pair of the list is run concurrently.
import { pots } from '#agreements/pots.contract.ts'
import { bases } from '#bases/bases.contract.ts'
import { portalBases } from '#bases/portal-bases.contract.ts'
import type { Scene } from './company.ts'
import { buyHours, editCustomer, newTime, removeCustomer } from './customer-operations.ts'
import { admin, type Operation, portalUser, technician } from './operation.ts'

const basisOf = ({ basisIds }: Scene, index: 0 | 1) => ({ id: basisIds?.[index] ?? '' })

export const basisOperations: Operation[] = [
  technician('bill the first basis', (call, scene) => call(bases.bill, { params: basisOf(scene, 0) }), {
    audits: 'billed basis',
  }),
  technician('bill the second basis', (call, scene) => call(bases.bill, { params: basisOf(scene, 1) }), {
    audits: 'billed basis',
  }),
  admin(
    'take the first basis back',
    (call, scene) => call(bases.withdraw, { params: basisOf(scene, 0), body: { reason: 'Fel rad' } }),
    { audits: 'withdrawn basis', isUnlikely: true },
  ),
  technician(
    'make the second basis again',
    (call, scene) =>
      call(bases.create, { body: { customerId: scene.id, month: '2026-03', replaces: basisOf(scene, 1).id } }),
    { isUnlikely: true },
  ),
  admin('remove the hours', (call, { potId = '' }) => call(pots.remove, { params: { id: potId } }), {
    audits: 'deleted pot',
  }),
  technician('list the hours', (call, { id }) => call(pots.ofCustomer, { params: { id } })),
  ...[buyHours, newTime, editCustomer, removeCustomer],
]

/** Of the first basis, in whatever state: each transition happens once. */
export const transitionOperations: Operation[] = [
  technician('send', (call, scene) => call(bases.send, { params: basisOf(scene, 0) }), {
    audits: 'sent basis',
    once: 'send',
  }),
  admin(
    'note the approval',
    (call, scene) => call(bases.approve, { params: basisOf(scene, 0), body: { note: 'Per telefon' } }),
    { audits: 'approved basis', once: 'approve' },
  ),
  portalUser('approve', (call, scene) => call(portalBases.approve, { params: basisOf(scene, 0) }), {
    audits: 'approved basis',
    once: 'approve',
  }),
  admin('take the noted approval back', (call, scene) => call(bases.withdrawApproval, { params: basisOf(scene, 0) }), {
    audits: 'approval_withdrawn basis',
    once: 'withdraw',
    isUnlikely: true,
  }),
  portalUser(
    'take the approval back',
    (call, scene) => call(portalBases.withdrawApproval, { params: basisOf(scene, 0) }),
    {
      audits: 'approval_withdrawn basis',
      once: 'withdraw',
    },
  ),
  portalUser('ask', (call, scene) =>
    call(portalBases.ask, { params: basisOf(scene, 0), body: { position: 1, question: 'Vad var det här?' } }),
  ),
  technician('bill', (call, scene) => call(bases.bill, { params: basisOf(scene, 0) }), {
    audits: 'billed basis',
    once: 'bill',
  }),
  admin(
    'take back',
    (call, scene) => call(bases.withdraw, { params: basisOf(scene, 0), body: { reason: 'Fel rad' } }),
    {
      audits: 'withdrawn basis',
      once: 'take back',
    },
  ),
  technician('remove', (call, scene) => call(bases.remove, { params: basisOf(scene, 0) }), {
    audits: 'deleted basis',
    once: 'remove',
  }),
  technician('make again', (call, scene) =>
    call(bases.create, { body: { customerId: scene.id, month: '2026-02', replaces: basisOf(scene, 0).id } }),
  ),
  technician('look at it', (call, scene) => call(bases.get, { params: basisOf(scene, 0) })),
  ...[buyHours, newTime],
]

/** Bought hours of which more is drawn than there is, and billed bases that have not drawn what their lines say. */
export const WRONGLY_DRAWN = `
  select 'hours that are drawn twice: ' || id as fault from pots p
  where org_id = $1 and pot_minutes_drawn(org_id, id) not between 0 and minutes
  union all
  select 'a basis that has not drawn its lines: ' || id from bases b
  where org_id = $1 and state in ('billed', 'withdrawn') and (
    select coalesce(sum(d.minutes), 0) from pot_draws d where d.org_id = b.org_id and d.basis_id = b.id)
    <> case state when 'withdrawn' then 0 else (
      select coalesce(sum(l.quantity), 0) from basis_lines l
      where l.org_id = b.org_id and l.basis_id = b.id and l.kind = 'drawn') end`
