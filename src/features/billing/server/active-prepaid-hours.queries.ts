import { type Kysely, sql } from 'kysely'
import type { Schema } from '#platform/database/schema.ts'

/** Prepaid hours that are not removed. */
export const activePrepaidHours = (db: Kysely<Schema>) =>
  db.selectFrom('prepaidHours').where('prepaidHours.removedAt', 'is', null)

/** The minutes that billed invoice bases have drawn from them. */
export const drawnMinutes = sql<number>`prepaid_hours_minutes_drawn(prepaid_hours.org_id, prepaid_hours.id)`
