import type { Db } from '#db/database.ts'
import { namesOfEnquiryFiles } from '#files/server/mailed-files.queries.ts'
import { adminRoles } from '#lib/roles.rules.ts'
import type { EnquiryToMail } from './forms-mail-templates.ts'

/** Undefined for a deleted or suspect enquiry: the policies hide the latter from the role `jobs`. */
export async function findEnquiryToMail(db: Db, orgId: string, id: string): Promise<EnquiryToMail | undefined> {
  const enquiry = await db
    .selectFrom('enquiries')
    .innerJoin('organizations', 'organizations.id', 'enquiries.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'enquiries.orgId')
    .select(['enquiries.orgId', 'enquiries.id', 'kind', 'enquiries.name', 'enquiries.email', 'enquiries.phone'])
    .select(['message', 'isUrgent', 'organizations.name as company'])
    .select(['companyFacts.phone as companyPhone', 'companyFacts.emergencyPhone as companyEmergencyPhone'])
    .where('enquiries.orgId', '=', orgId)
    .where('enquiries.id', '=', id)
    .executeTakeFirst()
  return enquiry && { ...enquiry, pictures: await namesOfEnquiryFiles(db, orgId, id) }
}

/** `userId` null is the company's own address. */
type Recipient = { userId: string | null; email: string }

/** The recipients of enquiry mails: the company's own address, else all its active administrators. */
export async function listCompanyRecipients(db: Db, orgId: string): Promise<Recipient[]> {
  const facts = await db.selectFrom('companyFacts').select('email').where('orgId', '=', orgId).executeTakeFirst()
  if (facts?.email) return [{ userId: null, email: facts.email }]
  return db
    .selectFrom('userRoles')
    .innerJoin('auth.users as user', 'user.id', 'userRoles.userId')
    .select(['user.id as userId', 'user.email'])
    .where('userRoles.orgId', '=', orgId)
    .where('userRoles.role', 'in', adminRoles)
    .where('user.disabledAt', 'is', null)
    .execute()
}
