// The rows that each actor reads of the tables of terms and recurring charges; the part of policy-probes.ts.
import { type ActorName, refused } from './policy-probe.ts'

const onceForStaff = { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 }

const onceForStaffAlone = { ...onceForStaff, jobs: refused } as const

export const rowsOfBilling: Record<string, Partial<Record<ActorName, number | 'refused'>>> = {
  // One of two is used.
  terms: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  agreements: onceForStaff,
  default_terms: onceForStaff,
  vat_rates: onceForStaff,
  charges: onceForStaff,
  charge_quantities: onceForStaff,
  charge_prices: onceForStaff,
  charge_discounts: onceForStaff,
  imported_counts: onceForStaffAlone,
  invoice_basis_counts: onceForStaffAlone,
  customer_discounts: onceForStaff,
  free_lines: onceForStaff,
}
