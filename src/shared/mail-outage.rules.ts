// Why the mail server does not accept outgoing mail.
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

/** Consecutive refusals that count as an outage; the constraint mail_outage_refusals_limit has the same limit. */
export const OUTAGE_REFUSALS = 3

/** How long a server may refuse all mail temporarily ('later') before it counts as an outage. */
export const OUTAGE_LATER_MINUTES = 15
