import type { MailRemark } from '../../incoming-mail.contract.ts'

/** An address in a header; `address` is in lower case. */
export type MailAddress = { name: string; address: string }

export type Attachment = {
  name: string
  type: string
  bytes: number
  contentId: string | null
  isInline: boolean
  content: Uint8Array
}

export type Header = { key: string; value: string }

export type Automation = {
  /** Written by a program: it becomes no comment and no ticket, except by a sender rule. */
  isAutomatic: boolean
  /** No receipt is sent: automatic mail, and mail of a list or in bulk. */
  getsNoReceipt: boolean
}

export type DeliveryReport = {
  /** The Message-ID of the undelivered mail; null when the report does not return its headers. */
  messageId: string | null
  /** The addresses that it did not reach. */
  undelivered: string[]
  /** Those of them with a permanent failure (status 5.x.x). */
  failedFor: string[]
}

/** A parsed mail. Its sender is not authenticated here, but in authenticate-sender.ts. */
export type IncomingMail = {
  /** In document order, keys in lower case. */
  headers: Header[]
  messageId: string | null
  /** The Message-IDs in In-Reply-To and References, the newest first. */
  answers: string[]
  /** Null unless there is exactly one sender. */
  from: MailAddress | null
  /** The header Sender ('on behalf of'), which is only shown. */
  sender: MailAddress | null
  /** The addresses in Reply-To. */
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  /** The addresses in To and Cc that the authentication covers; contacts among them get copies. */
  copied: MailAddress[]
  /** The subject as written; `subject` is without prefixes and ticket number. */
  fullSubject: string
  subject: string
  date: string | null
  /** The whole text; after `foldMail` only the sender's own text. */
  text: string
  /** Quotation and signature, which `foldMail` moves here from the text. */
  folded: string
  attachments: Attachment[]
  remarks: MailRemark[]
  automation: Automation
  /** Null for a mail that is no delivery report. */
  report: DeliveryReport | null
}
