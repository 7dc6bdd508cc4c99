import { sql } from 'kysely'
import { createContact } from '#features/customers/server/contacts.queries.ts'
import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalid, notFound } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import { mailTextOf, titleOf } from '../enquiries.rules.ts'
import { MAIL_HAS_NO_SENDER, MAIL_NOT_FOUND } from '../inbox-mail.contract.ts'
import type { RuleOfSender } from '../mail-route.rules.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import {
  CONTACT_IS_NOT_DISCARDED,
  type NewSenderRule,
  RULE_NOT_FOUND,
  type SenderRule,
  type SenderRuleKind,
} from '../sender-rules.contract.ts'
import { changeEnquiry, getEnquiry } from './enquiries.queries.ts'
import { makeTicket } from './making-tickets.queries.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

type Row = {
  rule: SenderRuleKind
  customerId: string | null
  contactId: string | null
  isActive: boolean
  repeats: string | null
}

/**
 * The rule for the sender of a mail; null without one, and while the contact or the customer of the rule is archived. For the
 * role `jobs`.
 */
export async function findRule(
  db: Db,
  orgId: string,
  { from, fullSubject }: Pick<IncomingMail, 'from' | 'fullSubject'>,
  at: string,
): Promise<RuleOfSender | null> {
  if (!from) return null
  const { rows } = await sql<Row>`
    select rule, r.customer_id, r.contact_id, c.archived_at is null and k.archived_at is null as is_active,
      ticket_of_repeated_mail(r.org_id, r.customer_id, r.contact_id, ${from.address}, ${fullSubject}, ${at}) as repeats
    from sender_rules r
    left join contacts c on c.org_id = r.org_id and c.customer_id = r.customer_id and c.id = r.contact_id
    left join customers k on k.org_id = r.org_id and k.id = r.customer_id
    where r.org_id = ${orgId} and r.address = ${from.address}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { rule, customerId, contactId, isActive, repeats } = row
  if (rule !== 'ticket') return { rule }
  if (customerId === null || contactId === null || !isActive) return null
  return { rule, by: { customerId, contactId, userId: null, seesCompany: false }, repeats }
}

const rules = (db: Db) =>
  db
    .selectFrom('senderRules')
    .leftJoin('customers', (join) =>
      join.onRef('customers.orgId', '=', 'senderRules.orgId').onRef('customers.id', '=', 'senderRules.customerId'),
    )
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'senderRules.orgId').onRef('profiles.id', '=', 'senderRules.createdBy'),
    )
    .select(['senderRules.id', 'senderRules.address', 'rule', 'senderRules.createdAt', 'customerId'])
    .select(['customers.name as customerName', 'customers.archivedAt', 'profiles.fullName as createdBy'])

type Joined = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>
const toRule = ({ customerId, customerName, archivedAt, ...rule }: Joined): SenderRule => ({
  ...rule,
  customer: customerId && customerName ? { id: customerId, name: customerName, isArchived: archivedAt !== null } : null,
})

export const listRules = async (db: Db): Promise<SenderRule[]> =>
  (await rules(db).orderBy('senderRules.address').execute()).map(toRule)

/** The rule for an address. */
export async function findRuleOf(db: Db, address: string): Promise<SenderRule | null> {
  const row = await rules(db).where('senderRules.address', '=', address.toLowerCase()).executeTakeFirst()
  return row ? toRule(row) : null
}

/**
 * Makes a rule for the sender of a mail, replacing an earlier one, and applies it to that mail: it becomes a ticket or is marked
 * done. Throws 404 for an unknown mail or customer, 422 without a sender and for discarding mail of a contact.
 */
export async function createRule(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { rule, customerId }: NewSenderRule,
): Promise<{ rule: SenderRule; ticket: Enquiry['ticket'] }> {
  const enquiry = await getEnquiry(db, enquiryId)
  if (enquiry.authentication === null) throw notFound(MAIL_NOT_FOUND)
  if (enquiry.email === UNKNOWN_SENDER) throw invalid(MAIL_HAS_NO_SENDER)
  const address = enquiry.email.toLowerCase()
  const contacts = await listContactsOf(db, address)
  if (rule === 'discard' && enquiry.kind === 'mail' && contacts.length > 0) throw invalid(CONTACT_IS_NOT_DISCARDED)
  const contactId = customerId === undefined ? null : await contactAt(db, actor, enquiry, { customerId, contacts })
  await db.deleteFrom('senderRules').where('address', '=', address).execute()
  const row = { orgId: organizationOf(actor), id: uuidv7(), address, rule, customerId: customerId ?? null, contactId }
  await db
    .insertInto('senderRules')
    .values({ ...row, createdBy: actor.userId })
    .execute()
  await audit(db, actor, {
    action: 'created',
    subject: 'sender_rule',
    subjectId: row.id,
    detail: { address, rule, ...(customerId && { customerId }) },
  })
  const made = await findRuleOf(db, address)
  if (!made) throw notFound(RULE_NOT_FOUND)
  return { rule: made, ticket: await applyTo(db, actor, enquiry, { rule, customerId }) }
}

type ContactOf = { customerId: string; contactId: string }

async function listContactsOf(db: Db, address: string): Promise<ContactOf[]> {
  const { rows } = await sql<ContactOf>`
    select customer_id, contact_id from senders_known_to_staff(${address}, null)`.execute(db)
  return rows
}

async function contactAt(
  db: Db,
  actor: StaffActor,
  { name, email, phone }: Enquiry,
  { customerId, contacts }: { customerId: string; contacts: ContactOf[] },
): Promise<string> {
  const known = contacts.find((one) => one.customerId === customerId)
  if (known) return known.contactId
  return (await createContact(db, actor, customerId, { name, email, phone, title: null, mobile: null, note: null })).id
}

async function applyTo(
  db: Db,
  actor: StaffActor,
  { id, ticket, message, doneAt, version }: Enquiry,
  { rule, customerId }: NewSenderRule,
): Promise<Enquiry['ticket']> {
  if (rule === 'discard' && doneAt === null)
    await changeEnquiry(db, actor, id, { isDone: true, assignedTo: undefined, version })
  if (ticket || customerId === undefined) return ticket
  const texts = { title: titleOf(message), description: mailTextOf(message) }
  return makeTicket(db, actor, id, {
    ...texts,
    customerId,
    priority: 'normal',
    assignedTo: null,
    savesSender: false,
  })
}

/** Throws 404 for an unknown rule. */
export async function removeRule(db: Db, actor: StaffActor, id: string) {
  const removed = await db.deleteFrom('senderRules').where('id', '=', id).returning('address').executeTakeFirst()
  if (!removed) throw notFound(RULE_NOT_FOUND)
  await audit(db, actor, {
    action: 'deleted',
    subject: 'sender_rule',
    subjectId: id,
    detail: { address: removed.address },
  })
}
