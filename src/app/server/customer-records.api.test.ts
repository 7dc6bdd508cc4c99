// Without these declarations, a table that references customers would let a customer be deleted, or make the deletion
// fail.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { customerRecords } from './customer-records.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

type Reference = { table: string; onDelete: string }

/** The tables with a foreign key to customers; `onDelete` is 'a' if the key prevents that a customer is deleted. */
async function references(): Promise<Reference[]> {
  const { rows } = await t.superuser.query<Reference>(
    `select conrelid::regclass::text as table, confdeltype as "onDelete" from pg_constraint
     where contype = 'f' and confrelid = 'stodpunkt.customers'::regclass`,
  )
  return rows.map(({ table, onDelete }) => ({ table: table.replace(/^\w+\./, ''), onDelete }))
}

const inSql = (table: string) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('every table with a foreign key to customers is declared by its feature', async () => {
  const declared = customerRecords.map(({ table }) => inSql(table))
  expect(declared.toSorted()).toEqual((await references()).map(({ table }) => table).toSorted())
})

test('foreign keys allow the deletion of a customer unless their rows keep it', async () => {
  const refusing = new Set((await references()).filter(({ onDelete }) => onDelete === 'a').map(({ table }) => table))
  const going = customerRecords.filter(({ preventsDeletion }) => !preventsDeletion).map(({ table }) => inSql(table))
  expect(going.filter((table) => refusing.has(table))).toEqual([])
})
