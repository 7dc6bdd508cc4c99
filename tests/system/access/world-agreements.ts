import { insertTerms } from '#features/billing/testing/terms.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { Harness, Person } from '#tests/harness/harness.ts'

type Of = { orgId: string; customer: string; staff: Person }
/** Returns a canary that only staff may read. */
type Put = (text: string, who: 'staff') => string

// The charge begins after every month of the world's bases, on none of which it is then.
const datedRows = [
  ['charge_quantities', 'hundredths', '1200'],
  ['charge_prices', 'price_ore', '12900'],
  ['charge_discounts', 'basis_points', '1000'],
] as const

/**
 * Unused terms, terms that the customer has, and prepaid hours and a recurring charge of the customer. The dated rows after the months of
 * the world's bases touch none, so that they are changed without a confirmation.
 */
export async function fillAgreement(h: Harness, put: Put, { orgId, customer, staff }: Of) {
  const [unused, agreed] = [uuidv7(), uuidv7()]
  await h.test.superuser.query(
    insertTerms(
      `select $1::uuid as org_id, id, name, null::uuid as created_by from unnest($2::uuid[], $3::text[]) terms (id, name)`,
      { includedMinutes: 300 },
    ),
    [orgId, [unused, agreed], [put('Villkor', 'staff'), put('Avtal', 'staff')]],
  )
  await h.test.superuser.query(
    `insert into agreements (org_id, customer_id, valid_from, terms_id) values ($1, $2, '2026-11-01', $3), ($1, $2, '2027-08-01', $3)`,
    [orgId, customer, agreed],
  )
  const prepaid = uuidv7()
  await h.test.superuser.query(
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, minutes, price_ore, created_by)
     values ($1, $2, $3, '2026-11-01', 600, 850000, $4)`,
    [orgId, prepaid, customer, staff.userId],
  )
  await h.test.superuser.query(
    `insert into customer_discounts (org_id, customer_id, valid_from, basis_points) values ($1, $2, '2027-08-01', 1000)`,
    [orgId, customer],
  )
  const charge = uuidv7()
  await h.test.superuser.query(
    `insert into charges (org_id, id, customer_id, text, unit, period, timing, starts_on, is_by_days, note)
     values ($1, $2, $3, $4, 'st', 'month', 'advance', '2028-06-01', true, $5)`,
    [orgId, charge, customer, put('Abonnemang', 'staff'), put('Köpt av', 'staff')],
  )
  for (const [table, columns, values] of datedRows)
    await h.test.superuser.query(
      `insert into ${table} (org_id, charge_id, valid_from, ${columns}) values ($1, $2, '2026-11-01', ${values})`,
      [orgId, charge],
    )
  return { terms: unused, prepaid, charge }
}
