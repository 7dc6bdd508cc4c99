import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

type Of = { orgId: string; customer: string; staff: Person }
/** Returns a canary that only staff may read. */
type Put = (text: string, who: 'staff') => string

/** Unused terms, terms that the customer has, and prepaid hours of the customer. */
export async function fillAgreement(h: Harness, put: Put, { orgId, customer, staff }: Of) {
  const [unused, agreed] = [uuidv7(), uuidv7()]
  await h.test.superuser.query(
    `insert into terms (org_id, id, series_id, number, name, remote_ore, onsite_ore, after_hours_ore, round_to, round_by,
       smallest_minutes, start_fee_ore, included_minutes, after_hours_drawdowns, needs_approval)
     select $1, id, id, 1, name, 95000, 110000, 190000, 30, 'row', 30, 0, 300, false, false
     from unnest($2::uuid[], $3::text[]) terms (id, name)`,
    [orgId, [unused, agreed], [put('Villkor', 'staff'), put('Avtal', 'staff')]],
  )
  await h.test.superuser.query(
    `insert into agreements (org_id, customer_id, valid_from, terms_id) values ($1, $2, '2026-11-01', $3)`,
    [orgId, customer, agreed],
  )
  const prepaid = uuidv7()
  await h.test.superuser.query(
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, minutes, price_ore, created_by)
     values ($1, $2, $3, '2026-11-01', 600, 850000, $4)`,
    [orgId, prepaid, customer, staff.userId],
  )
  return { terms: unused, prepaid }
}
