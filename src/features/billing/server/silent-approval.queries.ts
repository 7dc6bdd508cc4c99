// Invoice bases that count as approved when nobody has answered for as many working days as the terms say (docs/decisions/128).
import { sql } from 'kysely'
import { calendarOf } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { silentApprovalDay } from '../approval-days.rules.ts'

/**
 * Sets the day from which a basis that waits for the customer counts as approved, counted from today: when it is sent, sent again,
 * or its last question is answered. As staff or the jobs, before the customer is told.
 */
export async function startSilentApproval(db: Db, orgId: string, id: string, today = todayInStockholm()) {
  const waiting = await db
    .selectFrom('invoiceBases')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'invoiceBases.orgId')
    .select('silentApprovalDays')
    .select(hoursColumns)
    .where('invoiceBases.orgId', '=', orgId)
    .where('invoiceBases.id', '=', id)
    .where('state', '=', 'sent')
    .where('needsApproval', '=', true)
    .where('silentApprovalDays', 'is not', null)
    // What nobody is told, nobody approves by silence.
    .where(sql<boolean>`sends_mail(invoice_bases.org_id)`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('invoiceBasisQuestions as open')
            .select('open.position')
            .whereRef('open.orgId', '=', 'invoiceBases.orgId')
            .whereRef('open.basisId', '=', 'invoiceBases.id')
            .where('open.answer', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  if (!waiting || waiting.silentApprovalDays === null) return
  const { silentApprovalDays, ...hours } = waiting
  const day = silentApprovalDay(today, silentApprovalDays, calendarOf(hours))
  if (day === undefined) return
  await db
    .updateTable('invoiceBases')
    .set({ silentApprovalOn: day })
    .where('orgId', '=', orgId)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute()
}
