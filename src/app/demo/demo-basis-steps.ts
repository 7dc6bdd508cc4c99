import { sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'

export type BasisStep =
  | 'sent'
  | 'undelivered'
  | 'asked'
  | 'answered'
  | 'approved'
  | 'late'
  | 'changed row'
  | 'discount'
  | 'withdrawn'

const steps: Record<BasisStep, (db: Db, id: string, userId: string) => Promise<unknown>> = {
  sent: (db, id, userId) =>
    sql`update invoice_bases set state = 'sent', sent_at = now(), sent_by = ${userId}::uuid where id = ${id}::uuid`.execute(
      db,
    ),
  undelivered: (db, id) =>
    sql`update invoice_bases b set undelivered = array(select u.email from customer_users l join auth.users u on u.id = l.user_id
      where l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time) where id = ${id}::uuid`.execute(
      db,
    ),
  asked: (db, id) =>
    sql`insert into invoice_basis_questions (org_id, basis_id, position, question, asked_by, asked_name)
      select b.org_id, b.id, 1, 'Vad gjorde ni den här gången? Jag minns inget besök.', l.user_id,
        coalesce(l.full_name, b.customer_name)
      from invoice_bases b join customer_users l on l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time
      where b.id = ${id}::uuid limit 1`.execute(db),
  answered: (db, id, userId) =>
    sql`update invoice_basis_questions set answer = 'Det var på distans: vi ringde först och kopplade upp oss.',
      answered_by = ${userId}::uuid, answered_at = now() where basis_id = ${id}::uuid`.execute(db),
  approved: (db, id) =>
    sql`update invoice_bases b set state = 'approved', approved_at = now(), approved_by = l.user_id,
      approved_name = coalesce(l.full_name, b.customer_name)
      from customer_users l
      where b.id = ${id}::uuid and l.org_id = b.org_id and l.customer_id = b.customer_id and l.approves_time`.execute(
      db,
    ),
  // Written after the month was billed; the next basis takes it.
  late: (db, id) =>
    sql`insert into time_entries (org_id, id, user_id, customer_id, kind, work_date, time_from, time_to, is_placed,
        description, created_by)
      select e.org_id, gen_random_uuid(), e.user_id, e.customer_id, 'remote', e.work_date, '08:00', '08:45', false,
        'Telefonsamtal om skrivaren, infört i efterhand', e.user_id
      from time_entries e join invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
      where r.basis_id = ${id}::uuid and r.source = 'time' order by r.position limit 1`.execute(db),
  // Half an hour longer: the sum differs from what was sent.
  'changed row': (db, id) =>
    sql`update time_entries e set version = e.version + 1, time_to = e.time_to + interval '30 minutes',
      description = coalesce(e.description, '') || ', och provat efteråt' from invoice_basis_rows r
      where r.basis_id = ${id}::uuid and r.position = 1 and e.org_id = r.org_id and e.id = r.source_id and not e.reported`.execute(
      db,
    ),
  // Agreed after the approval: prices change, rows do not.
  discount: (db, id) =>
    sql`insert into charge_discounts (org_id, charge_id, valid_from, basis_points)
      select l.org_id, l.charge_id, b.month, 1000 from invoice_basis_lines l
      join invoice_bases b on b.org_id = l.org_id and b.id = l.basis_id
      where b.id = ${id}::uuid and l.kind = 'charge' order by l.position limit 1`.execute(db),
  withdrawn: (db, id, userId) =>
    sql`update invoice_bases set state = 'withdrawn', ended_at = now(), ended_by = ${userId}::uuid,
      reason = 'Fel ordernummer: kunden vill ha ett nytt underlag' where id = ${id}::uuid`.execute(db),
}

/** Takes an invoice basis of the demo one step on, without any mail. */
export const takeStep = (db: Db, { userId }: StaffActor, id: string, step: BasisStep) => steps[step](db, id, userId)
