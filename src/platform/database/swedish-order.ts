// The order of names in Swedish, with the id after the name, and its keyset pagination.
import { sql } from 'kysely'

export const inSwedishOrder = sql`name collate "sv-SE-x-icu"`

/** The rows after a position in that order. */
export const afterName = ({ name, id }: { name: string; id: string }) =>
  sql<boolean>`(name collate "sv-SE-x-icu", id) > (${name} collate "sv-SE-x-icu", ${id}::uuid)`
