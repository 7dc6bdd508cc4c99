// Who gets mail about a ticket. The queries of recipients require the jobs' role.
import { sql } from 'kysely'
import type { NotificationEvent } from '#features/users/notification-choices.rules.ts'
import { listMailChoices } from '#features/users/server/mail-choices.queries.ts'
import type { Actor } from '#platform/database/actor.ts'
import { asRole } from '#platform/database/as-role.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/http/app-error.ts'
import { ticketMailRoles } from '#shared/roles.rules.ts'
import type { AnswerRecipient } from '../ticket-contacts.contract.ts'
import { TICKET_NOT_FOUND } from '../tickets.contract.ts'
import { listPausedAddresses } from './mail-addresses.queries.ts'
import type { TicketEvent } from './ticket-mail.queries.ts'

/** The fields of an event that decide who gets mail about it. */
type Addressed = Pick<
  TicketEvent,
  'orgId' | 'ticketId' | 'customerId' | 'reportedBy' | 'about' | 'byCustomer' | 'assignedTo' | 'authorId' | 'text'
>

/**
 * An active member of staff with a role, an active login of the customer, a contact without any login, or the customer
 * itself when no login or contact may see the ticket.
 */
export type Recipient = {
  kind: 'staff' | 'login' | 'contact' | 'customer'
  id: string
  email: string
  /** The name of a person; null for the customer's own address. */
  name: string | null
  /** The contact that the mail reaches. */
  contactId: string | null
  /** A person of staff who has chosen not to get mail about such events. */
  hasDeclined?: boolean
}

/**
 * The recipients of mail about an event, never its author. Staff get mail about the customer's actions: the assignee, or all of
 * them without an active assignee. The customer's logins and contacts get mail about comments and status; its own address is
 * used only without any of them. A reassigned ticket is mailed to the new assignee only; a recurring one, and an
 * answer that is due, like the customer's actions.
 * An assignee who has chosen not to get the mail is not replaced by others.
 */
export function recipientsOf(
  { about, byCustomer, assignedTo, authorId, text }: Addressed,
  candidates: Recipient[],
): Recipient[] {
  const of = (kind: Recipient['kind']) => candidates.filter((candidate) => candidate.kind === kind)
  const assignee = of('staff').filter(({ id }) => id === assignedTo)
  const staff = assignee.length > 0 ? assignee : of('staff')
  const recipients = () => {
    // A job created it, without an assignee or for one who has left.
    if (about === 'made_for' && authorId === null) return staff
    if (about === 'given' || about === 'made_for') return assignee
    if (isOfClock(about)) return staff
    if (isOfPerson(about)) return of('staff').filter(({ id }) => id === text)
    return [...(byCustomer ? staff : of('customer')), ...(about === 'ticket' ? [] : [...of('login'), ...of('contact')])]
  }
  return recipients().filter(({ id, hasDeclined }) => id !== authorId && !hasDeclined)
}

/** Events of exactly one person, who is the `text` of the event. */
const isOfPerson = (about: TicketEvent['about']) => about === 'mentioned' || about === 'due'

/** An answer to the customer is due. */
const isOfClock = (about: TicketEvent['about']) => about === 'soon' || about === 'late'

/** What the event is for a person of staff, by which they choose whether to get mail; undefined for events of customers. */
function staffEventOf({ about, assignedTo }: Addressed, userId: string): NotificationEvent | undefined {
  switch (about) {
    case 'ticket':
      return 'new'
    case 'comment':
    case 'solution':
      return 'customer'
    case 'given':
      return 'given'
    case 'made_for':
      return assignedTo === userId ? 'given' : 'new'
    case 'mentioned':
    case 'due':
    case 'soon':
    case 'late':
      return about
    case 'status':
    case 'reminder':
    case 'visit':
      return undefined
  }
}

/** The active members of staff whose role gets mail about tickets. */
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

/** The same with whether they have chosen not to get mail about the event. */
async function staffRecipients(db: Db, event: Addressed): Promise<Recipient[]> {
  const [staff, choices] = await Promise.all([listTicketMailStaff(db, event.orgId), listMailChoices(db, event.orgId)])
  return staff.map((person) => {
    const kind = staffEventOf(event, person.id)
    return { kind: 'staff', contactId: null, ...person, hasDeclined: kind !== undefined && !choices(person.id, kind) }
  })
}

/**
 * All who may currently get mail about the ticket; nobody of an archived customer. A paused address of a customer gets only the
 * comments of staff, who are notified if they bounce.
 */
export async function listRecipients(db: Db, event: Addressed): Promise<Recipient[]> {
  return [
    ...(reachesStaff(event) ? await staffRecipients(db, event) : []),
    ...(reachesCustomer(event) ? await customerRecipients(db, event) : []),
  ]
}

const reachesStaff = ({ about, byCustomer }: Addressed) =>
  byCustomer || about === 'given' || about === 'made_for' || isOfPerson(about) || isOfClock(about)

const reachesCustomer = ({ about }: Addressed) =>
  about === 'comment' || about === 'solution' || about === 'status' || about === 'reminder' || about === 'visit'

async function customerRecipients(db: Db, event: Addressed): Promise<Recipient[]> {
  const { orgId, customerId, ticketId, reportedBy } = event
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'email'])
    .select(
      sql<
        string[]
      >`array(select contact_id from ticket_watchers where org_id = ${orgId} and ticket_id = ${ticketId})`.as(
        'watchers',
      ),
    )
    .where((eb) => eb.and({ orgId, id: customerId }))
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  if (!customer) return []
  const named = new Set(customer.watchers)
  if (reportedBy !== null) named.add(reportedBy)
  const people = await contactRecipients(db, event, named)
  const paused = isByColleague(event) ? new Set<string>() : await listPausedAddresses(db, orgId)
  if (people.length > 0) return people.filter(({ email }) => !paused.has(email.toLowerCase()))
  if (customer.email === null || paused.has(customer.email.toLowerCase())) return []
  return [{ kind: 'customer', id: customer.id, email: customer.email, name: null, contactId: null }]
}

const isByColleague = ({ about, byCustomer }: Addressed) => !byCustomer && (about === 'comment' || about === 'solution')

/**
 * The `named` contacts, which are the reporter and those that get copies, and the logins that see the whole company's tickets
 * and chose mail about them. A contact is reached by its logins, or by its own address if it never had one.
 */
async function contactRecipients(db: Db, { orgId, customerId }: Addressed, named: Set<string>) {
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
  const contacts = named.size === 0 ? [] : await listContacts(db, { orgId, customerId })
  const reached = logins.filter(
    ({ disabledAt, contactId, seesCompany, getsCompanyMail }) =>
      disabledAt === null && ((contactId !== null && named.has(contactId)) || (seesCompany && getsCompanyMail)),
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

const listContacts = (db: Db, { orgId, customerId }: Pick<Addressed, 'orgId' | 'customerId'>) =>
  db
    .selectFrom('contacts')
    .select(['id', 'email', 'name'])
    .where((eb) => eb.and({ orgId, customerId }))
    .where('archivedAt', 'is', null)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .execute()

/**
 * The people at the customer to whom an answer written now, or a visit planned now, would be mailed, the reporter first. Throws
 * 404 for a ticket that the actor may not see.
 */
export async function listAnswerRecipients(
  db: Db,
  actor: Actor,
  id: string,
  about: 'comment' | 'visit',
): Promise<AnswerRecipient[]> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['orgId', 'id as ticketId', 'customerId', 'reportedBy', 'assignedTo'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!ticket) throw notFound(TICKET_NOT_FOUND)
  const answer = { ...ticket, about, byCustomer: false, authorId: actor.userId, text: '' }
  const recipients = await asRole(db, 'jobs', async () => recipientsOf(answer, await customerRecipients(db, answer)))
  const isReporter = ({ contactId }: Recipient) => contactId !== null && contactId === ticket.reportedBy
  return [...recipients.filter(isReporter), ...recipients.filter((one) => !isReporter(one))].map(({ email, name }) => ({
    email,
    name,
  }))
}
