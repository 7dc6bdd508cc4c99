// Stores the attachments of a mail, and a text that is too long, as files of the comment, ticket or enquiry.
import type { MailFileOutcome, MailSender } from '#features/files/files.contract.ts'
import {
  type FileParent,
  type PreparedFile,
  prepareFile,
  storeMailFile,
  textFile,
} from '#features/files/server/mail-files.queries.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { StoredAttachment } from '../incoming-mail.contract.ts'
import type { MailEffect } from './mail-effects.queries.ts'
import { findStaff, listKnownSenders } from './mail-facts.queries.ts'
import type { ExaminedMail } from './reading/examine-here.ts'

/** The file with the whole text of a mail that was cut to the limit of its comment, ticket or enquiry. */
const TEXT_FILE = 'mejl.txt'
/** Further attachments are only in the original. */
const PREPARED_MAX = 20

type Prepared = {
  name: string
  type: string
  bytes: number
  isInline: boolean
  file: PreparedFile | Exclude<MailFileOutcome, 'stored'>
}

/** Prepares attached files before those inside the text. A delivery report has no files. */
export async function prepareFiles(database: Database, orgId: string, examined: ExaminedMail): Promise<Prepared[]> {
  const { mail } = examined
  if (mail.report || mail.attachments.length === 0) return []
  const sender = await senderOf(database, orgId, examined)
  const inOrder = mail.attachments.toSorted((a, b) => Number(a.isInline) - Number(b.isInline))
  const prepared: Prepared[] = []
  for (const { name, type, bytes, content, isInline } of inOrder) {
    const isOneTooMany = prepared.length >= PREPARED_MAX
    prepared.push({
      name,
      type,
      bytes,
      isInline,
      file: isOneTooMany ? 'too_many' : await prepareFile({ name, content, isInline }, sender),
    })
  }
  return prepared
}

/** 'known' for an authenticated sender who is a contact, a login or staff, which decides the limits for the files. */
async function senderOf(
  database: Database,
  orgId: string,
  { mail, authentication }: ExaminedMail,
): Promise<MailSender> {
  const address = mail.from?.address
  if (authentication === 'none' || address === undefined) return 'stranger'
  const isKnown = await database.as(
    'jobs',
    async (db) =>
      (await findStaff(db, orgId, address)) !== null || (await listKnownSenders(db, orgId, address)).length > 0,
  )
  return isKnown ? 'known' : 'stranger'
}

type Files = {
  orgId: string
  effect: MailEffect
  sender: MailSender
  prepared: readonly Prepared[]
  isChecked: boolean
}

/**
 * Stores the files in the transaction of the effect; without a comment, ticket or enquiry none are stored. The file with the
 * text of the mail is never left out.
 */
export async function storeFiles(
  db: Db,
  { orgId, effect, sender, prepared, isChecked }: Files,
): Promise<StoredAttachment[]> {
  const parent = parentOf(effect)
  if (!parent) return []
  const attachments: StoredAttachment[] = []
  if (effect.wholeText !== null) {
    const file = textFile(TEXT_FILE, effect.wholeText)
    const stored = await storeMailFile(db, { orgId, parent, sender: 'known', isChecked }, file)
    if (stored.outcome !== 'stored') throw new Error(`The text of a mail was not stored: ${stored.outcome}`)
    attachments.push({ name: file.name, type: file.type, bytes: file.bytes, isInline: false, ...stored })
  }
  for (const { file, ...facts } of prepared)
    attachments.push({
      ...facts,
      ...(typeof file === 'string'
        ? { fileId: null, outcome: file }
        : await storeMailFile(db, { orgId, parent, sender, isChecked }, file)),
    })
  return attachments
}

function parentOf({ commentId, enquiryId, ticketId }: MailEffect): FileParent | undefined {
  if (commentId !== null) return { commentId }
  if (enquiryId !== null) return { enquiryId }
  if (ticketId !== null) return { ticketId }
  return undefined
}
