// Writes what a mail becomes, with functions of the database that check the sender's rights again (0027-incoming-mail.sql).
import { sql } from 'kysely'
import { filesLeftOfEnquiry } from '#features/files/server/mail-files.queries.ts'
import type { SenderAuthentication } from '#features/tickets/sender-authentication.contract.ts'
import { settleAnswers } from '#features/tickets/server/answer-clock.queries.ts'
import { notifyOfComment, notifyOfTicket } from '#features/tickets/server/notifications.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import type { KnownSender, MailRoute } from '../mail-route.rules.ts'
import { UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { notifyOfEnquiry } from './forms-mail.queries.ts'
import { addCopies, contactsAmong } from './mail-copies.queries.ts'
import { commentTextOf, descriptionOf, enquiryTextOf, senderNameOf, titleOf } from './mail-texts.ts'
import type { IncomingMail } from './reading/incoming-mail.ts'

export type MailEffect = {
  ticketId: string | null
  commentId: string | null
  enquiryId: string | null
  /** The whole text when only its beginning fits, to be stored as a file. */
  wholeText: string | null
}
type MailInput = { orgId: string; mail: IncomingMail; authentication: SenderAuthentication; at: string; isOld: boolean }

const nothing: MailEffect = { ticketId: null, commentId: null, enquiryId: null, wholeText: null }

export async function applyRoute(db: Db, route: MailRoute, input: MailInput): Promise<MailEffect> {
  const effect = await write(db, route, input)
  await settleAnswers(db)
  return effect
}

function write(db: Db, route: MailRoute, input: MailInput): Promise<MailEffect> {
  switch (route.outcome) {
    case 'comment':
      return comment(db, route, input)
    case 'internal_comment':
      return internalComment(db, route, input)
    case 'ticket':
      return openTicket(db, route.by, input)
    case 'enquiry_reply':
      return replyToEnquiry(db, route.enquiryId, input)
    case 'discarded':
      return Promise.resolve(nothing)
    case 'enquiry':
    case 'automatic':
      return enquire(db, route, input)
  }
}

type Comment = Extract<MailRoute, { outcome: 'comment' }>
async function comment(db: Db, { ticketId, by }: Comment, { orgId, mail, at }: MailInput) {
  const commentId = uuidv7()
  const { text, folded, whole } = commentTextOf(mail)
  if (by === 'enquirer')
    await sql`select comment_by_enquirer(${orgId}, ${commentId}, ${ticketId}, ${mail.from?.address ?? ''},
      ${senderNameOf(mail)}, ${text}, ${at})`.execute(db)
  else
    await sql`select comment_by_mail(${orgId}, ${commentId}, ${ticketId}, ${by.contactId}, ${by.userId},
      ${text}, ${at}, ${mail.automation.isAutomatic})`.execute(db)
  const landedIn = await addCopies(db, { orgId, commentId, writer: by === 'enquirer' ? null : by.contactId }, mail)
  await storeFolded(db, orgId, { commentId }, folded)
  await notifyOfComment(db, { orgId, commentId, isSolution: false })
  return { ...nothing, ticketId: landedIn, commentId, wholeText: whole }
}

type Note = Extract<MailRoute, { outcome: 'internal_comment' }>
async function internalComment(db: Db, { ticketId, staffId }: Note, { orgId, mail, at }: MailInput) {
  const commentId = uuidv7()
  const { text, folded, whole } = commentTextOf(mail)
  await sql`select note_by_mail(${orgId}, ${commentId}, ${ticketId}, ${staffId}, ${text}, ${at})`.execute(db)
  await storeFolded(db, orgId, { commentId }, folded)
  return { ...nothing, ticketId, commentId, wholeText: whole }
}

async function openTicket(db: Db, by: KnownSender, { orgId, mail, at }: MailInput) {
  const ticketId = uuidv7()
  const { customerId, contactId, userId } = by
  const { text, folded, whole } = descriptionOf(mail)
  const copies = await contactsAmong(db, { orgId, customerId }, mail)
  await sql`select open_ticket_by_mail(${orgId}, ${ticketId}, ${customerId}, ${contactId}, ${userId},
    ${titleOf(mail)}, ${text}, ${copies}::uuid[], ${at})`.execute(db)
  await storeFolded(db, orgId, { ticketId }, folded)
  await notifyOfTicket(db, { orgId, ticketId })
  return { ...nothing, ticketId, wholeText: whole }
}

async function replyToEnquiry(db: Db, enquiryId: string, { orgId, mail, at }: MailInput) {
  const takesFile = (await filesLeftOfEnquiry(db, orgId, enquiryId)) > 0
  const replyId = uuidv7()
  const { text, folded, whole } = commentTextOf(mail, { takesFile })
  await sql`select reply_by_mail(${orgId}, ${replyId}, ${enquiryId}, ${mail.from?.address ?? ''},
    ${text}, ${at})`.execute(db)
  await storeFolded(db, orgId, { replyId }, folded)
  return { ...nothing, enquiryId, wholeText: whole }
}

type Enquiry = Extract<MailRoute, { outcome: 'enquiry' | 'automatic' }>
async function enquire(db: Db, { outcome, ticketId }: Enquiry, { orgId, mail, authentication, at, isOld }: MailInput) {
  const enquiryId = uuidv7()
  const kind = outcome === 'enquiry' ? 'mail' : 'automatic'
  const { text, folded, whole } = enquiryTextOf(mail)
  await sql`select enquire_by_mail(${orgId}, ${enquiryId}, ${kind}, ${senderNameOf(mail)},
    ${mail.from?.address ?? UNKNOWN_SENDER}, ${otherReplyAddresses(mail)}::text[], ${text}, ${authentication}, ${ticketId},
    ${at})`.execute(db)
  await storeFolded(db, orgId, { enquiryId }, folded)
  if (kind === 'mail' && !isOld) await notifyOfEnquiry(db, { orgId, enquiryId })
  return { ...nothing, ticketId, enquiryId, wholeText: whole }
}

type FoldedOf = { commentId?: string; ticketId?: string; enquiryId?: string; replyId?: string }

/** Stores quotation and signature with the row that this transaction has written for the mail. */
async function storeFolded(
  db: Db,
  orgId: string,
  { commentId, ticketId, enquiryId, replyId }: FoldedOf,
  folded: string | null,
) {
  if (folded === null) return
  await sql`select fold_of_mail(${orgId}, ${commentId ?? null}, ${ticketId ?? null}, ${enquiryId ?? null},
    ${replyId ?? null}, ${folded})`.execute(db)
}

/** The addresses in Reply-To, without the sender's own. */
const otherReplyAddresses = ({ from, replyTo }: IncomingMail): string[] =>
  replyTo.map(({ address }) => address).filter((address) => address !== (from?.address ?? UNKNOWN_SENDER))
