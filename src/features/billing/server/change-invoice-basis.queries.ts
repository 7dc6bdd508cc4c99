import { sql, type UpdateObject } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { AppError, invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { type InvoiceBasis, type InvoiceBasisState, unbilledStates } from '../invoice-bases.contract.ts'
import { invoiceBasisNumber } from '../invoice-bases.rules.ts'
import type { NewAnswer } from '../invoice-basis-input.contract.ts'
import {
  APPROVED_BY_CUSTOMER,
  HAS_REACHED_ALL,
  INVOICE_BASIS_GONE,
  INVOICE_BASIS_MOVED_ON,
  INVOICE_BASIS_OUTDATED,
  INVOICE_BASIS_UNCHECKED,
  NEEDS_APPROVAL,
  NOT_ALL_REPORTED,
  NOTHING_TO_KEEP,
  nobodyGetsIt,
  PERIOD_BILLED_ELSEWHERE,
  QUESTION_ANSWERED,
  QUESTION_NOT_FOUND,
} from '../invoice-basis-refusals.rules.ts'
import { withBuyerErrors } from './buyer.queries.ts'
import { forgoneNow } from './check-invoice-basis.queries.ts'
import { getInvoiceBasis } from './invoice-bases.queries.ts'
import { startSilentApproval } from './silent-approval.queries.ts'

/** The task that sends mails about a change of an invoice basis (invoice-basis-mail.ts). */
export const INVOICE_BASIS_NOTIFY = 'basis-tell'
/** The task that stores the PDF of a billed basis (tasks.ts). */
export const INVOICE_BASIS_PDF = 'invoice-basis-pdf'
/** The changes that someone may get mail about. */
export const invoiceBasisNews = [
  'sent',
  'sent-again',
  'reminder',
  'outdated',
  'approved-outdated',
  'approved',
  'approved-silently',
  'approval-withdrawn',
  'asked',
  'answered',
  'withdrawn',
] as const
export type InvoiceBasisNews = (typeof invoiceBasisNews)[number]

export const notifyAbout = (db: Db, orgId: string | null, basisId: string, what: InvoiceBasisNews) =>
  enqueue(db, INVOICE_BASIS_NOTIFY, { orgId, basisId, what })

const movedOn = () => new AppError(409, 'conflict', INVOICE_BASIS_MOVED_ON)

/** Turns what the database refuses (guard_invoice_basis) into errors with Swedish messages. */
const withStateErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      invoice_bases_state_order: movedOn,
      invoice_bases_checked: () => new AppError(409, 'outdated', INVOICE_BASIS_UNCHECKED),
      invoice_bases_current: () => new AppError(409, 'outdated', INVOICE_BASIS_OUTDATED),
      invoice_bases_kept_once: () => new AppError(409, 'conflict', PERIOD_BILLED_ELSEWHERE),
      invoice_bases_approved: () => invalid(NEEDS_APPROVAL),
      invoice_bases_addressed: () => invalid(nobodyGetsIt(true)),
      invoice_bases_addressed_without_mail: () => invalid(nobodyGetsIt(false)),
      invoice_bases_rows_reported: () => invalid(NOT_ALL_REPORTED),
      drawdowns_within_prepaid_hours: () => new AppError(409, 'outdated', INVOICE_BASIS_OUTDATED),
    },
    statement,
  )

async function requireInvoiceBasis(db: Db, id: string) {
  const basis = await db.selectFrom('invoiceBases').select('id').where('id', '=', id).executeTakeFirst()
  if (!basis) throw notFound(INVOICE_BASIS_GONE)
}

/**
 * Moves an invoice basis on from one of the states. The statement itself compares the state, so that of several concurrent calls
 * one succeeds. Throws 404 for an unknown basis, 409 for one in another state, and what the database refuses.
 */
async function moveInvoiceBasis(
  db: Db,
  id: string,
  from: readonly InvoiceBasisState[],
  change: UpdateObject<Schema, 'invoiceBases'>,
) {
  const moved = await withStateErrors(() =>
    db
      .updateTable('invoiceBases')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning(['numberYear', 'number'])
      .executeTakeFirst(),
  )
  if (moved) return moved
  await requireInvoiceBasis(db, id)
  throw movedOn()
}

/**
 * Locks the rows, the customer and the prepaid hours of an invoice basis before the basis itself: the same order as when they
 * are changed or a basis is created.
 */
async function lockWhatIsBilled(db: Db, id: string) {
  await sql`select from time_entries e join invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
    where r.basis_id = ${id}::uuid and r.source = 'time' order by e.id for no key update of e`.execute(db)
  await sql`select lock_prepaid_hours_of_invoice_basis(actor.org_id(), ${id}::uuid)`.execute(db)
}

/** Throws 404 for an unknown basis, 409 for one that is outdated or not a draft, and 422 when nobody would get it. */
export async function sendInvoiceBasis(db: Db, actor: StaffActor, id: string) {
  await moveInvoiceBasis(db, id, ['draft'], { state: 'sent', sentAt: sql<string>`now()`, sentBy: actor.userId })
  await startSilentApproval(db, organizationOf(actor), id)
  await notifyAbout(db, actor.orgId, id, 'sent')
  await audit(db, actor, { action: 'sent', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

/**
 * Sends a basis once more that had not reached somebody, to all that it goes to now. Throws 404 for an unknown basis, 422 when
 * nobody would get it, and 409 when it is unchecked or outdated, has moved on, or has reached everybody.
 */
export async function sendAgain(db: Db, actor: StaffActor, id: string) {
  const { rows } = await sql<{ isSent: boolean }>`select resend_invoice_basis(${id}::uuid) as is_sent`.execute(db)
  if (!rows[0]?.isSent) throw refusalOfSending(await getInvoiceBasis(db, id))
  await startSilentApproval(db, organizationOf(actor), id)
  await notifyAbout(db, actor.orgId, id, 'sent-again')
  await audit(db, actor, { action: 'sent_again', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

type Sent = Pick<InvoiceBasis, 'state' | 'isUnchecked' | 'isOutdated' | 'undelivered' | 'addressees' | 'isSendingMail'>

function refusalOfSending({ state, isUnchecked, isOutdated, undelivered, addressees, isSendingMail }: Sent): AppError {
  if (state !== 'sent') return movedOn()
  if (isUnchecked) return new AppError(409, 'outdated', INVOICE_BASIS_UNCHECKED)
  if (isOutdated) return new AppError(409, 'outdated', INVOICE_BASIS_OUTDATED)
  if (undelivered.length === 0) return new AppError(409, 'conflict', HAS_REACHED_ALL)
  return addressees.length === 0 ? invalid(nobodyGetsIt(isSendingMail)) : movedOn()
}

/**
 * Records, by staff, that the customer approved, also what nobody could be sent. Throws 404 for an unknown basis and 409 for one
 * that is outdated or has moved on.
 */
export async function approveForCustomer(db: Db, actor: StaffActor, id: string, note: string) {
  await moveInvoiceBasis(db, id, ['draft', 'sent'], {
    state: 'approved',
    approvedAt: sql<string>`now()`,
    approvedBy: actor.userId,
    approvedName: actor.fullName ?? readableAddress(actor.email),
    approvalNote: note,
  })
  await audit(db, actor, { action: 'approved', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

/**
 * Keeps an approval although prices have changed: its periods count as paid at the prices of now. Throws 404 for an unknown basis,
 * and 409 when there is nothing to keep or another basis has billed one of its periods.
 */
export async function keepApproved(db: Db, actor: StaffActor, id: string, reason: string) {
  const now = await forgoneNow(db, organizationOf(actor), id)
  const { rows } = await withStateErrors(() =>
    sql<{ isKept: boolean }>`select keep_approved_invoice_basis(${id}::uuid, ${reason},
      ${JSON.stringify(now?.difference ?? null)}::jsonb, ${JSON.stringify(now?.forgone ?? [])}::jsonb) as is_kept`.execute(
      db,
    ),
  )
  if (!rows[0]?.isKept) {
    await requireInvoiceBasis(db, id)
    throw new AppError(409, 'conflict', NOTHING_TO_KEEP)
  }
  await audit(db, actor, { action: 'kept', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

/** Throws 404 for an unknown basis and 409 for one that is not approved, or that the customer approved itself. */
export async function withdrawNotedApproval(db: Db, actor: StaffActor, id: string) {
  const withdrawn = await db
    .updateTable('invoiceBases')
    .set({ state: 'sent' })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .where('approvalNote', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!withdrawn) {
    const { state } = await getInvoiceBasis(db, id)
    throw state === 'approved' ? new AppError(409, 'conflict', APPROVED_BY_CUSTOMER) : movedOn()
  }
  await audit(db, actor, { action: 'approval_withdrawn', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

/**
 * Gives the basis its number. Throws 404 for an unknown basis, 409 for an outdated one, and 422 when a row is not reported, the
 * customer has not approved, or something of the buyer is missing.
 */
export async function billInvoiceBasis(db: Db, actor: StaffActor, id: string) {
  await lockWhatIsBilled(db, id)
  const { numberYear, number } = await withBuyerErrors(() =>
    moveInvoiceBasis(db, id, unbilledStates, {
      state: 'billed',
      billedAt: sql<string>`now()`,
      billedBy: actor.userId,
    }),
  )
  await audit(db, actor, {
    action: 'billed',
    subject: 'basis',
    subjectId: id,
    detail: { number: invoiceBasisNumber(numberYear, number) },
  })
  await enqueue(db, INVOICE_BASIS_PDF, { orgId: actor.orgId, basisId: id })
  return getInvoiceBasis(db, id)
}

/** Throws 404 for an unknown basis and 409 for one that is not billed. */
export async function withdrawInvoiceBasis(db: Db, actor: StaffActor, id: string, reason: string) {
  await lockWhatIsBilled(db, id)
  await moveInvoiceBasis(db, id, ['billed'], {
    state: 'withdrawn',
    endedAt: sql<string>`now()`,
    endedBy: actor.userId,
    reason,
  })
  await notifyAbout(db, actor.orgId, id, 'withdrawn')
  await audit(db, actor, { action: 'withdrawn', subject: 'basis', subjectId: id })
  return getInvoiceBasis(db, id)
}

/** Throws 404 for an unknown question and 409 for one that is answered or whose basis was replaced. */
export async function answerQuestion(db: Db, actor: StaffActor, id: string, { position, answer }: NewAnswer) {
  // While the basis is being replaced its questions are copied; the lock waits for that, so that no answer is lost.
  await db.selectFrom('invoiceBases').select('id').where('id', '=', id).forKeyShare().execute()
  const answered = await db
    .updateTable('invoiceBasisQuestions')
    .set({ answer, answeredBy: actor.userId, answeredAt: sql<string>`now()` })
    .where('basisId', '=', id)
    .where('position', '=', position)
    .where('answer', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('invoiceBases')
          .select('invoiceBases.id')
          .where('invoiceBases.id', '=', id)
          .where('state', '!=', 'replaced'),
      ),
    )
    .returning('position')
    .executeTakeFirst()
  if (!answered) throw await refusalOfAnswer(db, id, position)
  await startSilentApproval(db, organizationOf(actor), id)
  await notifyAbout(db, actor.orgId, id, 'answered')
  await audit(db, actor, { action: 'answered', subject: 'basis', subjectId: id, detail: { position } })
  return getInvoiceBasis(db, id)
}

async function refusalOfAnswer(db: Db, id: string, position: number): Promise<AppError> {
  const question = await db
    .selectFrom('invoiceBasisQuestions')
    .select('answer')
    .where('basisId', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!question) return notFound(QUESTION_NOT_FOUND)
  return question.answer === null ? movedOn() : new AppError(409, 'conflict', QUESTION_ANSWERED)
}

/** Removes a draft. Throws 404 for an unknown basis and 409 for one that has been sent. */
export async function removeDraft(db: Db, actor: StaffActor, id: string) {
  // Before the basis, as when one is made: the customer's others are marked.
  await sql`select from customers c join invoice_bases b on b.org_id = c.org_id and b.customer_id = c.id
    where b.id = ${id}::uuid for no key update of c`.execute(db)
  const removed = await db
    .deleteFrom('invoiceBases')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .returning('id')
    .executeTakeFirst()
  if (!removed) {
    await requireInvoiceBasis(db, id)
    throw movedOn()
  }
  await audit(db, actor, { action: 'deleted', subject: 'basis', subjectId: id })
}
