import { type ActorName, refused, refusedToApp } from './policy-probe.ts'

/** How many rows each actor reads of what a ledger needs to know of a customer; a login of the customer reads none. */
export const rowsOfBillingDetails: Record<string, Partial<Record<ActorName, number | 'refused'>>> = {
  billing_details: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  invoice_recipients: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  // Written only by give_customer_number.
  customer_numbers: refusedToApp({ auth: refused, site: refused, jobs: refused, owner: 2 }),
}
