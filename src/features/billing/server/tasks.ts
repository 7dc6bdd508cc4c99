import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Schedule, Tasks } from '#platform/jobs/job-catalogue.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { MailThreads } from '#platform/mail/mail-threads.ts'
import { Id } from '#shared/contract.ts'
import { INVOICE_BASIS_PDF } from './change-invoice-basis.queries.ts'
import { checkInvoiceBasis } from './check-invoice-basis.queries.ts'
import { invoiceBasisMailTasks } from './invoice-basis-mail.ts'
import { storeInvoiceBasisPdf } from './invoice-basis-pdf.ts'
import { sendingTasks } from './send-together.queries.ts'
import { approveSilentInvoiceBases, remindApprovers } from './waiting-approvals.queries.ts'

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
    await database.as('jobs', async (db) => {
      await approveSilentInvoiceBases(db)
      await remindApprovers(db)
    })
  },
})

/** On weekday mornings, in UTC. */
export const invoiceBasisSchedule: Schedule = [
  { task: INVOICE_BASIS_REMINDERS, match: '20 7 * * 1-5', catchesUpHours: 24 },
]
