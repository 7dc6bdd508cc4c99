// What a scheduled job does with sent invoice bases that wait for the customer (docs/decisions/128). For the role `jobs`.
import { sql } from 'kysely'
import { calendarOf, workingDaysSince } from '#features/company/opening-hours.rules.ts'
import { hoursColumns } from '#features/company/server/opening-hours.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { addDays, todayInStockholm } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { REMIND_AFTER_WORKING_DAYS } from '../invoice-bases.rules.ts'
import { listAddressees } from './addressees.queries.ts'
import { notifyAbout } from './change-invoice-basis.queries.ts'

/** Approves, by the terms, what nobody has answered until its day, and tells both sides. */
export async function approveSilentInvoiceBases(db: Db, today = todayInStockholm()) {
  const due = await db
    .selectFrom('invoiceBases')
    .select(['orgId', 'id', 'silentApprovalDays'])
    .where('state', '=', 'sent')
    .where('silentApprovalOn', '<=', sql<string>`${today}::date`)
    .where('checkAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const { orgId, id, silentApprovalDays } of due) {
    const named = `villkoren, efter ${plural(silentApprovalDays ?? 0, 'arbetsdag', 'arbetsdagar')} utan svar`
    const { rows } = await sql<{ isApproved: boolean }>`
      select approve_silent_invoice_basis(${orgId}::uuid, ${id}::uuid, ${today}::date, ${named}) as is_approved`.execute(
      db,
    )
    if (rows[0]?.isApproved) await notifyAbout(db, orgId, id, 'approved-silently')
  }
}

/**
 * Reminds, once, the approvers of each invoice basis that has been unanswered for enough working days of its company. A withdrawn
 * approval counts as an answer.
 */
export async function remindApprovers(db: Db, today = todayInStockholm()) {
  for (const { orgId, id, customerId, sentAt, resentAt, ...hours } of await listUnanswered(db, today)) {
    const sentOn = todayInStockholm(new Date(resentAt ?? sentAt ?? today))
    if (workingDaysSince(sentOn, today, calendarOf(hours)) < REMIND_AFTER_WORKING_DAYS) continue
    if ((await approversToRemind(db, { orgId, id, customerId })).length === 0) continue
    const first = await db
      .updateTable('invoiceBases')
      .set({ remindedAt: sql<string>`now()` })
      .where('orgId', '=', orgId)
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .where('outdatedAt', 'is', null)
      .where('checkAt', 'is', null)
      .where('remindedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (first) await notifyAbout(db, orgId, id, 'reminder')
  }
}

const listUnanswered = (db: Db, today: string) =>
  db
    .selectFrom('invoiceBases')
    .innerJoin('companyFacts', 'companyFacts.orgId', 'invoiceBases.orgId')
    .select(['invoiceBases.orgId', 'invoiceBases.id', 'invoiceBases.customerId', 'sentAt', 'resentAt'])
    .select(hoursColumns)
    .where('state', '=', 'sent')
    .where('outdatedAt', 'is', null)
    .where('checkAt', 'is', null)
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

/** Those whom the basis has reached, without those who wait for an answer to a question of theirs. */
export async function approversToRemind(
  db: Db,
  { orgId, id, customerId }: { orgId: string; id: string; customerId: string },
): Promise<string[]> {
  const [addressees, asking, basis] = await Promise.all([
    listAddressees(db, orgId, customerId),
    db
      .selectFrom('invoiceBasisQuestions')
      .select('askedBy')
      .where('orgId', '=', orgId)
      .where('basisId', '=', id)
      .where('answer', 'is', null)
      .execute(),
    db
      .selectFrom('invoiceBases')
      .select('undelivered')
      .where('orgId', '=', orgId)
      .where('id', '=', id)
      .executeTakeFirst(),
  ])
  const isAsking = new Set(asking.map(({ askedBy }) => askedBy))
  return addressees.flatMap(({ userId, email }) =>
    userId === null || isAsking.has(userId) || basis?.undelivered.includes(email) ? [] : [userId],
  )
}
