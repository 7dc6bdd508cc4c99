// To whom the rows and charges of a customer's month are invoiced (docs/decisions/126).
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { InvoicedTo } from '../invoice-lines.rules.ts'
import type { OfCustomer } from './month.queries.ts'

const ofTicket = (column: 'invoice_recipient_id' | 'order_number') =>
  sql<string | null>`case when tickets.merged_into is null then ${sql.ref(`tickets.${column}`)} else
    (select ${sql.ref(`survivor.${column}`)} from tickets survivor
      where survivor.org_id = tickets.org_id and survivor.id = tickets.merged_into) end`

/** The recipient and order number of a row's ticket; those of the other one for a ticket that is merged into it. */
export const invoicedToOfTicket = [
  ofTicket('invoice_recipient_id').as('recipientId'),
  ofTicket('order_number').as('orderNumber'),
] as const

/** The recipient that a customer's lines have when they name none: of a basis that exists the one that it was made with. */
export async function findFirstRecipient(db: Db, { orgId, customerId }: OfCustomer, basisId: string | null) {
  const basis =
    basisId &&
    (await db
      .selectFrom('invoiceBases')
      .select('recipientId')
      .where('orgId', '=', orgId)
      .where('id', '=', basisId)
      .executeTakeFirst())
  if (basis) return basis.recipientId
  const first = await db
    .selectFrom('invoiceRecipients')
    .select('id')
    .where('orgId', '=', orgId)
    .where('customerId', '=', customerId)
    .where('archivedAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return first?.id ?? null
}

/** Naming the first recipient is the same as naming none. */
export const withoutFirst = <Row extends InvoicedTo>(rows: readonly Row[], first: string | null): Row[] =>
  rows.map((row) => (row.recipientId === first ? { ...row, recipientId: null } : row))
