import { z } from 'zod'
import { attachmentOf, listFilesById, type MailedFile } from '#features/files/server/mailed-files.queries.ts'
import { mailedFilesText } from '#features/files/server/mailed-files-text.ts'
import { findReplyAddress } from '#features/tickets/server/mail-addresses.queries.ts'
import { LOOK_AGAIN_SECONDS, waitsForFiles } from '#features/tickets/server/ticket-mail.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueueLater, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { paragraphs } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { type EnquiryKind, enquiryKindLabels } from '../enquiries.contract.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { findAnsweredMails } from './answered-mails.queries.ts'
import { signatureOf } from './reply-mail.ts'

export const ENQUIRY_FORWARD_MAIL = 'enquiry-forward-mail'

const Payload = z.object({ orgId: Id, forwardId: Id })

type Parts = { database: Database; mailer: Mailer; now?: () => Date }

/**
 * Mails an enquiry to somebody else, once its files are checked. In no thread: who answers a Message-ID of the enquiry's thread
 * from its sender's address is taken for the sender (mail-route.rules.ts).
 */
export const forwardMail =
  ({ database, mailer, now = () => new Date() }: Parts) =>
  async (payload: unknown, job?: Job) => {
    const key = Payload.parse(payload)
    const mail = await database.as('jobs', async (db) => {
      const forward = await findForward(db, key.orgId, key.forwardId)
      if (!forward) return undefined
      const files = await listFilesById(db, key.orgId, forward.fileIds)
      if (waitsForFiles({ files, at: forward.createdAt }, now())) {
        if (await isFirstRun(db, job)) await enqueueLater(db, ENQUIRY_FORWARD_MAIL, key, LOOK_AGAIN_SECONDS)
        return undefined
      }
      const { enquiryId, createdAt } = forward
      const { subject } = await findAnsweredMails(db, { orgId: key.orgId, enquiryId }, createdAt)
      const mailbox = await findReplyAddress(db, key.orgId)
      const replyTo = mailbox?.mailbox ?? forward.companyEmail
      return {
        orgId: key.orgId,
        to: forward.sentTo,
        subject: subjectOf(forward, subject),
        text: textOf(forward, files),
        autoSubmitted: 'no' as const,
        attachments: files
          .filter(({ state }) => state === 'ready')
          .map((file) => attachmentOf(database, key.orgId, file)),
        ...(replyTo !== null && { replyTo }),
      } satisfies Mail
    })
    if (mail) await mailer.send(mail, job)
  }

type Forward = NonNullable<Awaited<ReturnType<typeof findForward>>>

/** Undefined for a removed forward and for an enquiry that is suspect by now, which is sent to nobody. */
const findForward = (db: Db, orgId: string, forwardId: string) =>
  db
    .selectFrom('enquiryForwards as forward')
    .innerJoin('enquiries as enquiry', (join) =>
      join.onRef('enquiry.orgId', '=', 'forward.orgId').onRef('enquiry.id', '=', 'forward.enquiryId'),
    )
    .innerJoin('organizations', 'organizations.id', 'forward.orgId')
    .leftJoin('companyFacts', 'companyFacts.orgId', 'forward.orgId')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'forward.orgId').onRef('profiles.id', '=', 'forward.author'),
    )
    .leftJoin('staffSettings', (join) =>
      join.onRef('staffSettings.orgId', '=', 'forward.orgId').onRef('staffSettings.userId', '=', 'forward.author'),
    )
    .select(['forward.enquiryId', 'forward.sentTo', 'forward.note', 'forward.fileIds', 'forward.createdAt'])
    .select(['enquiry.kind', 'enquiry.name', 'enquiry.email', 'enquiry.phone', 'enquiry.message', 'enquiry.folded'])
    .select(['enquiry.createdAt as sentAt', 'profiles.fullName as author', 'organizations.name as company'])
    .select(['companyFacts.email as companyEmail', 'signature'])
    .where('forward.orgId', '=', orgId)
    .where('forward.id', '=', forwardId)
    .executeTakeFirst()

/** Of a form it has none of the sender's text. */
const subjectOf = ({ kind, company }: { kind: EnquiryKind; company: string }, subject: string | null) =>
  onOneLine(`VB: ${subject?.trim() || `${enquiryKindLabels[kind]} till ${company}`}`)

function textOf(forward: Forward, files: MailedFile[]) {
  const { note, name, email, phone, sentAt, message, folded } = forward
  const address = email === UNKNOWN_SENDER ? '' : ` <${email}>`
  return paragraphs(
    ...(note === null ? [] : [note]),
    ...mailedFilesText(files, { isCarried: true, elsewhere: '' }),
    signatureOf(forward),
    [
      'Vidarebefordrat meddelande',
      `Från: ${onOneLine(name)}${address}`,
      ...(phone === null ? [] : [`Telefon: ${onOneLine(phone)}`]),
      `Skickat: ${momentInStockholm(new Date(sentAt)).replace(' ', ' kl. ')}`,
    ].join('\n'),
    message,
    ...(folded === null ? [] : [folded]),
  )
}
