import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Whether mail of the actor's organization is sent: `hasServer` is that the environment has a mail server, which all use. */
export const sendsMail = (hasServer: boolean) => sql<boolean>`(${hasServer}::boolean or has_mail_server())`

/** The same, as a query. Without a mail server mail is stored, and staff pass links on. */
export async function isSendingMail(db: Db, hasServer: boolean): Promise<boolean> {
  if (hasServer) return true
  const { isSending } = await db.selectNoFrom([sendsMail(hasServer).as('isSending')]).executeTakeFirstOrThrow()
  return isSending
}
