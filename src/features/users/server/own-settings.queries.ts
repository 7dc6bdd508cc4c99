import type { StaffActor } from '#platform/database/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { organizationOf } from '#platform/http/organization.ts'
import { defaultChoices } from '../notification-choices.rules.ts'
import type { ChangedOwnSettings, OwnSettings } from '../own-settings.contract.ts'

/** As in the columns' defaults. */
const defaults: OwnSettings = {
  takesAnswered: true,
  advances: true,
  usesShortcuts: true,
  signature: null,
  ...defaultChoices,
}
const columns = Object.keys(defaults) as (keyof OwnSettings)[]

/** Row-level security shows each person the own row only. */
export async function getOwnSettings(db: Db): Promise<OwnSettings> {
  const chosen = await db.selectFrom('staffSettings').select(columns).executeTakeFirst()
  return chosen ?? defaults
}

/** Changes the given choices. Throws 422 for staff without an organization. */
export async function changeOwnSettings(db: Db, actor: StaffActor, settings: ChangedOwnSettings): Promise<OwnSettings> {
  const row = { orgId: organizationOf(actor), userId: actor.userId, ...settings }
  await db
    .insertInto('staffSettings')
    .values(row)
    .onConflict((conflict) => {
      const own = conflict.columns(['orgId', 'userId'])
      return Object.keys(settings).length > 0 ? own.doUpdateSet(settings) : own.doNothing()
    })
    .execute()
  return getOwnSettings(db)
}
