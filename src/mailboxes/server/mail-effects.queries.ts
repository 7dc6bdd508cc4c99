// What a mail causes, written by functions of the database that check again who may do it (migration 0051).
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import { notifyOfEnquiry } from '#enquiries/server/forms-mail.queries.ts'
import { filesLeftOfEnquiry } from '#files/server/mail-files.queries.ts'
import { notifyOfComment, notifyOfTicket } from '#tickets/server/notifications.queries.ts'
import type { KnownSender, MailRoute } from '../mail-route.rules.ts'
import { type SenderProof, UNKNOWN_SENDER } from '../mailboxes.contract.ts'
import { addCopies, contactsAmong } from './mail-copies.queries.ts'
import { commentTextOf, descriptionOf, enquiryTextOf, senderNameOf, titleOf } from './mail-texts.ts'
import type { IncomingMail } from './reading/mail.ts'

export type MailEffect = {
  ticketId: string | null
  commentId: string | null
  enquiryId: string | null
  /** The text of which only the beginning fits: it is stored as a file. */
  wholeText: string | null
}
type MailInput = { orgId: string; mail: IncomingMail; proof: SenderProof; at: string; isOld: boolean }

const nothing: MailEffect = { ticketId: null, commentId: null, enquiryId: null, wholeText: null }

export function applyRoute(db: Db, route: MailRoute, given: MailInput): Promise<MailEffect> {
  switch (route.fate) {
    case 'comment':
      return comment(db, route, given)
    case 'internal_comment':
      return internalComment(db, route, given)
    case 'ticket':
      return openTicket(db, route.by, given)
    case 'enquiry_reply':
      return replyToEnquiry(db, route.enquiryId, given)
    case 'discarded':
      return Promise.resolve(nothing)
    case 'enquiry':
    case 'automatic':
      return enquire(db, route, given)
  }
}

type Comment = Extract<MailRoute, { fate: 'comment' }>
async function comment(db: Db, { ticketId, by }: Comment, { orgId, mail, at }: MailInput) {
  const commentId = uuidv7()
  const { text, whole } = commentTextOf(mail)
  await sql`select comment_by_mail(${orgId}, ${commentId}, ${ticketId}, ${by.contactId}, ${by.userId},
    ${text}, ${at})`.execute(db)
  await addCopies(db, { orgId, customerId: by.customerId, commentId, writer: by.contactId }, mail)
  await notifyOfComment(db, { orgId, commentId, isSolution: false })
  return { ...nothing, ticketId, commentId, wholeText: whole }
}

type Note = Extract<MailRoute, { fate: 'internal_comment' }>
async function internalComment(db: Db, { ticketId, staffId }: Note, { orgId, mail, at }: MailInput) {
  const commentId = uuidv7()
  const { text, whole } = commentTextOf(mail)
  await sql`select note_by_mail(${orgId}, ${commentId}, ${ticketId}, ${staffId}, ${text}, ${at})`.execute(db)
  return { ...nothing, ticketId, commentId, wholeText: whole }
}

async function openTicket(db: Db, by: KnownSender, { orgId, mail, at }: MailInput) {
  const ticketId = uuidv7()
  const { customerId, contactId, userId } = by
  const { text, whole } = descriptionOf(mail)
  const copies = await contactsAmong(db, { orgId, customerId }, mail)
  await sql`select open_ticket_by_mail(${orgId}, ${ticketId}, ${customerId}, ${contactId}, ${userId},
    ${titleOf(mail)}, ${text}, ${copies}::uuid[], ${at})`.execute(db)
  await notifyOfTicket(db, { orgId, ticketId })
  return { ...nothing, ticketId, wholeText: whole }
}

async function replyToEnquiry(db: Db, enquiryId: string, { orgId, mail, at }: MailInput) {
  const takesFile = (await filesLeftOfEnquiry(db, orgId, enquiryId)) > 0
  const { text, whole } = commentTextOf(mail, { takesFile })
  await sql`select reply_by_mail(${orgId}, ${uuidv7()}, ${enquiryId}, ${mail.from?.address ?? ''},
    ${text}, ${at})`.execute(db)
  return { ...nothing, enquiryId, wholeText: whole }
}

type Enquiry = Extract<MailRoute, { fate: 'enquiry' | 'automatic' }>
async function enquire(db: Db, { fate, ticketId }: Enquiry, { orgId, mail, proof, at, isOld }: MailInput) {
  const enquiryId = uuidv7()
  const kind = fate === 'enquiry' ? 'mail' : 'automatic'
  const { text, whole } = enquiryTextOf(mail)
  await sql`select enquire_by_mail(${orgId}, ${enquiryId}, ${kind}, ${senderNameOf(mail)},
    ${mail.from?.address ?? UNKNOWN_SENDER}, ${text}, ${proof}, ${ticketId}, ${at})`.execute(db)
  if (kind === 'mail' && !isOld) await notifyOfEnquiry(db, { orgId, enquiryId })
  return { ...nothing, ticketId, enquiryId, wholeText: whole }
}
