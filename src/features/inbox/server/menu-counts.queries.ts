import { countWork } from '#features/tickets/server/work.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { sendsMail } from '#platform/mail/is-sending-mail.ts'
import type { MenuCounts } from '../menu-counts.contract.ts'
import { unreadCount } from './enquiries.queries.ts'
import { readMailAlarms } from './mail-alarms.queries.ts'

/** The numbers in the menu of the actor, and the warnings about mail. */
export async function countForMenu(db: Db, hasMailServer: boolean): Promise<MenuCounts> {
  const ofInbox = db
    .selectNoFrom(() => [unreadCount(db).as('unread'), sendsMail(hasMailServer).as('isSending')])
    .executeTakeFirstOrThrow()
  const [work, { unread, isSending }, mail] = await Promise.all([countWork(db), ofInbox, readMailAlarms(db)])
  return { ...work, unread: unread ?? 0, mail: { ...mail, isSending } }
}
