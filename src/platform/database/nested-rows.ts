import { CamelCasePlugin } from 'kysely'
import type { Db } from './database.ts'

const alsoNested = new CamelCasePlugin()

/**
 * For queries whose rows hold rows (`jsonArrayFrom`, `jsonObjectFrom`): names their columns in camelCase too, and so the keys of
 * any column of JSON. Times in them are PostgreSQL's JSON text, not the driver's: select those as rows of their own.
 */
export const withNestedRows = (db: Db): Db => db.withoutPlugins().withPlugin(alsoNested)
