import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { organizationOf } from '#platform/http/organization.ts'
import type { OwnSettings } from '../own-settings.contract.ts'

/** As in the columns' defaults. */
const defaults: OwnSettings = { takesAnswered: true }

/** Row-level security shows each person the own row only. */
export async function getOwnSettings(db: Db): Promise<OwnSettings> {
  const chosen = await db.selectFrom('staffSettings').select('takesAnswered').executeTakeFirst()
  return chosen ?? defaults
}

/** Throws 422 for staff without an organization. */
export async function changeOwnSettings(db: Db, actor: StaffActor, settings: OwnSettings): Promise<OwnSettings> {
  await db
    .insertInto('staffSettings')
    .values({ ...settings, orgId: organizationOf(actor), userId: actor.userId })
    .onConflict((row) => row.columns(['orgId', 'userId']).doUpdateSet(settings))
    .execute()
  return settings
}
