// Files that arrived with a mail. They are in memory, so that they can be stored in the transaction of the ticket, comment or
// enquiry that the mail creates; the preview of a picture, which is slow, is made before that.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { FILE_MAX_BYTES, type MailFileOutcome, type MailSender } from '../files.contract.ts'
import { splitIntoChunks } from './chunks.ts'
import { typeOfContent } from './receive-file.ts'
import { makePreview } from './store-picture.ts'

/** `name`: already sanitized by the parser of the mail. */
export type MailedContent = { name: string; content: Uint8Array; isInline: boolean }

/** A file that is ready to be stored. */
export type PreparedFile = {
  name: string
  type: string
  bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
  isInline: boolean
  variants: { variant: string; content: Buffer }[]
}

/** The parent must be written in the same transaction. */
export type FileParent = { commentId: string } | { ticketId: string } | { enquiryId: string }

/** Waits for its preview however long the queue is, since a mailbox is read one mail at a time. */
export async function prepareFile(
  { name, content, isInline }: MailedContent,
  sender: MailSender,
): Promise<PreparedFile | 'empty' | 'too_large'> {
  if (content.length === 0) return 'empty'
  if (content.length > FILE_MAX_BYTES) return 'too_large'
  const original = Buffer.from(content.buffer, content.byteOffset, content.length)
  const type = await typeOfContent(original)
  const pictures = await makePreview(
    type,
    async function* () {
      yield original
    },
    { sender: sender === 'known' ? 'customer' : 'anonymous', isPatient: true },
  )
  return {
    name,
    type,
    bytes: original.length,
    sha256: sha256Of(original),
    isInline,
    width: pictures?.width ?? null,
    height: pictures?.height ?? null,
    variants: [{ variant: 'original', content: original }, ...(pictures?.made ?? [])],
  }
}

/** Makes a file of a text of the program. */
export function textFile(name: string, text: string): PreparedFile {
  const content = Buffer.from(text)
  return {
    name,
    type: 'text/plain',
    bytes: content.length,
    sha256: sha256Of(content),
    isInline: false,
    width: null,
    height: null,
    variants: [{ variant: 'original', content }],
  }
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest()

type Place = {
  orgId: string
  parent: FileParent
  sender: MailSender
  /** Whether the virus scanner must check it before anybody may open it. */
  isChecked: boolean
}

/** Stores the file if the quota has room for it. Throws when the parent was not written in this transaction. */
export async function storeMailFile(db: Db, { orgId, parent, sender, isChecked }: Place, file: PreparedFile) {
  const id = uuidv7()
  const { commentId, ticketId, enquiryId } = { commentId: null, ticketId: null, enquiryId: null, ...parent }
  const storedBytes = file.variants.reduce((sum, { content }) => sum + content.length, 0)
  const further = file.variants.slice(1).map(({ variant }) => variant)
  const { rows } = await sql<{ outcome: MailFileOutcome }>`
    select store_mail_file(${orgId}, ${id}, ${commentId}, ${ticketId}, ${enquiryId}, ${sender}, ${file.isInline},
      ${file.name}, ${file.type}, ${file.bytes}, ${file.sha256}, ${file.width}, ${file.height}, ${further}::text[],
      ${storedBytes}, ${isChecked ? 'checking' : 'ready'}) as outcome`.execute(db)
  const outcome = rows[0]?.outcome ?? 'no_room'
  if (outcome !== 'stored') return { outcome, fileId: null }
  for (const { variant, content } of file.variants)
    for (const chunk of splitIntoChunks(content))
      await sql`select store_mail_chunk(${orgId}, ${id}, ${variant}, ${chunk.position}, ${chunk.content})`.execute(db)
  return { outcome, fileId: id }
}

/** How many more files an enquiry may have. */
export async function filesLeftOfEnquiry(db: Db, orgId: string, enquiryId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`select files_left(${orgId}, null, null, ${enquiryId}) as left`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}
