// What a customer's approver reads and does; row-level security hides all of it from other logins.
import { sql } from 'kysely'
import type { NewQuestion } from '#features/billing/invoice-basis-input.contract.ts'
import {
  APPROVAL_HAS_ENDED,
  APPROVAL_NOT_TO_WITHDRAW,
  INVOICE_BASIS_IS_APPROVED,
  INVOICE_BASIS_NOT_FOUND,
  INVOICE_BASIS_NOT_TO_APPROVE,
  INVOICE_BASIS_REPLACED_SOON,
  INVOICE_BASIS_UNCHECKED,
  QUESTION_AFTER_BILLING,
  QUESTION_TOO_LATE,
  questionAfterApproval,
} from '#features/billing/invoice-basis-refusals.rules.ts'
import { notifyAbout } from '#features/billing/server/change-invoice-basis.queries.ts'
import { contentOf, listedInvoiceBases, toListed } from '#features/billing/server/invoice-bases.queries.ts'
import type { CustomerActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { AppError, notFound } from '#platform/http/app-error.ts'
import { readableAddress } from '#shared/email.rules.ts'

/** The policies, of which one or the other must hold, are no condition of an index: alone they read the bases of all customers. */
const isShown = sql<boolean>`invoice_bases.id = any(array(select * from actor.shown_bases()))`

/** Whether the login has, or has had, anything to approve. */
export async function hasPortalInvoiceBases(db: Db): Promise<boolean> {
  return (await db.selectFrom('invoiceBases').select('id').where(isShown).limit(1).executeTakeFirst()) !== undefined
}

/** Newest month first. */
export async function listPortalInvoiceBases(db: Db) {
  const rows = await listedInvoiceBases(db).where(isShown).orderBy('month', 'desc').execute()
  return rows.map(toListed)
}

/** Throws 404 when the login may see no basis of that month now, or was not sent the one. */
export async function getCurrentInvoiceBasis(db: Db, id: string) {
  const { rows } = await sql<{ id: string | null }>`select current_invoice_basis(${id}::uuid) as id`.execute(db)
  const current = rows[0]?.id
  if (!current) throw notFound(INVOICE_BASIS_NOT_FOUND)
  return { id: current }
}

/** Throws 404 for a basis that the login may not see, and 409 for one that is outdated or approved already. */
export async function approveInvoiceBasis(db: Db, actor: CustomerActor, id: string) {
  await contentOf(db, id)
  const { rows } = await sql<{ isApproved: boolean }>`select approve_invoice_basis(${id}::uuid) as is_approved`.execute(
    db,
  )
  if (!rows[0]?.isApproved) {
    const { state, isUnchecked } = await contentOf(db, id)
    if (state === 'sent' && isUnchecked) throw new AppError(409, 'outdated', INVOICE_BASIS_UNCHECKED)
    throw new AppError(409, 'conflict', state === 'approved' ? INVOICE_BASIS_IS_APPROVED : INVOICE_BASIS_NOT_TO_APPROVE)
  }
  await notifyAbout(db, actor.orgId, id, 'approved')
  await audit(db, actor, { action: 'approved', subject: 'basis', subjectId: id })
  return contentOf(db, id)
}

/** Throws 404 for a basis that the login may not see, and 409 for one that is not approved, or billed already. */
export async function withdrawApproval(db: Db, actor: CustomerActor, id: string) {
  await contentOf(db, id)
  const { rows } = await sql<{ isWithdrawn: boolean }>`select withdraw_approval(${id}::uuid) as is_withdrawn`.execute(
    db,
  )
  if (!rows[0]?.isWithdrawn) {
    const { state } = await contentOf(db, id)
    throw new AppError(409, 'conflict', state === 'sent' ? APPROVAL_HAS_ENDED : APPROVAL_NOT_TO_WITHDRAW)
  }
  await notifyAbout(db, actor.orgId, id, 'approval-withdrawn')
  await audit(db, actor, { action: 'approval_withdrawn', subject: 'basis', subjectId: id })
  return contentOf(db, id)
}

/** In the customer's words why a basis can no longer be asked about. */
function requireToAskAbout({ state, isOutdated, isUnchecked, approvedName }: Awaited<ReturnType<typeof contentOf>>) {
  if (state === 'approved') throw new AppError(409, 'conflict', questionAfterApproval(approvedName ?? ''))
  if (state !== 'sent') throw new AppError(409, 'conflict', QUESTION_AFTER_BILLING)
  if (isOutdated)
    throw new AppError(409, 'outdated', isUnchecked ? INVOICE_BASIS_UNCHECKED : INVOICE_BASIS_REPLACED_SOON)
}

/** Throws 404 for a basis or a row that the login may not see, and 409 for one that can no longer be asked about. */
export async function askAboutRow(db: Db, actor: CustomerActor, id: string, { position, question }: NewQuestion) {
  requireToAskAbout(await contentOf(db, id))
  await onConstraint(
    {
      invoice_basis_questions_current: () => new AppError(409, 'outdated', QUESTION_TOO_LATE),
      invoice_basis_questions_row: () => notFound('Raden finns inte'),
      invoice_basis_questions_pkey: () => new AppError(409, 'conflict', 'Det finns redan en fråga om raden'),
    },
    () =>
      db
        .insertInto('invoiceBasisQuestions')
        .values({
          orgId: actor.orgId,
          basisId: id,
          position,
          question,
          askedBy: actor.userId,
          askedName: actor.fullName ?? readableAddress(actor.email),
          answer: null,
          answeredBy: null,
          answeredAt: null,
        })
        .execute(),
  )
  await notifyAbout(db, actor.orgId, id, 'asked')
  return contentOf(db, id)
}
