// A million tickets of a company that has been at work for decades: copies of the closed ones of the full demo.
import pg from 'pg'
import { SCHEMA } from '#platform/database/migrate.ts'
import type { OwnPostgres } from '../tools/support/own-postgres.ts'

const COPIES = 9
const YEARS_BETWEEN = 2

const tables = ['tickets', 'ticket_comments', 'ticket_changes', 'ticket_search']

/** Copies each closed ticket nine times, two years earlier each time, with its conversation and what a search finds. */
export async function addEarlierTickets({ superuser }: OwnPostgres) {
  const client = new pg.Client({ ...superuser, options: `-c search_path=${SCHEMA}` })
  await client.connect()
  try {
    await copyClosedTickets(client)
  } finally {
    await client.end()
  }
}

async function copyClosedTickets(client: pg.Client) {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not indisprimary
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  await client.query("set maintenance_work_mem = '512MB'")
  await client.query('begin')
  // Without triggers and foreign keys: the rows are as their work left them.
  await client.query('set local session_replication_role = replica')
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  await createShifts(client)
  for (let copy = 1; copy <= COPIES; copy++) for (const statement of statements) await client.query(statement, [copy])
  await client.query(
    `insert into ticket_counts (org_id, active, archived)
     select org_id, 0, ${COPIES} * count(*) from closed_tickets group by org_id`,
  )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('commit')
  await client.query(`vacuum analyze ${tables.join(', ')}`)
}

/** The ids are of version 7: what is earlier has a smaller one. */
async function createShifts(client: pg.Client) {
  await client.query(`create temp table closed_tickets on commit drop as
    select org_id, id from tickets where status = 'closed' and merged_into is null and enquiry_id is null`)
  await client.query(`create function pg_temp.earlier(at timestamptz, copy integer) returns timestamptz language sql immutable
    as $$ select at - copy * interval '${YEARS_BETWEEN * 365} days' $$`)
  await client.query(`create function pg_temp.earlier(id uuid, copy integer) returns uuid language sql immutable as $$
    select (left(hex, 8) || '-' || right(hex, 4) || substr(id::text, 14))::uuid
    from lpad(to_hex(('x' || replace(left(id::text, 13), '-', ''))::bit(48)::bigint
      - copy * ${YEARS_BETWEEN * 365 * 24 * 3600_000}::bigint), 12, '0') hex $$`)
}

const shifted = (...columns: string[]) => columns.map((column) => `'${column}', pg_temp.earlier(r.${column}, $1)`)

const copied = (table: string, id: string, changes: string[]) => `
  insert into ${table} select earlier.*
  from ${table} r join closed_tickets closed on closed.org_id = r.org_id and closed.id = r.${id}
    cross join lateral jsonb_populate_record(r, jsonb_build_object(${changes.join(', ')})) earlier`

const moments = [
  'resolved_at',
  'last_activity_at',
  'due_at',
  'promised_at',
  'first_answered_at',
  'solve_by',
  'finished_at',
]

/** Of one copy. */
const statements = [
  copied('tickets', 'id', [
    ...shifted('id', 'created_at', ...moments),
    `'ticket_number', r.ticket_number + $1::integer * 1000000`,
  ]),
  copied('ticket_comments', 'ticket_id', shifted('id', 'ticket_id', 'created_at', 'stored_at')),
  copied('ticket_changes', 'ticket_id', shifted('id', 'ticket_id', 'created_at')),
  `insert into ticket_search (org_id, ticket_id, created_at, words)
   select r.org_id, pg_temp.earlier(ticket_id, $1), pg_temp.earlier(created_at, $1), words
   from ticket_search r join closed_tickets closed on closed.org_id = r.org_id and closed.id = ticket_id`,
]
