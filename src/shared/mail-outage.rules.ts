// Why the mail server takes no outgoing mail.
export const mailOutageReasons = ['unreachable', 'sign_in', 'tls', 'sender', 'recipients', 'later'] as const
export type MailOutageReason = (typeof mailOutageReasons)[number]

export const mailOutageTexts = {
  unreachable: 'Den kan inte nås.',
  sign_in: 'Den godtar inte inloggningen.',
  tls: 'Den ger ingen säker anslutning.',
  sender: 'Den godtar inte avsändaren.',
  recipients: 'Den nekar alla mottagare.',
  later: 'Den säger att mejlen får vänta.',
} as const satisfies Record<MailOutageReason, string>

/** So many refusals in a row, without a mail that was accepted, are an outage; the constraint mail_outage_refusals_limit has the same limit. */
export const OUTAGE_REFUSALS = 3

/** A server that says 'later' may mean it: it is told of when it has taken nothing for so long. */
export const OUTAGE_LATER_MINUTES = 15
