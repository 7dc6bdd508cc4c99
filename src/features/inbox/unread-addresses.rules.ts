/** Local parts of addresses that no person reads. */
const unread =
  /noreply|donotreply|dontreply|nepasrepondre|svarainte|svaraej|ejsvar|ingetsvar|autoreply|autosvar|^bounces?\d*$|^postmaster$|^mailerdaemon$/

/** Whether nobody reads mail to the address; `no-reply`, `no_reply`, `noreply+1` and `no-reply-billing` are the same. */
export function isReadByNobody(address: string): boolean {
  const [local = ''] = address.toLowerCase().split('@')
  const name = local.replace(/\+.*$/, '').replace(/[-_.]/g, '')
  return unread.test(name)
}
