import type { Mailbox } from '../mailboxes.contract.ts'

/** A mailbox as it is sent to be changed: without what is known of its reading, and with the stored secret. */
export function changesOf(mailbox: Mailbox) {
  const { id: _0, failure: _1, failedAt: _2, seenAt: _3, plusConfirmedAt: _4, ...known } = mailbox
  const { plusLostAt: _5, renumberedAt: _6, ...settings } = known
  return { ...settings, secret: '' }
}
