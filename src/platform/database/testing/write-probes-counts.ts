import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to imported lists and to what was counted when a basis was made. */
export function countWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const listed = ({ id, customer, article }: Organization, by: string) =>
    `insert into imported_counts (org_id, customer_id, article_id, counted_on, hundredths, imported_by)
     values ('${id}', '${customer}', '${article}', '2026-12-01', 100, '${by}')`
  const recorded = ({ id, sentInvoiceBasis, charge }: Organization) =>
    `insert into invoice_basis_counts values ('${id}', '${sentInvoiceBasis}', '${charge}', '2026-08-01', 100, 100)`
  const change = (by: string) => `update imported_counts set hundredths = 200, imported_by = '${by}'`
  return [
    ['technician', 'imports a count', listed(ours, technician), 1],
    ['technician', 'imports a count in another’s name', listed(ours, admin), refused],
    ['technician', 'imports a count of another organization', listed(theirs, technician), refused],
    ['customer', 'imports a count', listed(ours, portalUser), refused],
    ['jobs', 'imports a count', listed(ours, technician), refused],
    ['technician', 'imports counts again', change(technician), 1],
    ['technician', 'imports counts again in another’s name', change(admin), refused],
    ['customer', 'imports counts again', change(portalUser), 0],
    ['admin', 'moves counts to another date', `update imported_counts set counted_on = '2026-02-02'`, refused],
    ['admin', 'deletes counts', 'delete from imported_counts', refused],
    ['technician', 'stores what was counted', recorded(ours), 1],
    ['technician', 'stores what was counted in another organization', recorded(theirs), refused],
    ['customer', 'stores what was counted', recorded(ours), refused],
    ['admin', 'changes what was counted', 'update invoice_basis_counts set counted_hundredths = 1', refused],
    ['admin', 'deletes what was counted', 'delete from invoice_basis_counts', refused],
  ]
}
