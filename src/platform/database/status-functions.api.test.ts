// Compares the statuses in functions, indexes and constraints of the database with those of the program (as limits.api.test.ts does).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { doneStatuses, statuses, unresolvedStatuses } from '#features/tickets/tickets.contract.ts'
import { aDatabase, type TestDatabase } from './testing/database.ts'
import { selectValue, wordsOf } from './testing/definitions.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await aDatabase()
})
afterAll(() => t.drop())

const one = <T>(sql: string, ...values: unknown[]) => selectValue<T>(t, sql, ...values)
const constraint = (name: string) =>
  one<string>('select pg_get_constraintdef(oid) from pg_constraint where conname = $1', name)

test('reopen_ticket() opens tickets of doneStatuses in tickets.contract.ts', async () => {
  const body = await one<string>(`pg_get_functiondef('reopen_ticket'::regproc)`)
  expect(wordsOf(body.match(/status in \(([^)]*)\)/)?.[0] ?? '')).toEqual([...doneStatuses])
})

test.each(['keep_ticket_clock', 'run_ticket_clock', 'derive_ticket_clocks'])(
  '%s() stops the clock of tickets in doneStatuses in tickets.contract.ts',
  async (name) => {
    const body = await one<string>(`pg_get_functiondef('${name}'::regproc)`)
    const sets = body.match(/status (not )?in \([^)]*\)/g) ?? []
    expect(sets.length).toBeGreaterThan(0)
    for (const set of sets) expect(wordsOf(set)).toEqual([...doneStatuses])
  },
)

test('every function that lists statuses of tickets lists those of tickets.contract.ts', async () => {
  const { rows } = await t.superuser.query<{ name: string; body: string }>(
    `select proname as name, prosrc as body from pg_proc where prosrc ~ '\\ystatus (not )?in \\('`,
  )
  expect(rows.map(({ name }) => name)).toContain('ticket_of_repeated_mail')
  for (const { name, body } of rows)
    for (const [set] of body.matchAll(/\bstatus (not )?in \([^)]*\)/g))
      expect([doneStatuses, unresolvedStatuses], name).toContainEqual(wordsOf(set))
})

test('the constraint, index and count of unresolved tickets have the statuses of tickets.contract.ts', async () => {
  expect(wordsOf(await constraint('tickets_done_is_answered'))).toEqual([...doneStatuses])
  expect(wordsOf(await one(`pg_get_indexdef('tickets_unresolved'::regclass)`))).toEqual([...unresolvedStatuses])
  expect(wordsOf(await one(`pg_get_indexdef('tickets_to_do'::regclass)`))).toEqual([...unresolvedStatuses])
  const body = await one<string>(`pg_get_functiondef('count_work'::regproc)`)
  expect(wordsOf(body.match(/status in \(([^)]*)\)/)?.[0] ?? '')).toEqual([...unresolvedStatuses])
  expect([...unresolvedStatuses, ...doneStatuses]).toEqual([...statuses])
})
