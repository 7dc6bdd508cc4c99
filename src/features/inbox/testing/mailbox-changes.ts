import type { Mailbox } from '../mailboxes.contract.ts'

/** The request body that changes nothing in a mailbox: its settings without its state, and an empty secret. */
export function changesOf(mailbox: Mailbox) {
  const { id: _0, failure: _1, failedAt: _2, seenAt: _3, plusConfirmedAt: _4, ...known } = mailbox
  const { plusLostAt: _5, renumberedAt: _6, ...settings } = known
  return { ...settings, secret: '' }
}
