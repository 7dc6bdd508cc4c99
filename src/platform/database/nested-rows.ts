import { CamelCasePlugin } from 'kysely'
import type { Db } from './database.ts'

const alsoNested = new CamelCasePlugin()

/**
 * For queries with nested rows (`jsonArrayFrom`, `jsonObjectFrom`): also converts nested columns, and the keys of every other JSON
 * column, to camelCase. Timestamps in nested rows have PostgreSQL's JSON format, not the driver's: select them in another query.
 */
export const withNestedRows = (db: Db): Db => db.withoutPlugins().withPlugin(alsoNested)
