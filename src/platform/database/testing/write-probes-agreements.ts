import { insertTerms } from '#features/billing/testing/terms.ts'
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to terms, agreements, default terms, rates of VAT, prepaid hours and a customer's billing settings. */
export function agreementWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const terms = ({ id }: Organization, by: string) =>
    insertTerms(`select uuid '${id}' as org_id, gen_random_uuid() as id, 'X' as name, uuid '${by}' as created_by`)
  const agreement = ({ id, otherCustomer }: Organization) =>
    `insert into agreements (org_id, customer_id, valid_from) values ('${id}', '${otherCustomer}', '2026-01-01')`
  const byDefault = ({ id, unusedTerms }: Organization) =>
    `insert into default_terms (org_id, valid_from, terms_id) values ('${id}', '2027-01-01', '${unusedTerms}')`
  const rate = ({ id }: Organization) => `insert into vat_rates values ('${id}', '2027-01-01', 12)`
  const adminAlone = (action: string, ofOrganization: (of: Organization) => string): WriteProbe[] => [
    ['admin', action, ofOrganization(ours), 1],
    ['technician', action, ofOrganization(ours), refused],
    ['customer', action, ofOrganization(ours), refused],
    ['jobs', action, ofOrganization(ours), refused],
    ['admin', `${action} in another organization`, ofOrganization(theirs), refused],
  ]
  const dated = ['agreements', 'default_terms', 'vat_rates'].flatMap((table): WriteProbe[] => {
    const change = `update ${table} set ${table === 'vat_rates' ? 'percent = 6' : `terms_id = '${ours.unusedTerms}'`}`
    return [
      ['admin', `changes all ${table}`, change, 1],
      ['technician', `changes all ${table}`, change, 0],
      ['admin', `moves ${table} to another date`, `update ${table} set valid_from = '2026-02-02'`, refused],
      ['admin', `deletes all ${table}`, `delete from ${table}`, 1],
      ['technician', `deletes all ${table}`, `delete from ${table}`, 0],
    ]
  })
  const discount = ({ id, customer }: Organization) =>
    `insert into customer_discounts (org_id, customer_id, valid_from, amount_ore) values ('${id}', '${customer}', '2026-12-01', 1)`
  const charge = ({ id, customer }: Organization, by: string) =>
    `insert into charges (org_id, id, customer_id, text, unit, period, timing, starts_on, is_by_days, created_by)
     values ('${id}', gen_random_uuid(), '${customer}', 'X', 'st', 'month', 'advance', '2026-11-01', true, '${by}')`
  const datedOfCharge = { charge_quantities: 'hundredths', charge_prices: 'price_ore', charge_discounts: 'amount_ore' }
  const chargeRows = Object.entries(datedOfCharge).flatMap(([table, column]): WriteProbe[] => [
    ...adminAlone(
      `adds a row to ${table}`,
      ({ id, charge: of }) =>
        `insert into ${table} (org_id, charge_id, valid_from, ${column}) values ('${id}', '${of}', '2026-12-01', 1)`,
    ),
    ['admin', `changes all ${table}`, `update ${table} set ${column} = 1`, 1],
    ['technician', `changes all ${table}`, `update ${table} set ${column} = 1`, 0],
    ['admin', `moves ${table} to another date`, `update ${table} set valid_from = '2026-02-02'`, refused],
    ['admin', `deletes all ${table}`, `delete from ${table}`, 1],
    ['technician', `deletes all ${table}`, `delete from ${table}`, 0],
  ])
  const prepaid = ({ id, customer }: Organization, by: string) =>
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, minutes, price_ore, created_by)
     values ('${id}', gen_random_uuid(), '${customer}', '2026-07-01', 60, 0, '${by}')`
  const removePrepaidHours = (by: string) =>
    `update prepaid_hours set removed_at = now(), removed_by = '${by}' where id = any('{${ours.unusedPrepaidHours},${theirs.unusedPrepaidHours}}')`
  const deleteUnused = `delete from terms where id = any('{${ours.unusedTerms},${theirs.unusedTerms}}')`
  const bill = `update customers set vat = 'reverse', reverse_reason = 'bygg'`
  return [
    ...adminAlone('adds terms', (of) => terms(of, admin)),
    ['admin', 'adds terms in another’s name', terms(ours, technician), refused],
    ['technician', 'adds terms in its own name', terms(ours, technician), refused],
    ['admin', 'changes terms', `update terms set remote_ore = 1`, refused],
    ['admin', 'deletes terms', deleteUnused, 1],
    ['technician', 'deletes terms', deleteUnused, 0],
    ...adminAlone('gives an agreement', agreement),
    ...adminAlone('sets default terms', byDefault),
    ...adminAlone('sets a rate of VAT', rate),
    ...dated,
    ...adminAlone('gives a customer a discount', discount),
    ['admin', 'changes discounts', `update customer_discounts set basis_points = 1`, 1],
    ['technician', 'changes discounts', `update customer_discounts set basis_points = 1`, 0],
    ['admin', 'moves a discount to another date', `update customer_discounts set valid_from = '2026-02-02'`, refused],
    ['admin', 'deletes discounts', `delete from customer_discounts`, 1],
    ['technician', 'deletes discounts', `delete from customer_discounts`, 0],
    ...adminAlone('adds a charge', (of) => charge(of, admin)),
    ['admin', 'adds a charge in another’s name', charge(ours, technician), refused],
    ['admin', 'changes charges', `update charges set ends_on = '2026-12-31'`, 1],
    ['technician', 'changes charges', `update charges set ends_on = '2026-12-31'`, 0],
    ['admin', 'changes the periods of charges', `update charges set starts_on = '2026-12-01'`, refused],
    ['admin', 'deletes charges', `delete from charges`, 1],
    ['technician', 'deletes charges', `delete from charges`, 0],
    ...chargeRows,
    ...adminAlone('adds hours', (of) => prepaid(of, admin)),
    ['admin', 'adds hours in another’s name', prepaid(ours, technician), refused],
    ['technician', 'adds hours in its own name', prepaid(ours, technician), refused],
    ['admin', 'changes hours', `update prepaid_hours set minutes = 6000`, refused],
    ['admin', 'removes hours', removePrepaidHours(admin), 1],
    ['admin', 'removes hours in another’s name', removePrepaidHours(technician), refused],
    ['technician', 'removes hours', removePrepaidHours(technician), 0],
    ['admin', 'deletes hours', `delete from prepaid_hours`, refused],
    [
      'admin',
      'draws hours',
      `insert into drawdowns (org_id, prepaid_hours_id, basis_id, is_return, minutes)
       values ('${ours.id}', '${ours.unusedPrepaidHours}', '${ours.draftInvoiceBasis}', false, 1)`,
      refused,
    ],
    ['admin', 'changes what was drawn', `update drawdowns set minutes = 1`, refused],
    ['admin', 'writes what is used', `update used_hours set used_minutes = 0`, refused],
    ['customer', 'writes what is used', `update used_hours set used_minutes = 0`, refused],
    ['jobs', 'updates used hours', `update used_hours set used_minutes = 0`, 4],
    ['jobs', 'removes what is used', `delete from used_hours`, 4],
    ['jobs', 'changes terms', `update terms set remote_ore = 1`, refused],
    ['jobs', 'reads internal notes about time', `select notes from time_entries`, refused],
    ['admin', 'deletes what was drawn', `delete from drawdowns`, refused],
    ['admin', 'sets how customers are billed', bill, 3],
    ['technician', 'sets how customers are billed', bill, refused],
    ['customer', 'sets how it is billed', bill, 0],
    [
      'technician',
      'adds a customer with reverse charge',
      `insert into customers (org_id, id, name, created_by, vat)
       values ('${ours.id}', gen_random_uuid(), 'X', '${technician}', 'reverse')`,
      refused,
    ],
    ['customer', 'adds terms in its own name', terms(ours, portalUser), refused],
  ]
}
