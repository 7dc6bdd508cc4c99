import { type Kysely, sql } from 'kysely'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { AppError, alreadyDone, conflict, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import {
  type ChangedRecipient,
  type NewRecipient,
  RECIPIENT_NOT_FOUND,
  Recipient,
  recipientFields,
  recipientIsUsed,
} from '../recipients.contract.ts'
import { getCustomer, lockActiveCustomer } from './customers.queries.ts'
import { restoreFirst } from './restore-first.ts'

type RecipientOf = { id: string; recipientId: string }

const columns = [...recipientFields, 'id', 'archivedAt', 'version'] as const

const recipientsOf = (db: Kysely<Schema>, customerId: string) =>
  db.selectFrom('invoiceRecipients').select(columns).where('customerId', '=', customerId)

/** Recipients that can be chosen, those of each customer with the default first. */
export const activeRecipients = (db: Kysely<Schema>) =>
  db
    .selectFrom('invoiceRecipients')
    .select(['invoiceRecipients.id', 'invoiceRecipients.name'])
    .where('invoiceRecipients.archivedAt', 'is', null)
    .orderBy('invoiceRecipients.createdAt')
    .orderBy('invoiceRecipients.id')

/** A customer's invoice recipients, the default first and the archived ones last. Throws 404 for an unknown customer. */
export async function listRecipients(db: Db, customerId: string): Promise<Recipient[]> {
  await getCustomer(db, customerId)
  return recipientsOf(db, customerId).orderBy(sql`archived_at is not null`).orderBy('createdAt').orderBy('id').execute()
}

/** Throws 404 for an unknown customer and for a recipient of another customer. */
async function getRecipient(db: Db, { id, recipientId }: RecipientOf): Promise<Recipient> {
  const recipient = await recipientsOf(db, id).where('id', '=', recipientId).executeTakeFirst()
  if (!recipient) throw notFound(RECIPIENT_NOT_FOUND)
  return recipient
}

/** Throws 404 for an unknown customer and 422 for an archived one. */
export async function createRecipient(db: Db, actor: StaffActor, customerId: string, recipient: NewRecipient) {
  await lockActiveCustomer(db, customerId, restoreFirst)
  const created = await db
    .insertInto('invoiceRecipients')
    .values({ ...recipient, orgId: organizationOf(actor), customerId, id: uuidv7() })
    .returning(columns)
    .executeTakeFirstOrThrow()
  await audit(db, actor, {
    action: 'created',
    subject: 'invoice_recipient',
    subjectId: created.id,
    detail: { customerId },
  })
  return created
}

/** Throws 404 for an unknown recipient and 409 with the current row for an outdated version. */
export async function changeRecipient(
  db: Db,
  actor: StaffActor,
  of: RecipientOf,
  { version, ...recipient }: ChangedRecipient,
): Promise<Recipient> {
  const changed = await db
    .updateTable('invoiceRecipients')
    .set({ ...recipient, version: version + 1 })
    .where((eb) => eb.and({ customerId: of.id, id: of.recipientId, version }))
    .returning(columns)
    .executeTakeFirst()
  if (!changed) throw conflict(Recipient, await getRecipient(db, of))
  await audit(db, actor, {
    action: 'changed',
    subject: 'invoice_recipient',
    subjectId: of.recipientId,
    detail: { version: changed.version },
  })
  return changed
}

const inUse = (where: string) => new AppError(409, 'in_use', recipientIsUsed(where))

/** How many of the places that use a recipient are named. */
const PLACES_NAMED = 3

/** Throws 409 with where it is used; guard_recipient_in_use() in the database has the same rule. */
async function refuseUsed(db: Db, { id, recipientId }: RecipientOf) {
  const { rows } = await sql<{ place: string }>`
    select 'abonnemanget ' || coalesce(c.text, a.name) as place from charges c
      left join articles a on a.org_id = c.org_id and a.id = c.article_id
    where c.customer_id = ${id}::uuid and c.recipient_id = ${recipientId}::uuid
      and (c.ends_on is null or c.ends_on >= ${todayInStockholm()}::date)
    union all
    select 'ärende #' || ticket_number from tickets
    where customer_id = ${id}::uuid and invoice_recipient_id = ${recipientId}::uuid and status <> 'closed'`.execute(db)
  if (rows.length === 0) return
  const places = rows.map(({ place }) => place)
  const more = places.length - PLACES_NAMED
  throw inUse(
    new Intl.ListFormat('sv-SE').format(more > 0 ? [...places.slice(0, PLACES_NAMED), `${more} till`] : places),
  )
}

/** Archives or restores. Throws 404 for an unknown recipient and 409 for one that is so already, or in use. */
export async function setRecipientArchived(db: Db, actor: StaffActor, of: RecipientOf, isArchived: boolean) {
  const current = await getRecipient(db, of)
  if (isArchived) await refuseUsed(db, of)
  const changed = await onConstraint({ invoice_recipients_in_use: () => inUse('ett abonnemang eller ärende') }, () =>
    db
      .updateTable('invoiceRecipients')
      .set({ archivedAt: isArchived ? sql`now()` : null, version: sql`version + 1` })
      .where((eb) => eb.and({ customerId: of.id, id: of.recipientId }))
      .where('archivedAt', isArchived ? 'is' : 'is not', null)
      .returning(columns)
      .executeTakeFirst(),
  )
  if (!changed) throw alreadyDone(Recipient, current)
  await audit(db, actor, {
    action: isArchived ? 'archived' : 'restored',
    subject: 'invoice_recipient',
    subjectId: of.recipientId,
  })
  return changed
}
