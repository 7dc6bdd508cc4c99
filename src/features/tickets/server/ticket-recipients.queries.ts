// Who gets mail about a ticket. The queries of recipients run in the jobs role.
import type { Actor } from '#platform/database/actor.ts'
import { asRole } from '#platform/database/as-role.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import { ticketMailRoles } from '#shared/roles.rules.ts'
import type { AnswerRecipient } from '../ticket-contacts.contract.ts'
import { TICKET_NOT_FOUND } from '../tickets.contract.ts'
import { listPausedAddresses } from './mail-addresses.queries.ts'
import type { TicketEvent } from './ticket-mail.queries.ts'

/** What decides who gets mail about an event. */
type Addressed = Pick<
  TicketEvent,
  'orgId' | 'ticketId' | 'customerId' | 'reportedBy' | 'about' | 'byCustomer' | 'assignedTo' | 'authorId'
>

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
  /** The contact that it reaches. */
  contactId: string | null
}

/**
 * Who gets mail about an event; never its author. Staff get mail about what the customer does: the assignee, or everybody
 * without an active assignee. Logins and contacts of the customer get mail about comments and status; the customer's own
 * address is used only when there is nobody of them. A ticket that a colleague gives away is mailed to its new assignee alone; a recurring one as what the customer does.
 */
export function recipientsOf(
  { about, byCustomer, assignedTo, authorId }: Addressed,
  candidates: Recipient[],
): Recipient[] {
  const of = (kind: Recipient['kind']) => candidates.filter((candidate) => candidate.kind === kind)
  const assignee = of('staff').filter(({ id }) => id === assignedTo)
  const staff = assignee.length > 0 ? assignee : of('staff')
  const recipients = () => {
    // A job made it, for nobody or for somebody who has left.
    if (about === 'made_for' && authorId === null) return staff
    if (about === 'given' || about === 'made_for') return assignee
    return [...(byCustomer ? staff : of('customer')), ...(about === 'ticket' ? [] : [...of('login'), ...of('contact')])]
  }
  return recipients().filter(({ id }) => id !== authorId)
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
export async function listRecipients(db: Db, event: Addressed): Promise<Recipient[]> {
  const staff = await listTicketMailStaff(db, event.orgId)
  return [
    ...staff.map((person) => ({ kind: 'staff' as const, contactId: null, ...person })),
    ...(await customerRecipients(db, event)),
  ]
}

async function customerRecipients(db: Db, event: Addressed): Promise<Recipient[]> {
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
  return [{ kind: 'customer', id: customer.id, email: customer.email, name: null, contactId: null }]
}

const isByColleague = ({ about, byCustomer }: Addressed) => !byCustomer && (about === 'comment' || about === 'solution')

/**
 * The reporter and those who get copies, and the logins that see the whole company's tickets and chose its mail. A contact
 * is reached by its logins; without any, active or revoked, by its own address.
 */
async function contactRecipients(db: Db, { orgId, customerId, ticketId, reportedBy }: Addressed) {
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
    ...reached.map(({ id, email, name, contactId }): Recipient => ({ kind: 'login', id, email, name, contactId })),
    ...withoutLogin.map((contact): Recipient => ({ kind: 'contact', contactId: contact.id, ...contact })),
  ]
}

/**
 * Who of the customer gets an answer that the actor writes now, the reporter first: those to whom the mail would be sent. Throws
 * 404 for a ticket that the actor may not see.
 */
export async function listAnswerRecipients(db: Db, actor: Actor, id: string): Promise<AnswerRecipient[]> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['orgId', 'id as ticketId', 'customerId', 'reportedBy', 'assignedTo'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  const answer = { ...ticket, about: 'comment', byCustomer: false, authorId: actor.userId } as const
  const recipients = await asRole(db, 'jobs', async () => recipientsOf(answer, await customerRecipients(db, answer)))
  const isReporter = ({ contactId }: Recipient) => contactId !== null && contactId === ticket.reportedBy
  return [...recipients.filter(isReporter), ...recipients.filter((one) => !isReporter(one))].map(({ email, name }) => ({
    email,
    name,
  }))
}
