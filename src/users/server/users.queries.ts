import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export function listStaffNames(db: Db) {
  return db.selectFrom('profiles').select(['id', 'fullName']).orderBy(sql`full_name collate "sv-SE-x-icu"`).execute()
}
