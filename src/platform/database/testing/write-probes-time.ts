import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to the tables of time entries and their sums. */
export function timeWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const time = (of: Organization, user: string, by: string, reported = false) =>
    `insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, created_by, minutes, reported, reported_at)
     values ('${of.id}', gen_random_uuid(), '${user}', '${of.customer}', '2026-11-20', '08:00', '09:00', '${by}', 1, ${reported}, ${reported ? 'now()' : 'null'})`
  const ofTicket = (ticket: string) =>
    time(ours, technician, technician)
      .replace('customer_id,', 'customer_id, ticket_id, kind,')
      .replace(`'${ours.customer}',`, `'${ours.customer}', '${ticket}', 'onsite',`)
  const expense = (of: Organization, user: string, by: string) =>
    `insert into expenses (org_id, id, customer_id, user_id, work_date, kind, article, quantity, unit, created_by)
     values ('${of.id}', gen_random_uuid(), '${of.customer}', '${user}', '2026-11-20', 'travel', 'X', 1, 'km', '${by}')`
  const clock = (of: Organization, user: string) =>
    `insert into clocks (org_id, user_id, id) values ('${of.id}', '${user}', gen_random_uuid())`
  return [
    ['admin', 'starts a clock', clock(ours, admin), 1],
    ['admin', 'starts another’s clock', clock(ours, ours.colleague), refused],
    ['admin', 'starts a clock in another organization', clock(theirs, admin), refused],
    ['customer', 'starts a clock', clock(ours, portalUser), refused],
    [
      'admin',
      'starts a clock in the past',
      `insert into clocks (org_id, user_id, id, started_at) values ('${ours.id}', '${admin}', gen_random_uuid(), '2026-01-01')`,
      refused,
    ],
    ['admin', 'stops another’s clock', `update clocks set stopped_at = now()`, 0],
    ['technician', 'stops all clocks', `update clocks set stopped_at = now()`, 1],
    ['technician', 'changes when a clock started', `update clocks set started_at = now()`, refused],
    ['technician', 'discards all clocks', `delete from clocks`, 1],
    ['technician', 'enters travel', expense(ours, technician, technician), 1],
    ['technician', 'enters travel for another', expense(ours, admin, technician), refused],
    ['technician', 'enters travel in another organization', expense(theirs, technician, technician), refused],
    ['admin', 'enters travel for another', expense(ours, technician, admin), 1],
    ['admin', 'enters travel in another’s name', expense(ours, technician, technician), refused],
    ['admin', 'enters travel in another organization', expense(theirs, theirs.technician, admin), refused],
    ['customer', 'enters travel', expense(ours, portalUser, portalUser), refused],
    ['technician', 'prices another’s travel', `update expenses set price_ore = 1 where user_id = '${admin}'`, refused],
    ['technician', 'removes own travel', `update expenses set deleted_at = now() where user_id = '${technician}'`, 1],
    // As an administrator, whom the guard lets change all rows; without a WHERE clause, which would also apply the read policy.
    ['admin', 'moves travel to another organization', `update expenses set org_id = '${theirs.id}'`, refused],
    ['admin', 'prices all travel', `update expenses set price_ore = 1`, 2],
    ['customer', 'prices all travel', `update expenses set price_ore = 1`, 0],
    ['admin', 'deletes travel', `delete from expenses`, refused],
    ['technician', 'logs time on a ticket', ofTicket(ours.ticket), 1],
    [
      'technician',
      'changes where another worked',
      `update time_entries set kind = 'onsite' where user_id = '${admin}'`,
      refused,
    ],
    [
      'technician',
      'marks another’s work as RUT',
      `update time_entries set is_rut = true where user_id = '${admin}'`,
      refused,
    ],
    ['customer', 'changes where the work was done', `update time_entries set kind = 'onsite'`, 0],
    ['technician', 'logs time', time(ours, technician, technician), 1],
    ['technician', 'logs time for another', time(ours, admin, technician), refused],
    ['technician', 'logs time in another organization', time(theirs, technician, technician), refused],
    ['technician', 'logs reported time', time(ours, technician, technician, true), refused],
    ['admin', 'logs time for another', time(ours, technician, admin), 1],
    ['admin', 'logs time in another organization', time(theirs, theirs.technician, admin), refused],
    ['admin', 'logs time in another’s name', time(ours, technician, technician), refused],
    ['admin', 'logs reported time', time(ours, technician, admin, true), refused],
    ['customer', 'logs time', time(ours, technician, portalUser), refused],
    ['technician', 'marks all time', `update time_entries set reported = true, reported_at = now()`, 2],
    ['technician', 'changes another’s time', `update time_entries set notes = 'x' where user_id = '${admin}'`, refused],
    [
      'technician',
      'unplaces another’s time',
      `update time_entries set is_placed = false where user_id = '${admin}'`,
      refused,
    ],
    ['technician', 'changes own time', `update time_entries set notes = 'x' where user_id = '${technician}'`, 1],
    ['admin', 'changes another’s time', `update time_entries set notes = 'x' where user_id = '${technician}'`, 1],
    ['admin', 'changes a sum', `update open_time_sums set minutes = 1`, refused],
    ['admin', 'changes a sum of a customer', `update customer_time_sums set minutes = 1`, refused],
    ['admin', 'changes a sum of expenses', `update expense_sums set ore = 1`, refused],
    ['admin', 'calls the function of the sums', `select add_reported_time('${ours.id}', 2026, 1, 1)`, refused],
    ['customer', 'marks all time', `update time_entries set reported = true, reported_at = now()`, 0],
  ]
}

/** Writes to the tables of reports. */
export function reportWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const { technician, admin, portalUser } = ours
  const report = (of: Organization, by: string, markedBy = '') =>
    `insert into reports (org_id, id, created_by, period_from, period_to, row_count, minutes, already_reported, marked_at,
       marked_by, marked_rows)
     values ('${of.id}', gen_random_uuid(), '${by}', '2026-11-01', '2026-11-30', 1, 1, 0, ${markedBy ? `now(), '${markedBy}', 1` : 'null, null, null'})`
  const reportRow = (of: Organization) =>
    `insert into report_rows (org_id, report_id, position, time_entry_id, version, work_date, customer_id, customer_name,
       technician, time_from, time_to, minutes)
     values ('${of.id}', '${of.reportId}', 2, gen_random_uuid(), 1, '2026-11-20', '${of.customer}', 'X', 'X', '08:00', '09:00', 60)`
  const mark = (by: string) => `update reports set marked_at = now(), marked_by = '${by}', marked_rows = 1`
  return [
    ['technician', 'saves a report', report(ours, technician), 1],
    ['technician', 'saves a report in another organization', report(theirs, technician), refused],
    ['technician', 'saves a report in another’s name', report(ours, admin), refused],
    ['technician', 'saves a report as marked', report(ours, technician, technician), refused],
    ['customer', 'saves a report', report(ours, portalUser), refused],
    ['technician', 'saves a report row', reportRow(ours), 1],
    ['technician', 'saves a report row in another organization', reportRow(theirs), refused],
    ['customer', 'saves a report row', reportRow(ours), refused],
    ['technician', 'marks all reports', mark(technician), 3],
    ['technician', 'marks a report in another’s name', mark(admin), refused],
    ['customer', 'marks all reports', mark(portalUser), 0],
    ['admin', 'changes a report', `update reports set minutes = 0`, refused],
    ['admin', 'deletes a report', `delete from reports`, refused],
    ['admin', 'changes a report row', `update report_rows set minutes = 0`, refused],
    ['admin', 'deletes a report row', `delete from report_rows`, refused],
    ['jobs', 'deletes old reports', `delete from reports`, 2],
    ['jobs', 'marks reports', mark(technician), refused],
  ]
}
