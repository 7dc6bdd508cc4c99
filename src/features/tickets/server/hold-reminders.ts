// What happens when a customer does not answer: one mail that reminds of what we asked, and later an offer to staff.
import { sql } from 'kysely'
import { calendarOf, workingDaysSince } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { CLOSING_OFFERED_AFTER_WORKING_DAYS, REMINDED_AFTER_WORKING_DAYS } from '../hold.rules.ts'
import { notifyOfReminder } from './notifications.queries.ts'
import { listRecipients } from './ticket-recipients.queries.ts'

/** Each ticket is a separate transaction, which writes the mark and queues the mail together: one that fails delays no other. */
export async function attendToHolds(database: Database, today = todayInStockholm()) {
  const failures: unknown[] = []
  for (const hold of await database.as('jobs', (db) => listHolds(db, today)))
    try {
      await database.as('jobs', (db) => attendTo(db, hold))
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'Some tickets on hold were not attended to')
}

type Hold = Awaited<ReturnType<typeof listHolds>>[number]

/** The holds that are not yet reminded of or offered for closing, with their length in working days of the company. */
async function listHolds(db: Db, today: string) {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'tickets.orgId')
    .select(['tickets.orgId', 'tickets.id as ticketId', 'tickets.customerId', 'tickets.reportedBy'])
    .select(['tickets.onHoldSince as since', 'tickets.holdRemindedAt', 'tickets.closingOfferedAt'])
    .select(hoursColumns)
    .where('tickets.onHoldSince', 'is not', null)
    .$narrowType<{ since: string }>()
    .where((eb) => eb.or([eb('tickets.holdRemindedAt', 'is', null), eb('tickets.closingOfferedAt', 'is', null)]))
    .orderBy('tickets.id')
    .execute()
  return rows.map((row) => ({
    ...row,
    workingDays: workingDaysSince(todayInStockholm(new Date(row.since)), today, calendarOf(row)),
  }))
}

async function attendTo(db: Db, hold: Hold) {
  const { orgId, ticketId, since, workingDays } = hold
  if (hold.holdRemindedAt === null && workingDays >= REMINDED_AFTER_WORKING_DAYS) await remind(db, hold)
  if (hold.closingOfferedAt === null && workingDays >= CLOSING_OFFERED_AFTER_WORKING_DAYS)
    await sql`select offer_closing(${orgId}, ${ticketId}, ${since})`.execute(db)
}

/** Does nothing, so that a later day may, while nobody at the customer can get mail, as of an archived one. */
async function remind(db: Db, { orgId, ticketId, customerId, reportedBy, since }: Hold) {
  const ofStaff = { byCustomer: false, assignedTo: null, authorId: null, text: '' }
  const reminder = { about: 'reminder', orgId, ticketId, customerId, reportedBy, ...ofStaff } as const
  if ((await listRecipients(db, reminder)).length === 0) return
  const { rows } = await sql<{ id: string | null }>`
    select note_reminder(${orgId}, ${ticketId}, ${since}) as id`.execute(db)
  const id = rows[0]?.id
  if (id) await notifyOfReminder(db, { orgId, id })
}
