import type { Db } from '#db/database.ts'
import { enquirySubject } from '../enquiry-subject.rules.ts'

/** The subjects that mail about an enquiry may have: our own, and of a mail its own, which stands in front of its words. */
export async function listLetterSubjects(db: Db, orgId: string, enquiryId: string): Promise<string[]> {
  const enquiries = await db
    .selectFrom('enquiries')
    .innerJoin('organizations', 'organizations.id', 'enquiries.orgId')
    .select(['kind', 'message', 'organizations.name as company'])
    .where('enquiries.orgId', '=', orgId)
    .where('enquiries.id', '=', enquiryId)
    .execute()
  return enquiries.flatMap(({ kind, message, company }) => [
    enquirySubject(kind, company),
    ...(kind === 'mail' ? [message.split('\n', 1)[0] ?? ''] : []),
  ])
}
