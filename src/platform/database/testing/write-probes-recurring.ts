import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to recurring tickets, and the function that creates a ticket from one. */
export function recurringWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const add = ({ id, customer }: Organization, by: string, column = '', value = '') =>
    `insert into recurring_tickets (org_id, customer_id, id, title, description, every, first_on, created_by${column})
     values ('${id}', '${customer}', gen_random_uuid(), 'X', 'X', 'week', '2026-11-23', '${by}'${value})`
  const open = ({ id, recurring }: Organization) =>
    `select from open_recurring_ticket('${id}', '${recurring}', gen_random_uuid(), date '2026-11-02') is_made where is_made`
  const named = ({ id, customer, recurring }: Organization, by: string) =>
    `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_by, recurring_id)
     values ('${id}', gen_random_uuid(), 9999, '${customer}', 'X', 'X', '${by}', '${recurring}')`
  return [
    ['technician', 'adds a recurring ticket', add(ours, technician), 1],
    ['technician', 'adds a recurring ticket in another’s name', add(ours, admin), refused],
    ['technician', 'adds a recurring ticket in another organization', add(theirs, technician), refused],
    ['technician', 'adds one that is handled', add(ours, technician, ', handled_until', `, '2026-01-01'`), refused],
    ['customer', 'adds a recurring ticket', add(ours, portalUser), refused],
    ['jobs', 'adds a recurring ticket', add(ours, technician), refused],
    ['technician', 'changes all recurring tickets', `update recurring_tickets set title = 'Y'`, 1],
    ['customer', 'changes all recurring tickets', `update recurring_tickets set title = 'Y'`, 0],
    ['jobs', 'changes all recurring tickets', `update recurring_tickets set title = 'Y'`, refused],
    ['technician', 'handles all dates', `update recurring_tickets set handled_until = '2026-12-01'`, refused],
    ['jobs', 'handles all dates', `update recurring_tickets set handled_until = '2027-12-01'`, 2],
    ['admin', 'moves recurring tickets', `update recurring_tickets set customer_id = '${ours.otherCustomer}'`, refused],
    ['admin', 'deletes recurring tickets', `delete from recurring_tickets`, refused],
    ['jobs', 'reads what recurring tickets say', `select title from recurring_tickets`, refused],
    ['jobs', 'makes a recurring ticket', open(ours), 1],
    ['technician', 'makes a recurring ticket', open(ours), refused],
    ['customer', 'makes a recurring ticket', open(ours), refused],
    ['site', 'makes a recurring ticket', open(ours), refused],
    ['auth', 'makes a recurring ticket', open(ours), refused],
    ['technician', 'opens a ticket as if it came again', named(ours, technician), refused],
    ['customer', 'opens a ticket as if it came again', named(ours, portalUser), refused],
    [
      'technician',
      'makes a ticket one that came again',
      `update tickets set recurring_id = '${ours.recurring}'`,
      refused,
    ],
  ]
}
