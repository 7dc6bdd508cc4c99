import { sql } from 'kysely'
import { namesOfEnquiryFiles } from '#features/files/server/mailed-files.queries.ts'
import { findReplyAddress } from '#features/tickets/server/mail-addresses.queries.ts'
import { findNoJourText } from '#features/tickets/server/no-jour.queries.ts'
import { listAdministrators } from '#features/users/server/administrators.queries.ts'
import { listMailChoices } from '#features/users/server/mail-choices.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import type { EnquiryToMail, Receipt } from './forms-mail-templates.ts'

export const ENQUIRY_MAIL = 'enquiry-mail'

/** Notifies staff in the bell of a new enquiry of this transaction, and enqueues mail to the company about it. */
export async function notifyOfEnquiry(db: Db, key: { orgId: string; enquiryId: string }) {
  await sql`select notify_staff_of_enquiry(${key.orgId}, ${key.enquiryId})`.execute(db)
  await enqueue(db, ENQUIRY_MAIL, key)
}

/** Undefined for a deleted or suspect enquiry: the policies hide the latter from the role `jobs`. */
export async function findEnquiryToMail(db: Db, orgId: string, id: string): Promise<EnquiryToMail | undefined> {
  const enquiry = await db
    .selectFrom('enquiries')
    .innerJoin('organizations', 'organizations.id', 'enquiries.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'enquiries.orgId')
    .select(['enquiries.orgId', 'enquiries.id', 'kind', 'enquiries.name', 'enquiries.email', 'enquiries.phone'])
    .select(['message', 'isUrgent', 'authentication', 'organizations.name as company'])
    .select(['companyFacts.phone as companyPhone', 'companyFacts.emergencyPhone as companyEmergencyPhone'])
    .select('companyFacts.normalAnswerMinutes')
    .where('enquiries.orgId', '=', orgId)
    .where('enquiries.id', '=', id)
    .executeTakeFirst()
  return enquiry && { ...enquiry, pictures: await namesOfEnquiryFiles(db, orgId, id) }
}

/** What the receipt of a form tells; undefined for a deleted or suspect enquiry. */
export async function findReceipt(db: Db, orgId: string, id: string, now: Date): Promise<Receipt | undefined> {
  const enquiry = await findEnquiryToMail(db, orgId, id)
  if (!enquiry) return undefined
  const { number, promisedAt } = await db
    .selectFrom('enquiries')
    .select(['number', 'promisedAt'])
    .where((eb) => eb.and({ orgId, id }))
    .executeTakeFirstOrThrow()
  const noJour = enquiry.isUrgent ? await findNoJourText(db, orgId, now) : undefined
  return { enquiry, number, promisedAt, noJour, replyAddress: await findReplyAddress(db, orgId) }
}

/** `userId` null is the company's own address. */
type Recipient = { userId: string | null; email: string }

/**
 * The recipients of enquiry mails: the company's own address unless its mailbox is read here, else its active administrators
 * who have chosen mail about what is new.
 */
export async function listCompanyRecipients(db: Db, orgId: string): Promise<Recipient[]> {
  const facts = await db.selectFrom('companyFacts').select('email').where('orgId', '=', orgId).executeTakeFirst()
  // Mail to an address whose mailbox is read here would be received as an enquiry.
  const own = await db.selectFrom('mailboxes').select('address').where('orgId', '=', orgId).execute()
  const isRead = (email: string) => own.some(({ address }) => address.toLowerCase() === email.toLowerCase())
  if (facts?.email && !isRead(facts.email)) return [{ userId: null, email: facts.email }]
  const wantsMail = await listMailChoices(db, orgId)
  return (await listAdministrators(db, orgId)).filter(({ userId }) => wantsMail(userId, 'new'))
}
