// Queries of ticket mail. They run in the jobs role, which may read public comments and changes of status and assignee only.
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { listMailedFiles, type MailedFile } from '#files/server/mailed-files.queries.ts'
import { ticketMailRoles } from '#lib/roles.rules.ts'
import type { ReplyAddress } from '#lib/server/mail.ts'
import { findReplyAddress, listPausedAddresses } from '#mailboxes/server/mail-addresses.queries.ts'
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
  reportedBy: string | null
  customerName: string
  company: string
  authorId: string | null
  authorName: string
  byCustomer: boolean
  /** The mailbox that is read here; null for none. */
  replyAddress: ReplyAddress | null
  /** The description, the comment, the new status or the new assignee. */
  text: string
  /** What is shown folded beside the text: signature and quotation of a mail. */
  folded: string | null
  /** Of the comment, or of the ticket itself when it was opened. */
  files: MailedFile[]
  /** When it was written, or the ticket opened. */
  at: string
}

/**
 * An active member of staff with a role, an active login of the customer, a contact without any login, or the customer
 * itself when none of these may see the ticket.
 */
export type Recipient = {
  kind: 'staff' | 'login' | 'contact' | 'customer'
  id: string
  email: string
  /** Of a person. */
  name: string | null
}

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
    .select([
      'tickets.ticketNumber',
      'tickets.title',
      'tickets.priority',
      'tickets.assignedTo',
      'tickets.customerId',
      'tickets.reportedBy',
    ])
    .select(['customers.name as customerName', 'organizations.name as company'])
    .where('tickets.orgId', '=', key.orgId)
    .where('tickets.id', '=', source.ticketId)
    .executeTakeFirstOrThrow()
  if (key.about === 'given' && source.text !== ticket.assignedTo) return undefined
  const authorName = (await nameOf(db, key.orgId, source.authorId)) ?? ticket.customerName
  const files = await filesOf(db, key, source.ticketId)
  const replyAddress = await findReplyAddress(db, key.orgId)
  return { ...key, ...source, ...ticket, authorName, replyAddress, files }
}

/** Whether a mail that came in wrote it. */
export async function cameByMail(db: Db, { orgId, about, id }: EventKey): Promise<boolean> {
  const row =
    about === 'ticket' ? ({ ticketId: id, fate: 'ticket' } as const) : ({ commentId: id, fate: 'comment' } as const)
  const mail = await db
    .selectFrom('mailMessages')
    .select('id')
    .where((eb) => eb.and({ orgId, ...row }))
    .executeTakeFirst()
  return mail !== undefined
}

async function filesOf(db: Db, { orgId, about, id }: EventKey, ticketId: string): Promise<MailedFile[]> {
  if (about === 'ticket') return listMailedFiles(db, { orgId, ticketId, commentId: null })
  const isComment = about === 'comment' || about === 'solution'
  return isComment ? listMailedFiles(db, { orgId, ticketId, commentId: id }) : []
}

function sourceOf(db: Db, { orgId, about, id }: EventKey) {
  switch (about) {
    case 'ticket':
      return db
        .selectFrom('tickets')
        .select(['id as ticketId', 'description as text', 'folded', 'createdAt as at'])
        .select((eb) => [eb.fn.coalesce('createdBy', 'reportedBy').as('authorId'), eb.lit(true).as('byCustomer')])
        .where((eb) => eb.and({ orgId, id }))
        .where((eb) => {
          const isStaff = eb.exists(eb.selectFrom('profiles').whereRef('profiles.id', '=', 'tickets.createdBy'))
          return eb.and([eb.not(isStaff), eb.or([eb('createdBy', 'is not', null), eb('reportedBy', 'is not', null)])])
        })
    case 'comment':
    case 'solution':
      return db
        .selectFrom('ticketComments')
        .select(['ticketId', 'comment as text', 'folded', 'byCustomer', 'createdAt as at'])
        .select((eb) => eb.fn.coalesce('userId', 'contactId').as('authorId'))
        .where((eb) => eb.and({ orgId, id, isInternal: false }))
    case 'status':
      return db
        .selectFrom('ticketChanges')
        .select(['ticketId', 'userId as authorId', 'createdAt as at'])
        .select((eb) => [
          eb.fn.coalesce('after', eb.val('')).as('text'),
          sql<string | null>`null`.as('folded'),
          eb.lit(false).as('byCustomer'),
        ])
        .where((eb) => eb.and({ orgId, id, field: 'status', byComment: false }))
    case 'given':
      return db
        .selectFrom('ticketChanges')
        .select(['ticketId', 'userId as authorId', 'createdAt as at'])
        .select((eb) => [
          eb.fn.coalesce('after', eb.val('')).as('text'),
          sql<string | null>`null`.as('folded'),
          eb.lit(false).as('byCustomer'),
        ])
        .where((eb) => eb.and({ orgId, id, field: 'assignee' }))
    case 'made_for':
      return db
        .selectFrom('tickets')
        .select(['id as ticketId', 'createdBy as authorId', 'description as text', 'folded', 'createdAt as at'])
        .select((eb) => eb.lit(false).as('byCustomer'))
        .where((eb) => eb.and({ orgId, id }))
        .where((eb) => {
          const given = eb.selectFrom('ticketChanges').where(eb.and({ orgId, ticketId: id, field: 'assignee' }))
          return eb.not(eb.exists(given))
        })
  }
}

/** The name of a portal user, or the e-mail when there is none; of a contact its name. */
async function nameOf(db: Db, orgId: string, userId: string | null) {
  if (userId === null) return undefined
  const contact = await db
    .selectFrom('contacts')
    .select('name')
    .where((eb) => eb.and({ orgId, id: userId }))
    .executeTakeFirst()
  if (contact) return contact.name
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

/** The active members of staff with a role that gets mail about tickets. */
export const listTicketMailStaff = (db: Db, orgId: string) =>
  db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .select(['user.id', 'user.email', 'profiles.fullName as name'])
    .where('userRoles.orgId', '=', orgId)
    .where('userRoles.role', 'in', ticketMailRoles)
    .where('user.disabledAt', 'is', null)
    .execute()

/**
 * All who may currently get mail about the ticket; nobody of an archived customer. A customer's address that is paused gets what
 * a colleague writes, who is told when it comes back, and nothing else.
 */
export async function listRecipients(db: Db, event: TicketEvent): Promise<Recipient[]> {
  const staff = await listTicketMailStaff(db, event.orgId)
  return [...staff.map((person) => ({ kind: 'staff' as const, ...person })), ...(await customerRecipients(db, event))]
}

async function customerRecipients(db: Db, event: TicketEvent): Promise<Recipient[]> {
  const { orgId, customerId } = event
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'email'])
    .where((eb) => eb.and({ orgId, id: customerId }))
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return []
  const people = await contactRecipients(db, event)
  const paused = isByColleague(event) ? new Set<string>() : await listPausedAddresses(db, orgId)
  if (people.length > 0) return people.filter(({ email }) => !paused.has(email.toLowerCase()))
  if (customer.email === null || paused.has(customer.email.toLowerCase())) return []
  return [{ kind: 'customer', id: customer.id, email: customer.email, name: null }]
}

const isByColleague = ({ about, byCustomer }: TicketEvent) =>
  !byCustomer && (about === 'comment' || about === 'solution')

/**
 * The reporter and those who get copies, and the logins that see the whole company's tickets and chose its mail. A contact
 * is reached by its logins; without any, active or revoked, by its own address.
 */
async function contactRecipients(db: Db, { orgId, customerId, ticketId, reportedBy }: TicketEvent) {
  const watchers = await db
    .selectFrom('ticketWatchers')
    .select('contactId')
    .where((eb) => eb.and({ orgId, ticketId }))
    .execute()
  const named = new Set([reportedBy, ...watchers.map(({ contactId }) => contactId)])
  const logins = await db
    .selectFrom('customerUsers')
    .innerJoin('auth.users as user', 'user.id', 'customerUsers.userId')
    .leftJoin('contacts', (join) =>
      join.onRef('contacts.orgId', '=', 'customerUsers.orgId').onRef('contacts.id', '=', 'customerUsers.contactId'),
    )
    .select(['user.id', 'user.email', 'user.disabledAt'])
    .select((eb) => eb.fn.coalesce('customerUsers.fullName', 'contacts.name').as('name'))
    .select(['customerUsers.contactId', 'customerUsers.seesCompany', 'customerUsers.getsCompanyMail'])
    .where((eb) => eb.and({ 'customerUsers.orgId': orgId, 'customerUsers.customerId': customerId }))
    .execute()
  const contacts = await db
    .selectFrom('contacts')
    .select(['id', 'email', 'name'])
    .where((eb) => eb.and({ orgId, customerId }))
    .where('archivedAt', 'is', null)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()
  const reached = logins.filter(
    (login) =>
      login.disabledAt === null && (named.has(login.contactId) || (login.seesCompany && login.getsCompanyMail)),
  )
  const addressed = new Set(reached.map(({ email }) => email))
  const withoutLogin = contacts.filter(
    ({ id, email }) =>
      named.has(id) && !logins.some((login) => login.contactId === id) && !addressed.has(email.toLowerCase()),
  )
  return [
    ...reached.map(({ id, email, name }): Recipient => ({ kind: 'login', id, email, name })),
    ...withoutLogin.map((contact): Recipient => ({ kind: 'contact', ...contact })),
  ]
}
