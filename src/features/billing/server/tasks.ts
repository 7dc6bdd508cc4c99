import { sql } from 'kysely'
import { z } from 'zod'
import { calendarOf, workingDaysSince } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { Id } from '#shared/contract.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { REMIND_AFTER_WORKING_DAYS } from '../invoice-bases.rules.ts'
import { INVOICE_BASIS_PDF, notifyAbout } from './change-invoice-basis.queries.ts'
import { checkInvoiceBasis } from './check-invoice-basis.queries.ts'
import { invoiceBasisMailTasks } from './invoice-basis-mail.ts'
import { storeInvoiceBasisPdf } from './invoice-basis-pdf.ts'
import { sendingTasks } from './sending.queries.ts'

const INVOICE_BASIS_REMINDERS = 'basis-reminders'
/** The database queues this job when a basis is marked (notify_invoice_basis). */
const INVOICE_BASIS_CHECK = 'basis-check'
const BasisPayload = z.object({ orgId: Id, basisId: Id })

/** The background jobs of invoice bases; those of used hours are in used-hours-tasks.ts. */
export const invoiceBasisTasks = ({
  database,
  ...parts
}: {
  database: Database
  mailer: Mailer
  appUrl: string
  threads: MailThreads
}): Tasks => ({
  ...invoiceBasisMailTasks({ database, ...parts }),
  [INVOICE_BASIS_CHECK]: async (payload) => {
    const { orgId, basisId } = BasisPayload.parse(payload)
    await database.as('jobs', (db) => checkInvoiceBasis(db, orgId, basisId))
  },
  ...sendingTasks({ database }),
  [INVOICE_BASIS_PDF]: async (payload) => {
    const { orgId, basisId } = BasisPayload.parse(payload)
    await storeInvoiceBasisPdf(database, orgId, basisId)
  },
  [INVOICE_BASIS_REMINDERS]: async () => {
    await database.as('jobs', (db) => remindApprovers(db))
  },
})

/** On weekday mornings, in UTC. */
export const invoiceBasisSchedule: Schedule = [
  { task: INVOICE_BASIS_REMINDERS, match: '20 7 * * 1-5', catchesUpHours: 24 },
]

/**
 * Reminds the approvers, once, of each invoice basis that has been unanswered for enough working days of its company. A
 * withdrawn approval counts as an answer.
 */
export async function remindApprovers(db: Db, today = todayInStockholm()) {
  const waiting = await db
    .selectFrom('invoiceBases')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'invoiceBases.orgId')
    .select(['invoiceBases.orgId', 'invoiceBases.id', 'sentAt'])
    .select(hoursColumns)
    .where('state', '=', 'sent')
    .where('outdatedAt', 'is', null)
    .where('remindedAt', 'is', null)
    .where('sentAt', '<', sql<string>`${addDays(today, 1 - REMIND_AFTER_WORKING_DAYS)}::date`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('endedApprovals as ended')
            .innerJoin('customerUsers as login', 'login.userId', 'ended.endedBy')
            .select('ended.basisId')
            .whereRef('ended.orgId', '=', 'invoiceBases.orgId')
            .whereRef('ended.basisId', '=', 'invoiceBases.id'),
        ),
      ),
    )
    .execute()
  for (const { orgId, id, sentAt, ...hours } of waiting) {
    const sentOn = todayInStockholm(new Date(sentAt ?? today))
    const days = workingDaysSince(sentOn, today, calendarOf(hours))
    if (days < REMIND_AFTER_WORKING_DAYS) continue
    const first = await db
      .updateTable('invoiceBases')
      .set({ remindedAt: sql<string>`now()` })
      .where('orgId', '=', orgId)
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .where('outdatedAt', 'is', null)
      .where('remindedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (first) await notifyAbout(db, orgId, id, 'reminder')
  }
}
