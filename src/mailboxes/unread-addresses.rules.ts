/** Names of mailboxes that no person reads: programs send from them, and delivery reports come from the last two. */
const unreadNames = [
  'noreply',
  'donotreply',
  'dontreply',
  'nepasrepondre',
  'svarainte',
  'svaraej',
  'ingetsvar',
  'autoreply',
  'autosvar',
  'bounce',
  'bounces',
  'postmaster',
  'mailerdaemon',
] as const

/** Whether nobody reads mail to the address; `no-reply`, `no_reply` and `noreply+1` are the same name. */
export function isReadByNobody(address: string): boolean {
  const [local = ''] = address.toLowerCase().split('@')
  const name = local.replace(/\+.*$/, '').replace(/[-_.]/g, '')
  return unreadNames.some((unread) => unread === name)
}
