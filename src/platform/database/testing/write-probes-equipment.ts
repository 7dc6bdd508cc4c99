import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to equipment and its links to tickets, and the searches for a serial number. */
export function equipmentWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const thing = (of: Organization, by: string) =>
    `insert into equipment (org_id, customer_id, id, name, created_by)
     values ('${of.id}', '${of.customer}', gen_random_uuid(), 'X', '${by}')`
  const link = ({ id, customer, ticket, equipment }: Organization) =>
    `insert into ticket_equipment (org_id, customer_id, ticket_id, equipment_id)
     values ('${id}', '${customer}', '${ticket}', '${equipment}') on conflict do nothing`
  // Both organizations have the number.
  const bySerial = `select from search_customers('%SN-1%', '%SN-1%', null)`
  const found = `select from search_equipment('%SN-1%')`
  return [
    ['technician', 'adds equipment', thing(ours, technician), 1],
    ['technician', 'adds equipment in another organization', thing(theirs, technician), refused],
    ['technician', 'adds equipment in another’s name', thing(ours, admin), refused],
    ['customer', 'adds equipment', thing(ours, portalUser), refused],
    ['technician', 'changes all equipment', `update equipment set place = 'X', archived_at = now()`, 1],
    ['customer', 'changes all equipment', `update equipment set place = 'X'`, 0],
    [
      'technician',
      'moves equipment to another customer',
      `update equipment set customer_id = '${ours.otherCustomer}'`,
      refused,
    ],
    ['admin', 'deletes equipment', `delete from equipment`, refused],
    ['technician', 'names equipment in a ticket again', link(ours), 0],
    ['technician', 'names equipment in a ticket of another organization', link(theirs), refused],
    ['customer', 'names equipment in a ticket', link(ours), refused],
    ['technician', 'removes equipment from tickets', `delete from ticket_equipment`, 1],
    ['customer', 'removes equipment from tickets', `delete from ticket_equipment`, 0],
    ['technician', 'finds customers by serial number', bySerial, 1],
    ['customer', 'finds customers by serial number', bySerial, 0],
    ['unlinked', 'finds customers by serial number', bySerial, 0],
    ['jobs', 'finds customers by serial number', bySerial, refused],
    ['technician', 'finds equipment', found, 1],
    ['customer', 'finds equipment', found, 0],
    ['unlinked', 'finds equipment', found, 0],
    ['jobs', 'finds equipment', found, refused],
  ]
}
