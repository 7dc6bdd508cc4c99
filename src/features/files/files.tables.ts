// Tables of files (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { FileState, MailSender } from './files.contract.ts'

type Files = {
  orgId: string
  id: string
  isCompany: Generated<boolean>
  customerId: string | null
  ticketId: string | null
  commentId: string | null
  isInternal: Generated<boolean>
  enquiryId: string | null
  /** The reply to an enquiry that it was sent with. */
  enquiryReplyId: string | null
  shownInPortal: Generated<boolean>
  name: string
  type: string
  bytes: Generated<number>
  sha256: Buffer | null
  width: number | null
  height: number | null
  variants: Generated<string[]>
  state: Generated<FileState>
  finding: string | null
  /** Null for files from anonymous visitors and from mail. */
  uploadedBy: string | null
  /** Set for files from mail only. */
  mailSender: MailSender | null
  createdAt: GeneratedAlways<string>
  attachedAt: string | null
  /** How much of the quota was reserved for it when the upload began. */
  reservedBytes: Generated<number>
  /** The process that receives or has received it. */
  receiver: string | null
}

type FileChunks = { orgId: string; fileId: string; variant: string; position: number; content: Buffer }

type FileUsage = {
  orgId: string
  bytes: GeneratedAlways<number>
  quota: Generated<number>
  notifiedAt: string | null
  reservedBytes: GeneratedAlways<number>
}

declare module '#platform/database/schema.ts' {
  interface Schema {
    files: Files
    fileChunks: FileChunks
    fileUsage: FileUsage
  }
}
