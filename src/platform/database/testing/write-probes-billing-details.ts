import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to what a ledger needs to know of a customer, and to invoice recipients. */
export function billingDetailWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const details = ({ id, otherCustomer }: Organization) =>
    `insert into billing_details (org_id, customer_id) values ('${id}', '${otherCustomer}')`
  const recipient = ({ id, customer }: Organization) =>
    `insert into invoice_recipients (org_id, customer_id, id, name) values ('${id}', '${customer}', gen_random_uuid(), 'X')`
  const staffAlone = (action: string, ofOrganization: (of: Organization) => string): WriteProbe[] => [
    ['technician', action, ofOrganization(ours), 1],
    ['customer', action, ofOrganization(ours), refused],
    ['jobs', action, ofOrganization(ours), refused],
    ['technician', `${action} in another organization`, ofOrganization(theirs), refused],
  ]
  const changes = ['billing_details', 'invoice_recipients'].flatMap((table): WriteProbe[] => [
    ['technician', `changes all ${table}`, `update ${table} set version = 2`, 1],
    ['customer', `changes all ${table}`, `update ${table} set version = 2`, 0],
    ['technician', `moves ${table}`, `update ${table} set customer_id = '${ours.otherCustomer}'`, refused],
    ['admin', `deletes ${table}`, `delete from ${table}`, refused],
  ])
  return [
    ...staffAlone('fills in billing details', details),
    ...staffAlone('adds an invoice recipient', recipient),
    ...changes,
    ['technician', 'numbers customers', `update customers set customer_number = 'K' || customer_number`, 3],
    ['admin', 'takes numbers of the series', `update customer_numbers set last = 2000`, refused],
    ['technician', 'marks an address as written', `update customers set has_postal_address = true`, refused],
    ['admin', 'writes the buyer of a basis', `update invoice_bases set vat_number = 'X'`, refused],
  ]
}
