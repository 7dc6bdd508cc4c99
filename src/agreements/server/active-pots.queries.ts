import { type Kysely, sql } from 'kysely'
import type { Schema } from '#db/schema.ts'

/** Prepaid hours that are not removed. */
export const activePots = (db: Kysely<Schema>) => db.selectFrom('pots').where('pots.removedAt', 'is', null)

/** What billed bases have drawn from them. */
export const drawnMinutes = sql<number>`pot_minutes_drawn(pots.org_id, pots.id)`
