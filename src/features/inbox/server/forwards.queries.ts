import type { StaffActor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { invalid } from '#platform/http/app-error.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { enqueue } from '#platform/jobs/job-catalogue.ts'
import { type EnquiryForward, type NewForward, SUSPECT_NOT_FORWARDED } from '../answers.contract.ts'
import { refuseOwnMailboxes, requireFitsMail } from './answer-limits.ts'
import { getEnquiry, lockEnquiry } from './enquiries.queries.ts'
import { ENQUIRY_FORWARD_MAIL } from './forward-mail.ts'

/**
 * Mails an enquiry with its replies and files to somebody else. Its sender is not answered by it. Throws 404 for an unknown enquiry, 422 for
 * a suspect one, for an own mailbox and for files that a mail cannot carry.
 */
export async function forwardEnquiry(
  db: Db,
  actor: StaffActor,
  enquiryId: string,
  { to, note }: NewForward,
): Promise<EnquiryForward> {
  await lockEnquiry(db, enquiryId)
  const { isSuspect, files } = await getEnquiry(db, enquiryId)
  if (isSuspect) throw invalid(SUSPECT_NOT_FORWARDED)
  await refuseOwnMailboxes(db, 'to', [to])
  requireFitsMail(files)
  const orgId = organizationOf(actor)
  const row = { id: uuidv7(), sentTo: to, note }
  const { createdAt } = await db
    .insertInto('enquiryForwards')
    .values({ ...row, orgId, enquiryId, author: actor.userId, fileIds: files.map(({ id }) => id) })
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  await enqueue(db, ENQUIRY_FORWARD_MAIL, { orgId, forwardId: row.id })
  await audit(db, actor, {
    action: 'forwarded',
    subject: 'enquiry',
    subjectId: enquiryId,
    detail: { forwardId: row.id, files: files.length },
  })
  return { ...row, createdAt, author: { id: actor.userId, fullName: actor.fullName ?? actor.email } }
}
