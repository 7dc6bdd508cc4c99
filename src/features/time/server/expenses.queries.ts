// Travel and material. The rules for who may change a row are those of time entries; reports never include them.
import { type Kysely, sql } from 'kysely'
import { lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { alreadyDone, conflict, forbidden, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { OUT_OF_RANGE } from '#shared/dates.rules.ts'
import { isAdmin } from '#shared/roles.rules.ts'
import {
  ARTICLE_NOT_TO_CHOOSE,
  type ChangedExpense,
  EXPENSE_NOT_FOUND,
  Expense,
  type NewExpense,
  NOT_YOUR_EXPENSE,
} from '../expenses.contract.ts'
import { TICKET_OF_OTHER_CUSTOMER } from '../time.contract.ts'
import { rowIsBilled, withParts } from './time.queries.ts'

/** Expenses that are not removed; the base of every query for lists and sums. */
export const activeExpenses = (db: Kysely<Schema>) => db.selectFrom('expenses').where('expenses.deletedAt', 'is', null)

/** The exact quantity in hundredths. */
const hundredths = sql<number>`(expenses.quantity * 100)::int`.as('hundredths')

/** Expenses that are not removed, with their customers, technicians and tickets; `toExpense` converts a row. */
export const namedExpenses = (db: Kysely<Schema>) =>
  activeExpenses(db)
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'expenses.orgId').onRef('customers.id', '=', 'expenses.customerId'),
    )
    .innerJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'expenses.orgId').onRef('profiles.id', '=', 'expenses.userId'),
    )
    .leftJoin('tickets', (join) =>
      join.onRef('tickets.orgId', '=', 'expenses.orgId').onRef('tickets.id', '=', 'expenses.ticketId'),
    )
    .leftJoin('articles', (join) =>
      join.onRef('articles.orgId', '=', 'expenses.orgId').onRef('articles.id', '=', 'expenses.articleId'),
    )
    .select([
      'expenses.id',
      'expenses.articleId',
      'articles.number as articleNumber',
      'articles.name as articleName',
      'expenses.workDate',
      'expenses.kind',
      'expenses.article',
      hundredths,
      'expenses.unit',
      'expenses.priceOre',
      'expenses.description',
      'expenses.unbilledReason',
      'expenses.version',
      'expenses.userId',
      'profiles.fullName',
      'expenses.ticketId',
      'tickets.ticketNumber',
      'tickets.title',
      'expenses.customerId',
      'customers.name as customerName',
      'customers.archivedAt as customerArchivedAt',
    ])

type NamedRow = Awaited<ReturnType<ReturnType<typeof namedExpenses>['executeTakeFirstOrThrow']>>

/** Converts a row of `namedExpenses` to the contract's shape. */
export const toExpense = ({ articleId, articleNumber, articleName, ...row }: NamedRow): Expense => ({
  ...withParts(row),
  registered:
    articleId && articleNumber && articleName ? { id: articleId, number: articleNumber, name: articleName } : null,
})

async function getExpense(db: Db, id: string): Promise<Expense> {
  const row = await namedExpenses(db).where('expenses.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(EXPENSE_NOT_FOUND)
  return toExpense(row)
}

const quantityOf = (inHundredths: number) => sql<string>`${inHundredths}::numeric / 100`

/** Throws 422 for another customer's ticket or a deactivated technician, 403 for another's row, 404 for an unknown customer. */
export async function createExpense(db: Db, actor: StaffActor, { userId, hundredths: quantity, ...row }: NewExpense) {
  const orgId = organizationOf(actor)
  const technician = technicianOf(actor, userId, actor.userId)
  await lockActiveCustomer(db, row.customerId)
  const id = uuidv7()
  await withExpenseErrors(() =>
    db
      .insertInto('expenses')
      .values({ ...row, orgId, id, quantity: quantityOf(quantity), userId: technician, createdBy: actor.userId })
      .execute(),
  )
  const created = await getExpense(db, id)
  await audit(db, actor, {
    action: 'created',
    subject: 'expense',
    subjectId: id,
    detail: { after: auditDetail(created) },
  })
  return created
}

/** Throws what createExpense throws, and 409 for an outdated version. */
export async function changeExpense(
  db: Db,
  actor: StaffActor,
  id: string,
  { version, userId, hundredths: quantity, unbilledReason, ...row }: ChangedExpense,
) {
  const before = await getExpense(db, id)
  refuseChange(before, actor)
  if (before.version !== version) throw conflict(Expense, before)
  if (before.customer.id !== row.customerId) await lockActiveCustomer(db, row.customerId)
  const technician = technicianOf(actor, userId, before.technician.id)
  const changed = await withExpenseErrors(() =>
    db
      .updateTable('expenses')
      .set({
        ...row,
        unbilledReason: unbilledReason === undefined ? before.unbilledReason : unbilledReason,
        quantity: quantityOf(quantity),
        userId: technician,
        version: version + 1,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst(),
  )
  const after = await getExpense(db, id)
  if (!changed) throw conflict(Expense, after)
  await audit(db, actor, {
    action: 'changed',
    subject: 'expense',
    subjectId: id,
    detail: { before: auditDetail(before), after: auditDetail(after) },
  })
  return after
}

/** Soft-deletes the row, which excludes it from lists and sums until it is restored. Returns the row before. */
export async function removeExpense(db: Db, actor: StaffActor, id: string) {
  const expense = await getExpense(db, id)
  refuseChange(expense, actor)
  const removed = await withExpenseErrors(() =>
    db
      .updateTable('expenses')
      .set({ deletedAt: sql`now()` })
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!removed) throw notFound(EXPENSE_NOT_FOUND)
  await audit(db, actor, {
    action: 'deleted',
    subject: 'expense',
    subjectId: id,
    detail: { before: auditDetail(expense) },
  })
  return expense
}

/** Throws 404 for an unknown row, 403 for a colleague's and 409 for one that is not removed. */
export async function restoreExpense(db: Db, actor: StaffActor, id: string) {
  const removed = await db.selectFrom('expenses').select('userId').where('id', '=', id).executeTakeFirst()
  if (!removed) throw notFound(EXPENSE_NOT_FOUND)
  if (!isAdmin(actor) && removed.userId !== actor.userId) throw forbidden(NOT_YOUR_EXPENSE)
  const restored = await db
    .updateTable('expenses')
    .set({ deletedAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  const current = await getExpense(db, id)
  if (!restored) throw alreadyDone(Expense, current)
  await audit(db, actor, { action: 'restored', subject: 'expense', subjectId: id })
  return current
}

/** `current`, unless an administrator chose another technician. Throws 403. */
function technicianOf(actor: StaffActor, userId: string | null, current: string) {
  if (!userId || userId === current) return current
  if (!isAdmin(actor)) throw forbidden('Bara administratörer kan registrera åt en annan tekniker')
  return userId
}

function refuseChange({ technician }: Expense, actor: StaffActor) {
  if (!isAdmin(actor) && technician.id !== actor.userId) throw forbidden(NOT_YOUR_EXPENSE)
}

const withExpenseErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      expenses_work_date: () => invalidField('workDate', OUT_OF_RANGE),
      expenses_ticket: () => invalidField('ticketId', TICKET_OF_OTHER_CUSTOMER),
      expenses_registered_article: () => invalidField('articleId', ARTICLE_NOT_TO_CHOOSE),
      article_is_active: () => invalidField('articleId', ARTICLE_NOT_TO_CHOOSE),
      expenses_technician: () => notFound('Teknikern finns inte'),
      expenses_billed: ({ detail }) => rowIsBilled(detail),
      technician_is_active: () => invalidField('userId', 'Teknikern är inaktiv. Välj någon annan.'),
    },
    statement,
  )

/** The detail of a row in the audit log: numbers, dates and ids, no text. */
const auditDetail = ({
  workDate,
  kind,
  hundredths: quantity,
  priceOre,
  unbilledReason,
  customer,
  ticket,
  technician,
  registered,
}: Expense) => ({
  workDate,
  articleId: registered?.id ?? null,
  kind,
  hundredths: quantity,
  priceOre,
  isUnbilled: unbilledReason !== null,
  customerId: customer.id,
  ticketId: ticket?.id ?? null,
  userId: technician.id,
})
