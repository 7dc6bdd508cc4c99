import { readOnCall } from '#features/on-call/server/on-call.queries.ts'
import { countWork } from '#features/tickets/server/work.queries.ts'
import type { Db } from '#platform/database/database.ts'
import { sendsMail } from '#platform/mail/is-sending-mail.ts'
import type { MenuCounts } from '../menu-counts.contract.ts'
import { inboxCounts } from './enquiries.queries.ts'
import { readMailAlarms } from './mail-alarms.queries.ts'
import { unreadNotifications } from './staff-notifications.queries.ts'

/** The numbers in the menu and at the bell of the actor, the warnings about mail, and who has jour. */
export async function countForMenu(db: Db, hasMailServer: boolean): Promise<MenuCounts> {
  const { unread, urgent, attention } = inboxCounts(db)
  const ofInbox = db
    .selectNoFrom(() => [
      unread.as('unread'),
      urgent.as('urgent'),
      attention.as('attention'),
      unreadNotifications(db).as('notifications'),
      sendsMail(hasMailServer).as('isSending'),
    ])
    .executeTakeFirstOrThrow()
  const [work, counted, mail, onCall] = await Promise.all([countWork(db), ofInbox, readMailAlarms(db), readOnCall(db)])
  const { isSending, notifications, ...inbox } = counted
  return { ...work, inbox, notifications: notifications ?? 0, mail: { ...mail, isSending }, onCall }
}
