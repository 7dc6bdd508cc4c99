import type { Db } from '#platform/database/database.ts'
import { choiceOf, defaultChoices, type NotificationEvent } from '../notification-choices.rules.ts'

/** Whether a person of the organization's staff has chosen to get mail about an event. Requires the jobs' role. */
export async function listMailChoices(db: Db, orgId: string) {
  const rows = await db
    .selectFrom('staffSettings')
    .select(['userId', 'mailGiven', 'mailCustomer', 'mailNew', 'mailDue', 'mailMentioned', 'mailSoon', 'mailLate'])
    .where('orgId', '=', orgId)
    .execute()
  const chosenBy = new Map(rows.map((row) => [row.userId, row]))
  return (userId: string, event: NotificationEvent): boolean => {
    const choices = { ...defaultChoices, ...chosenBy.get(userId) }
    return choices[choiceOf('mail', event)]
  }
}
