// Who plans, moves and cancels visits.
import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

export function visitWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const visit = (of: Organization, by: string) =>
    `insert into visits (org_id, customer_id, ticket_id, starts_at, ends_at, user_id)
     values ('${of.id}', '${of.customer}', '${of.ticket}', '2026-12-02 09:00Z', '2026-12-02 11:00Z', '${by}')`
  const moved = `update visits set starts_at = starts_at + interval '1 hour', version = version + 1`
  const sent = `update visit_recipients set mailed_version = 1, mailed_starts_at = now(), mailed_ends_at = now()`
  const recipient = (of: Organization) =>
    `insert into visit_recipients (org_id, visit_id, address)
     select org_id, id, 'x@example.se' from visits where org_id = '${of.id}'`
  return [
    ['technician', 'plans a visit', visit(ours, ours.admin), 1],
    ['technician', 'plans a visit in another organization', visit(theirs, theirs.admin), refused],
    ['customer', 'plans a visit', visit(ours, ours.admin), refused],
    ['technician', 'moves all visits', moved, 1],
    ['customer', 'moves all visits', moved, 0],
    ['jobs', 'moves all visits', moved, refused],
    ['technician', 'removes all visits', 'delete from visits', refused],
    ['technician', 'forges who got mail', sent, refused],
    ['customer', 'forges who got mail', sent, refused],
    ['jobs', 'notes who got mail', sent, 2],
    ['jobs', 'adds who gets mail', recipient(ours), 1],
    ['technician', 'adds who gets mail', recipient(ours), refused],
    ['customer', 'adds who gets mail', recipient(ours), refused],
    ['jobs', 'notes that mail was enqueued', 'update visits set enqueued_version = version', 2],
    ['technician', 'forges that mail was enqueued', 'update visits set enqueued_version = version', refused],
    ['technician', 'forges the history of a visit', 'update visits set change_id = null', refused],
    ['technician', 'reads the text of a visit', 'select visit_text(v) from visits v', refused],
  ]
}
