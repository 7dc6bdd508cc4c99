// The files of a mail: what of it becomes files of the comment, ticket or enquiry that it causes.
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
import type { ExaminedMail } from './reading/examine-mail.ts'

/** The whole text of a mail that is longer than a comment. */
const TEXT_FILE = 'mejl.txt'
/** Further ones are in the original alone. */
const PREPARED_MAX = 20

type Prepared = {
  name: string
  type: string
  bytes: number
  isInline: boolean
  file: PreparedFile | Exclude<MailFileOutcome, 'stored'>
}

/** Those that are attached before those inside the text. The parts of a delivery report are no files of anybody. */
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

/** Whose pictures these are: of somebody proven whom the organization knows, or a stranger's. */
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
 * Stores the files in the transaction of the effect; those of a mail without one are kept nowhere. The text is never left out:
 * it is what the mail says.
 */
export async function storeFiles(
  db: Db,
  { orgId, effect, sender, prepared, isChecked }: Files,
): Promise<StoredAttachment[]> {
  const parent = parentOf(effect)
  if (!parent) return []
  const kept: StoredAttachment[] = []
  if (effect.wholeText !== null) {
    const file = textFile(TEXT_FILE, effect.wholeText)
    const stored = await storeMailFile(db, { orgId, parent, sender: 'known', isChecked }, file)
    if (stored.outcome !== 'stored') throw new Error(`The text of a mail was not stored: ${stored.outcome}`)
    kept.push({ name: file.name, type: file.type, bytes: file.bytes, isInline: false, ...stored })
  }
  for (const { file, ...facts } of prepared)
    kept.push({
      ...facts,
      ...(typeof file === 'string'
        ? { fileId: null, outcome: file }
        : await storeMailFile(db, { orgId, parent, sender, isChecked }, file)),
    })
  return kept
}

function parentOf({ commentId, enquiryId, ticketId }: MailEffect): FileParent | undefined {
  if (commentId !== null) return { commentId }
  if (enquiryId !== null) return { enquiryId }
  if (ticketId !== null) return { ticketId }
  return undefined
}
