// Documents of customers. Row-level security lets a login with 'Hela företaget' read those that are shown.
import { type Kysely, sql } from 'kysely'
import { getCustomer, lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { attachedFile, attachFiles } from '#features/files/server/attached-files.queries.ts'
import type { CustomerActor, StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { page, positionOf } from '#platform/database/keyset.ts'
import type { Schema } from '#platform/database/schema.ts'
import { invalid, notFound } from '#platform/http/app-error.ts'
import { PAGE_SIZE } from '#shared/contract.ts'
import { FORMER_USER } from '#shared/names.rules.ts'
import { type CustomerDocument, DOCUMENT_NOT_FOUND, type PortalDocument } from '../documents.contract.ts'

/** Newest first: ids of files ascend in the order of upload. */
const pageOfDocuments = (db: Kysely<Schema>, customerId: string, after: string | undefined) => {
  const position = positionOf(after, ['id'])
  return db
    .selectFrom('files')
    .select(['files.id', 'name', 'type', 'bytes', 'width', 'height', 'state', 'finding'])
    .select(['files.createdAt', 'shownInPortal as isShown'])
    .where('customerId', '=', customerId)
    .where('ticketId', 'is', null)
    .$if(position !== undefined, (query) => query.where('files.id', '<', position?.id ?? ''))
    .orderBy('files.id', 'desc')
    .limit(sql.lit(PAGE_SIZE + 1))
}

/** Counts a customer's documents, for staff. */
export const countDocuments = (db: Db, customerId: string) =>
  db
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('customerId', '=', customerId)
    .where('ticketId', 'is', null)

/** Throws 404 for an unknown customer. */
export async function listDocuments(db: Db, customerId: string, after: string | undefined) {
  await getCustomer(db, customerId)
  const rows = await pageOfDocuments(db, customerId, after)
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'files.orgId').onRef('profiles.id', '=', 'files.uploadedBy'),
    )
    .select('profiles.fullName as addedBy')
    .execute()
  const documents = rows.map(
    ({ createdAt, isShown, addedBy, ...file }): CustomerDocument => ({
      ...attachedFile(file),
      createdAt,
      isShown,
      addedBy: addedBy ?? FORMER_USER,
    }),
  )
  return page(documents, ({ id }) => ({ id }))
}

export async function listPortalDocuments(db: Db, { customerId }: CustomerActor, after: string | undefined) {
  const rows = await pageOfDocuments(db, customerId, after).execute()
  const documents = rows.map((file): PortalDocument => ({ ...attachedFile(file), createdAt: file.createdAt }))
  return page(documents, ({ id }) => ({ id }))
}

/** Whether the login may see at least one document. */
export async function hasPortalDocuments(db: Db, { customerId }: CustomerActor): Promise<boolean> {
  const found = await db
    .selectFrom('files')
    .select('id')
    .where('customerId', '=', customerId)
    .where('ticketId', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const archived = () => invalid('Kunden är arkiverad. Återställ den för att lägga till dokument.')

/** Throws 404 for an unknown customer, 422 for an archived one or a file that cannot be attached. */
export async function addDocuments(db: Db, actor: StaffActor, customerId: string, fileIds: string[]) {
  await lockActiveCustomer(db, customerId, archived)
  await attachFiles(db, actor, fileIds, { customerId })
  await audit(db, actor, { action: 'added_documents', subject: 'customer', subjectId: customerId, detail: { fileIds } })
}

/** Throws 404 for an unknown document. */
export async function showDocument(db: Db, actor: StaffActor, id: string, isShown: boolean) {
  const changed = await db
    .updateTable('files')
    .set({ shownInPortal: isShown })
    .where('id', '=', id)
    .where('customerId', 'is not', null)
    .where('ticketId', 'is', null)
    .returning('customerId')
    .executeTakeFirst()
  if (!changed) throw notFound(DOCUMENT_NOT_FOUND)
  await audit(db, actor, {
    action: isShown ? 'showed_document' : 'hid_document',
    subject: 'customer',
    subjectId: changed.customerId ?? '',
    detail: { fileId: id },
  })
}

/** Throws 404 for an unknown document. */
export async function removeDocument(db: Db, actor: StaffActor, id: string) {
  const removed = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('customerId', 'is not', null)
    .where('ticketId', 'is', null)
    .returning('customerId')
    .executeTakeFirst()
  if (!removed) throw notFound(DOCUMENT_NOT_FOUND)
  await audit(db, actor, {
    action: 'removed_document',
    subject: 'customer',
    subjectId: removed.customerId ?? '',
    detail: { fileId: id },
  })
}
