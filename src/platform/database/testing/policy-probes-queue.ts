// The rows that each actor reads of the tables of the queue; the part of policy-probes.ts.
import { type ActorName, refused } from './policy-probe.ts'

export const rowsOfQueue: Record<string, Partial<Record<ActorName, number | 'refused'>>> = {
  staff_settings: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 4, owner: 4 },
  ticket_views: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 4 },
  ticket_reminders: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 4, owner: 4 },
  answer_figures: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // Jobs see only the old ones.
  staff_notifications: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 8 },
  on_call_days: { technician: 2, admin: 2, auth: refused, site: refused, jobs: refused, owner: 4 },
  on_call_alarms: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  on_call_alarm_steps: { technician: 2, admin: 2, auth: refused, site: refused, jobs: 4, owner: 4 },
  comment_mentions: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  visits: { technician: 1, admin: 1, customer: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  visit_recipients: { technician: 1, admin: 1, auth: refused, site: refused, jobs: 2, owner: 2 },
  ticket_links: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
  // Each user's own.
  bulk_changes: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 4 },
  canned_answers: { technician: 1, admin: 1, auth: refused, site: refused, jobs: refused, owner: 2 },
}
