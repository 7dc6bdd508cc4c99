import { z } from 'zod'
import { attachmentOf, listFilesById, type MailedFile } from '#features/files/server/mailed-files.queries.ts'
import { mailedFilesText } from '#features/files/server/mailed-files-text.ts'
import { senderAuthenticationLabels } from '#features/tickets/sender-authentication.contract.ts'
import { findReplyAddress } from '#features/tickets/server/mail-addresses.queries.ts'
import { LOOK_AGAIN_SECONDS, waitsForFiles } from '#features/tickets/server/ticket-mail.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { enqueueLater, type Job } from '#platform/jobs/job-catalogue.ts'
import type { Mail, Mailer } from '#platform/mail/mail.ts'
import { isFirstRun } from '#platform/mail/mail-attempts.ts'
import { paragraphs } from '#platform/mail/mail-template.ts'
import { Id } from '#shared/contract.ts'
import { momentInStockholm } from '#shared/dates.rules.ts'
import { personAt } from '#shared/names.rules.ts'
import { onOneLine } from '#shared/text.rules.ts'
import { type EnquiryKind, enquiryKindLabels } from '../enquiries.contract.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { findAnsweredMails } from './answered-mails.queries.ts'
import { signatureOf } from './reply-mail.ts'

export const ENQUIRY_FORWARD_MAIL = 'enquiry-forward-mail'

const Payload = z.object({ orgId: Id, forwardId: Id })

type Parts = { database: Database; mailer: Mailer; now?: () => Date }

/**
 * Mails an enquiry and what has been written since to somebody else, once its files are checked. In no thread: who answers a
 * Message-ID of the enquiry's thread from its sender's address is taken for the sender (mail-route.rules.ts).
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
      const of = { orgId: key.orgId, enquiryId }
      const { subject } = await findAnsweredMails(db, of, createdAt)
      const replies = await listRepliesUntil(db, of, createdAt)
      const mailbox = await findReplyAddress(db, key.orgId)
      const replyTo = mailbox?.mailbox ?? forward.companyEmail
      return {
        orgId: key.orgId,
        to: forward.sentTo,
        subject: subjectOf(forward, subject),
        text: textOf(forward, replies, files),
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
    .select(['enquiry.authentication', 'enquiry.createdAt as sentAt'])
    .select(['profiles.fullName as author', 'organizations.name as company'])
    .select(['companyFacts.email as companyEmail', 'signature'])
    .where('forward.orgId', '=', orgId)
    .where('forward.id', '=', forwardId)
    .executeTakeFirst()

/** Of a form it has none of the sender's text. */
const subjectOf = ({ kind, company }: { kind: EnquiryKind; company: string }, subject: string | null) =>
  onOneLine(`VB: ${subject?.trim() || `${enquiryKindLabels[kind]} till ${company}`}`)

type Reply = Awaited<ReturnType<typeof listRepliesUntil>>[number]

/** What the sender and staff have written since, oldest first. */
const listRepliesUntil = (db: Db, { orgId, enquiryId }: { orgId: string; enquiryId: string }, until: string) =>
  db
    .selectFrom('enquiryReplies as reply')
    .leftJoin('profiles', (join) =>
      join.onRef('profiles.orgId', '=', 'reply.orgId').onRef('profiles.id', '=', 'reply.author'),
    )
    .select(['reply.author', 'profiles.fullName as authorName', 'reply.text', 'reply.createdAt as sentAt'])
    .select((eb) =>
      eb
        .selectFrom('mailMessages as mail')
        .select('mail.authentication')
        .whereRef('mail.orgId', '=', 'reply.orgId')
        .whereRef('mail.enquiryId', '=', 'reply.enquiryId')
        .whereRef('mail.receivedAt', '=', 'reply.createdAt')
        .where('mail.outcome', '=', 'enquiry_reply')
        .limit(1)
        .as('authentication'),
    )
    .where('reply.orgId', '=', orgId)
    .where('reply.enquiryId', '=', enquiryId)
    .where('reply.createdAt', '<=', until)
    .orderBy('reply.createdAt')
    .orderBy('reply.id')
    .execute()

function textOf(forward: Forward, replies: Reply[], files: MailedFile[]) {
  const { note, phone, message, folded } = forward
  const sender = senderOf(forward)
  return paragraphs(
    ...(note === null ? [] : [note]),
    ...mailedFilesText(files, { isCarried: true, elsewhere: '' }),
    signatureOf(forward),
    headOf({ ...forward, from: sender, phone }),
    message,
    ...(folded === null ? [] : [folded]),
    // What their mails quote stands above.
    ...replies.flatMap((reply) => {
      const from = reply.author === null ? sender : staffAt(reply.authorName, forward.company)
      return [headOf({ ...reply, from, phone: null }), reply.text]
    }),
  )
}

const senderOf = ({ name, email }: Pick<Forward, 'name' | 'email'>) =>
  email === UNKNOWN_SENDER ? onOneLine(name) : `${onOneLine(name)} <${email}>`

const staffAt = (name: string | null, company: string) => onOneLine(name === null ? company : personAt(name, company))

type Head = Pick<Reply, 'sentAt' | 'authentication'> & { from: string; phone: string | null }

const headOf = ({ from, phone, sentAt, authentication }: Head) =>
  [
    'Vidarebefordrat meddelande',
    `Från: ${from}`,
    ...(phone === null ? [] : [`Telefon: ${onOneLine(phone)}`]),
    `Skickat: ${momentInStockholm(new Date(sentAt)).replace(' ', ' kl. ')}`,
    ...(authentication === 'none' ? [`${senderAuthenticationLabels.none}.`] : []),
  ].join('\n')
