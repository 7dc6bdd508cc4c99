import { CamelCasePlugin } from 'kysely'
import type { Db } from './database.ts'

const alsoNested = new CamelCasePlugin()

/**
 * For queries with nested rows (`jsonArrayFrom`, `jsonObjectFrom`): also converts nested columns, and the keys of every other JSON
 * column, to camelCase. Timestamps in nested rows have PostgreSQL's JSON format: see `fromNestedTimestamp`.
 */
export const withNestedRows = (db: Db): Db => db.withoutPlugins().withPlugin(alsoNested)

/** A timestamp of a nested row, in the format that the driver gives to those of columns. The session's time zone is UTC. */
export const fromNestedTimestamp = (timestamp: string) => timestamp.replace('+00:00', 'Z')
