// The Swedish order of names, with the id as tiebreaker, and its keyset pagination.
import { sql } from 'kysely'

export const inSwedishOrder = sql`name collate "sv-SE-x-icu"`

/** The rows after a position in that order. */
export const afterName = ({ name, id }: { name: string; id: string }) =>
  sql<boolean>`(name collate "sv-SE-x-icu", id) > (${name} collate "sv-SE-x-icu", ${id}::uuid)`
