// Why the mail server takes no outgoing mail.
export const mailOutageReasons = ['unreachable', 'sign_in', 'tls', 'sender', 'recipients'] as const
export type MailOutageReason = (typeof mailOutageReasons)[number]

export const mailOutageTexts = {
  unreachable: 'Den kan inte nås.',
  sign_in: 'Den godtar inte inloggningen.',
  tls: 'Den ger ingen säker anslutning.',
  sender: 'Den godtar inte avsändaren.',
  recipients: 'Den nekar alla mottagare.',
} as const satisfies Record<MailOutageReason, string>

/** So many refusals in a row, without a mail that was accepted, are an outage; the constraint mail_outage_refusals_limit has the same limit. */
export const OUTAGE_REFUSALS = 3
