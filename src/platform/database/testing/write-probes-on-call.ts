import { refused, type WriteProbe } from './policy-probe.ts'
import type { Organization, TwoOrganizations } from './two-organizations.ts'

/** Writes to the roster of jour and to alarms. */
export function onCallWrites({ ours, theirs }: TwoOrganizations): WriteProbe[] {
  const day = ({ id, technician }: Organization) =>
    `insert into on_call_days values ('${id}', '2026-12-02', 1, '${technician}')`
  const step = ({ id, alarm, admin }: Organization) =>
    `insert into on_call_alarm_steps values ('${id}', '${alarm}', 2, '${admin}', now())`
  const alarm = `insert into on_call_alarms (org_id, enquiry_id) values ('${ours.id}', '${ours.enquiry}')`
  const take = (of: Organization) => `select from take_alarm('${of.alarm}')`
  const next = 'update on_call_alarms set next_at = now()'
  return [
    ['admin', 'gives somebody jour', day(ours), 1],
    ['admin', 'gives somebody of another organization jour', day(theirs), refused],
    ['technician', 'gives somebody jour', day(ours), refused],
    ['customer', 'gives somebody jour', day(ours), refused],
    ['jobs', 'gives somebody jour', day(ours), refused],
    ['admin', 'empties the roster', 'delete from on_call_days', 2],
    ['technician', 'empties the roster', 'delete from on_call_days', 0],
    ['admin', 'changes who has jour', 'update on_call_days set position = 3', refused],
    ['technician', 'takes what an alarm is of', take(ours), 1],
    ['technician', 'takes what an alarm of another organization is of', take(theirs), 0],
    ['customer', 'takes what an alarm is of', take(ours), 0],
    ['jobs', 'takes what an alarm is of', take(ours), refused],
    ['technician', 'raises an alarm', alarm, refused],
    ['jobs', 'raises an alarm', alarm, refused],
    ['site', 'raises an alarm', `select add_alarm('${ours.id}', null, '${ours.enquiry}')`, refused],
    ['technician', 'ends alarms', `select end_alarm('${ours.id}', '${ours.ticket}', null, 'done', null)`, refused],
    ['technician', 'changes when the next is alarmed', next, refused],
    // Those that have not ended.
    ['jobs', 'changes when the next is alarmed', next, 2],
    ['jobs', 'alarms somebody', step(theirs), 1],
    ['technician', 'alarms somebody', step(ours), refused],
    ['jobs', 'takes back that somebody was alarmed', 'delete from on_call_alarm_steps', refused],
    ['site', 'reads who has jour', `select from on_call_at('${theirs.id}', '2026-12-01T12:00:00Z')`, refused],
    ['technician', 'reads who has jour elsewhere', `select from on_call_at('${theirs.id}', now())`, refused],
    ['customer', 'reads the roster', `select from on_call_between('2026-12-01', '2026-12-01')`, 0],
    ['technician', 'reads the roster', `select from on_call_between('2026-12-01', '2026-12-01')`, 2],
    [
      'customer',
      'asks whether somebody has jour elsewhere',
      `select where has_jour_at('${theirs.id}', '2026-12-01T12:00:00Z')`,
      0,
    ],
    ['site', 'asks whether somebody has jour', `select where has_jour_at('${theirs.id}', '2026-12-01T12:00:00Z')`, 1],
    ['site', 'reads the roster', `select from on_call_between('2026-12-01', '2026-12-01')`, refused],
    ['customer', 'learns what terms include', `select includes_on_call('${ours.id}', '${ours.customer}')`, refused],
  ]
}
