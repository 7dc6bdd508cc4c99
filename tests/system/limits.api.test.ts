// Database rules that repeat constants of the program, compared with the database. Each row names both places. A new
// value set, length or range in the schema needs a row in limits/, or a place in the list of those without a constant.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_PAYMENT_TERMS } from '#features/company/company.contract.ts'
import { aDatabase, type TestDatabase } from '#platform/database/testing/database.ts'
import { selectValue, wordsOf } from '#platform/database/testing/definitions.ts'
import { expressions } from './limits/expressions.ts'
import { lengths, minima } from './limits/ranges.ts'
import { valueSets } from './limits/value-sets.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const one = <T>(sql: string, ...values: unknown[]) => selectValue<T>(t, sql, ...values)
const constraint = (name: string) =>
  one<string>('select pg_get_constraintdef(oid) from pg_constraint where conname = $1', name)

/** Constraints on values that the program generates itself, and on port numbers. */
const withoutConstant = [
  'portal_counts_counted_values',
  'organizations_vault_proof_hours_range',
  ...['reports_marked_rows_range', 'mailboxes_port_range', 'mail_servers_port_range'],
  ...['form_counters_key_length', 'mail_handovers_job_length', 'mailboxes_failure_length'],
  ...[
    'mail_messages_fingerprint_length',
    'undelivered_mail_message_id_length',
    'sent_letters_message_id_length',
    'mail_messages_message_id_length',
    'mail_messages_subject_length',
  ],
]

test.each(valueSets)('%s has the values of %s', async (name, _home, values) => {
  expect(wordsOf(await constraint(name))).toEqual([...values])
})

test.each(lengths)('%s has the upper limit %s', async (name, _home, max) => {
  expect((await constraint(name)).match(/(?<=<= )\d+/g)).toEqual([String(max)])
})

test.each(minima)('%s has the lower limit %s', async (name, _home, min) => {
  expect((await constraint(name)).match(/(?<=>= )\d+/g)).toEqual([String(min)])
})

test.each(expressions)('%s in the database is %s', async (sql, _home, value) => {
  expect(await one(sql)).toEqual(value)
})

test('the default of organizations.payment_terms is DEFAULT_PAYMENT_TERMS in company.contract.ts', async () => {
  const column = `table_name = 'organizations' and column_name = 'payment_terms'`
  expect(await one(`select column_default from information_schema.columns where ${column}`)).toBe(
    `'${DEFAULT_PAYMENT_TERMS}'::text`,
  )
})

test('every check constraint is named after its rule, and every value set, length and range is compared', async () => {
  const { rows } = await t.superuser.query<{ name: string }>(
    `select conname as name from pg_constraint where contype = 'c' and connamespace in ('stodpunkt'::regnamespace, 'auth'::regnamespace)`,
  )
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => /_check\d*$/.test(name))).toEqual([])
  const compared = new Set([...valueSets, ...lengths].map(([name]) => name).concat(withoutConstant))
  const isCompared = (name: string) => compared.has(name) || expressions.some(([sql]) => sql.includes(`'${name}'`))
  expect(names.filter((name) => /_(values|length|limit|range)$/.test(name) && !isCompared(name))).toEqual([])
})
