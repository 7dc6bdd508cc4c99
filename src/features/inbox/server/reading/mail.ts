import type { MailRemark } from '../../incoming-mail.contract.ts'

/** A person or place in a mail's header. The address is in lower case. */
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
  /** Answers, opens and reopens nothing. */
  isAutomatic: boolean
  /** Of a list or of bulk mail too: no receipt is sent. */
  getsNoReceipt: boolean
}

export type DeliveryReport = {
  /** The mail that was not delivered; null when the report does not return its headers. */
  messageId: string | null
  /** The addresses that it will not reach. */
  undelivered: string[]
  /** Those of them that will never take mail: failed with a status of 5.x.x. */
  failedFor: string[]
}

/** What a mail says. Nothing of it is believed: whether the sender is who it seems is judged apart (authenticate-sender.ts). */
export type IncomingMail = {
  /** In document order, keys in lower case. */
  headers: Header[]
  messageId: string | null
  /** The Message-IDs that it answers, the nearest first. */
  answers: string[]
  /** Null without exactly one sender. */
  from: MailAddress | null
  /** 'On behalf of'; shown, never believed. */
  sender: MailAddress | null
  /** Where the sender wants answers. */
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  /** Of To and Cc, whom the sender named for certain: contacts among them get copies. */
  copied: MailAddress[]
  /** As written; `subject` is without prefixes and number. */
  fullSubject: string
  subject: string
  date: string | null
  /** All that it says; the sender's own words once `foldMail` has taken quotation and signature out of it. */
  text: string
  /** What was taken out of the text and is shown folded. */
  folded: string
  attachments: Attachment[]
  remarks: MailRemark[]
  automation: Automation
  /** Null for a mail that is no delivery report. */
  report: DeliveryReport | null
}
