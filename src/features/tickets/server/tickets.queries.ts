import { sql } from 'kysely'
import { RECIPIENT_NOT_TO_CHOOSE } from '#features/customers/recipients.contract.ts'
import { lockActiveCustomer } from '#features/customers/server/customers.queries.ts'
import { attachFiles } from '#features/files/server/attached-files.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { onConstraint } from '#platform/database/constraints.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { withInserted } from '#platform/database/with-inserted.ts'
import { conflict, invalid, invalidField, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { writeInSurvivorText } from '../merging.contract.ts'
import {
  ASSIGNEE_INACTIVE,
  ASSIGNEE_NOT_FOUND,
  type ChangedTicket,
  type NewTicket,
  TICKET_NOT_FOUND,
  Ticket,
} from '../tickets.contract.ts'
import { settleAnswers } from './answer-clock.queries.ts'
import { mappingHoldErrors } from './holds.queries.ts'
import { notify, notifyOfAssignee, notifyOfMadeTicket, notifyOfStatus } from './notifications.queries.ts'
import { mappingReporterErrors, setCopies } from './ticket-contacts.queries.ts'
import { toTicket, wholeTickets } from './ticket-rows.ts'

/** One ticket. Throws 404 for a ticket that the actor may not see. */
export async function getTicket(db: Db, id: string): Promise<Ticket> {
  const row = await wholeTickets(db).where('tickets.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(TICKET_NOT_FOUND)
  return toTicket(row)
}

/**
 * Opens a ticket, optionally from an enquiry. Throws 404 for a customer or assignee outside the organization, 422 for an
 * archived customer, a deactivated assignee, a file that cannot be attached and for staff without an organization.
 */
export async function createTicket(
  db: Db,
  actor: StaffActor,
  { copies, fileIds, ...ticket }: NewTicket & { enquiryId?: string },
) {
  const orgId = organizationOf(actor)
  await lockActiveCustomer(db, ticket.customerId)
  const id = uuidv7()
  const ticketNumber = sql<number>`generate_ticket_number(${ticket.enquiryId ?? null})`
  const row = { ...ticket, orgId, id, ticketNumber, createdBy: actor.userId }
  const inserted = wholeTickets(withInserted(db, 'tickets', row))
  const created = await mappingPeopleErrors(() => inserted.executeTakeFirstOrThrow())
  await attachFiles(db, actor, fileIds, { customerId: ticket.customerId, ticketId: id })
  if (copies.length > 0) await setCopies(db, { orgId, customerId: ticket.customerId, ticketId: id }, copies)
  await notifyOfMadeTicket(db, { orgId, ticketId: id, assignee: ticket.assignedTo, madeBy: actor.userId })
  const isSettled = await settleAnswers(db)
  return isSettled || copies.length > 0 ? getTicket(db, id) : toTicket(created)
}

/**
 * Changes the named fields only. Throws 404 for a ticket or assignee that the actor may not see, 422 for a deactivated
 * assignee, an archived invoice recipient, a ticket that cannot wait for its customer and a merged one, 409 with the current ticket for an outdated version.
 */
export async function changeTicket(db: Db, actor: StaffActor, id: string, change: ChangedTicket) {
  const after = await changeUnsettled(db, actor, id, change)
  return (await settleAnswers(db)) ? getTicket(db, id) : after
}

/** Does not compute when answers are due, which the caller does with `settleAnswers`. `send` has the mail about it sent. */
export async function changeUnsettled(
  db: Db,
  actor: StaffActor,
  id: string,
  { version, copies, ...requested }: ChangedTicket,
  send = notify,
) {
  const before = await getTicket(db, id)
  if (before.version !== version) throw conflict(Ticket, before)
  const was = changeable(before)
  const isSame = entriesOf(was).every(([name, value]) => requested[name] === undefined || requested[name] === value)
  if (isSame && (!copies || isSameSet(copies, before.copies))) return before
  if (before.mergedInto) throw invalid(writeInSurvivorText(before.mergedInto))
  const { onHold = was.onHold, ...columns } = requested
  const update = db
    .updateTable('tickets')
    .set({ ...columns, version: version + 1 })
    .$if(onHold !== was.onHold, (change) => change.set({ onHoldSince: onHold ? sql<string>`now()` : null }))
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(['orgId', 'customerId'])
  const changed = await mappingHoldErrors('onHold', () => mappingPeopleErrors(() => update.executeTakeFirst()))
  if (!changed) throw conflict(Ticket, await getTicket(db, id))
  if (copies) await setCopies(db, { ...changed, ticketId: id }, copies)
  const after = await getTicket(db, id)
  const change = { orgId: changed.orgId, ticketId: id, changedBy: actor.userId }
  if (after.status !== before.status) await notifyOfStatus(db, change, send)
  const { assignedTo } = changeable(after)
  if (assignedTo !== was.assignedTo) await notifyOfAssignee(db, { ...change, assignee: assignedTo }, send)
  return after
}

type Changeable = Required<Omit<ChangedTicket, 'version' | 'copies'>>

/** The fields of a ticket that a change may contain. */
const changeable = ({ status, priority, assignee, reportedBy, onHoldSince, invoiceRecipient, orderNumber }: Ticket) =>
  ({
    status,
    priority,
    assignedTo: assignee?.id ?? null,
    reportedBy: reportedBy?.id ?? null,
    onHold: onHoldSince !== null,
    invoiceRecipientId: invoiceRecipient?.id ?? null,
    orderNumber,
  }) satisfies Changeable

const entriesOf = (fields: ReturnType<typeof changeable>) =>
  Object.entries(fields) as [keyof Changeable, string | boolean | null][]

const isSameSet = (ids: string[], named: { id: string }[]) =>
  ids.length === named.length && named.every(({ id }) => ids.includes(id))

const mappingPeopleErrors = <T>(statement: () => Promise<T>) =>
  mappingRecipientErrors(() => mappingReporterErrors(() => mappingAssigneeErrors(statement)))

const recipientNotToChoose = () => invalidField('invoiceRecipientId', RECIPIENT_NOT_TO_CHOOSE)
const mappingRecipientErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    { tickets_invoice_recipient: recipientNotToChoose, invoice_recipients_active: recipientNotToChoose },
    statement,
  )

const mappingAssigneeErrors = <T>(statement: () => Promise<T>) =>
  onConstraint(
    {
      tickets_assignee: () => notFound(ASSIGNEE_NOT_FOUND),
      assignee_is_active: () => invalidField('assignedTo', ASSIGNEE_INACTIVE),
    },
    statement,
  )
