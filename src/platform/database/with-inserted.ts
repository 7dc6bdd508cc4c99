import type { InsertObject, InsertQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { Schema } from './schema.ts'

/**
 * For a query that inserts a row and reads it in the same statement: in it the table's name means the inserted row. Other
 * tables are as they were before the statement, and what triggers write after the insert is not seen.
 */
export function withInserted<Table extends keyof Schema>(db: Db, table: Table, row: InsertObject<Schema, Table>): Db {
  const insert = db.insertInto(table).values(row).returningAll()
  // Its type would have the table twice.
  const inserted = insert as unknown as InsertQueryBuilder<Schema, keyof Schema, object>
  return db.with(table as string, () => inserted) as unknown as Db
}
