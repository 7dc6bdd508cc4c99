// Queries of ticket mail. They run in the jobs role, which may read public comments and changes of status and assignee only.
import type { Db } from '#db/database.ts'
import { ticketMailRoles } from '#lib/roles.rules.ts'
import type { TicketPriority } from '../tickets.contract.ts'
import type { MailEvent } from './notifications.queries.ts'

type EventKey = MailEvent & { orgId: string }

export type TicketEvent = EventKey & {
  ticketId: string
  ticketNumber: number
  title: string
  priority: TicketPriority
  assignedTo: string | null
  customerId: string
  customerName: string
  company: string
  authorId: string | null
  authorName: string
  byCustomer: boolean
  /** The description, the comment, the new status or the new assignee. */
  text: string
}

/** An active member of staff with a role, an active login of the customer, or the customer itself when it has no login. */
export type Recipient = { kind: 'staff' | 'login' | 'customer'; id: string; email: string }

/**
 * Undefined when no mail is due: the row is internal, deleted, a reopening caused by the customer's own comment, or the
 * ticket has been given to somebody else since.
 */
export async function findEvent(db: Db, key: EventKey): Promise<TicketEvent | undefined> {
  const source = await sourceOf(db, key).executeTakeFirst()
  if (!source) return undefined
  const ticket = await db
    .selectFrom('tickets')
    .innerJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'tickets.orgId').onRef('customers.id', '=', 'tickets.customerId'),
    )
    .innerJoin('organizations', 'organizations.id', 'tickets.orgId')
    .select(['tickets.ticketNumber', 'tickets.title', 'tickets.priority', 'tickets.assignedTo', 'tickets.customerId'])
    .select(['customers.name as customerName', 'organizations.name as company'])
    .where('tickets.orgId', '=', key.orgId)
    .where('tickets.id', '=', source.ticketId)
    .executeTakeFirstOrThrow()
  if (key.about === 'given' && source.text !== ticket.assignedTo) return undefined
  const authorName = (await nameOf(db, key.orgId, source.authorId)) ?? ticket.customerName
  return { ...key, ...source, ...ticket, authorName }
}

function sourceOf(db: Db, { orgId, about, id }: EventKey) {
  switch (about) {
    case 'ticket':
      return db
        .selectFrom('tickets')
        .select(['id as ticketId', 'createdBy as authorId', 'description as text'])
        .select((eb) => eb.lit(true).as('byCustomer'))
        .where((eb) => eb.and({ orgId, id }))
        .where('createdBy', 'not in', (eb) => eb.selectFrom('profiles').select('id'))
    case 'comment':
    case 'solution':
      return db
        .selectFrom('ticketComments')
        .select(['ticketId', 'userId as authorId', 'comment as text', 'byCustomer'])
        .where((eb) => eb.and({ orgId, id, isInternal: false }))
    case 'status':
      return db
        .selectFrom('ticketChanges')
        .select(['ticketId', 'userId as authorId'])
        .select((eb) => [eb.fn.coalesce('after', eb.val('')).as('text'), eb.lit(false).as('byCustomer')])
        .where((eb) => eb.and({ orgId, id, field: 'status', byComment: false }))
    case 'given':
      return db
        .selectFrom('ticketChanges')
        .select(['ticketId', 'userId as authorId'])
        .select((eb) => [eb.fn.coalesce('after', eb.val('')).as('text'), eb.lit(false).as('byCustomer')])
        .where((eb) => eb.and({ orgId, id, field: 'assignee' }))
    case 'made_for':
      return db
        .selectFrom('tickets')
        .select(['id as ticketId', 'createdBy as authorId', 'description as text'])
        .select((eb) => eb.lit(false).as('byCustomer'))
        .where((eb) => eb.and({ orgId, id }))
        .where((eb) => {
          const given = eb.selectFrom('ticketChanges').where(eb.and({ orgId, ticketId: id, field: 'assignee' }))
          return eb.not(eb.exists(given))
        })
  }
}

/** The name of a portal user, or the e-mail when there is none. */
async function nameOf(db: Db, orgId: string, userId: string | null) {
  if (userId === null) return undefined
  const person = await db
    .selectFrom('auth.users as user')
    .leftJoin('profiles', (join) => join.onRef('profiles.id', '=', 'user.id').on('profiles.orgId', '=', orgId))
    .leftJoin('customerUsers', (join) =>
      join.onRef('customerUsers.userId', '=', 'user.id').on('customerUsers.orgId', '=', orgId),
    )
    .select((eb) => eb.fn.coalesce('profiles.fullName', 'customerUsers.fullName', 'user.email').as('name'))
    .where('user.id', '=', userId)
    .executeTakeFirst()
  return person?.name
}

/** All who may currently get mail about the ticket; nobody of an archived customer. */
export async function listRecipients(db: Db, { orgId, customerId }: TicketEvent): Promise<Recipient[]> {
  const staff = await db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select(['user.id', 'user.email'])
    .where('userRoles.orgId', '=', orgId)
    .where('userRoles.role', 'in', ticketMailRoles)
    .where('user.disabledAt', 'is', null)
    .execute()
  return [
    ...staff.map((person) => ({ kind: 'staff' as const, ...person })),
    ...(await customerRecipients(db, orgId, customerId)),
  ]
}

async function customerRecipients(db: Db, orgId: string, customerId: string): Promise<Recipient[]> {
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'email'])
    .where((eb) => eb.and({ orgId, id: customerId }))
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return []
  const logins = await db
    .selectFrom('customerUsers')
    .innerJoin('auth.users as user', 'user.id', 'customerUsers.userId')
    .select(['user.id', 'user.email'])
    .where((eb) => eb.and({ 'customerUsers.orgId': orgId, 'customerUsers.customerId': customerId }))
    .where('user.disabledAt', 'is', null)
    .execute()
  if (logins.length > 0) return logins.map((login) => ({ kind: 'login', ...login }))
  return customer.email === null ? [] : [{ kind: 'customer', id: customer.id, email: customer.email }]
}
