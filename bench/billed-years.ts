// Years of billed months, of which the demo of this size has none: what the lists of billing read beside their own month.
import type { Build } from './stage.ts'

/** The company bills since then. */
export const BILLED_YEARS = 5
/** The share of the customers that are billed every month, in the order of the list. */
const SHARE = 0.2
const LINES = 6

/** Copies one basis of last month to every earlier month of the customers, with lines of their charges and the rows of their time. */
export async function prepareBilledYears({ query, portalPeople, data: { orgId, invoiceBases } }: Build) {
  await query('begin')
  // Without triggers and foreign keys: the rows are as billing leaves them.
  await query('set local session_replication_role = replica')
  await query(
    `insert into invoice_bases select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
       'customer_id', c.id, 'customer_name', c.name, 'month', first::date, 'state', 'billed', 'created_at', first + interval '32 days',
       'billed_at', first + interval '35 days', 'number_year', extract(year from first)::int,
       'number', row_number() over (order by first, c.id)))).*
     from (select id, name from customers where org_id = $1 and archived_at is null
         order by name collate "sv-SE-x-icu", id limit (select ($3::float8 * count(*))::bigint from customers where org_id = $1)) c,
       invoice_bases b, generate_series(b.month - interval '${BILLED_YEARS} years', b.month - interval '1 month', '1 month') first
     where b.org_id = $1 and b.id = $2`,
    [orgId, invoiceBases[0], SHARE],
  )
  await query(
    `insert into invoice_basis_lines (org_id, basis_id, position, kind, article, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut)
     select org_id, id, position, 'remote', 'Fjärrhjälp', 1, 1, 'tim', 100000, 100000, 25, false
     from invoice_bases, generate_series(1, ${LINES}) position where org_id = $1 and state = 'billed'`,
    [orgId],
  )
  await query(
    `insert into invoice_basis_lines (org_id, basis_id, position, kind, article, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut,
       charge_id, period_from, period_to, charged)
     select b.org_id, b.id, ${LINES} + row_number() over (partition by b.id order by c.id), 'charge', 'Licens', 1, 1, 'st', 10000, 10000, 25,
       false, c.id, b.month, last, jsonb_build_object('priceOre', 10000, 'basisPoints', null, 'amountOre', null,
         'spans', jsonb_build_array(jsonb_build_object('from', b.month, 'to', last, 'hundredths', 100)))
     from invoice_bases b join charges c on c.org_id = b.org_id and c.customer_id = b.customer_id and c.period = 'month'
         and c.starts_on <= b.month,
       lateral (select (b.month + interval '1 month - 1 day')::date as last) ends
     where b.org_id = $1 and b.state = 'billed'`,
    [orgId],
  )
  await query(
    `insert into invoice_basis_rows (org_id, basis_id, position, source, source_id, version, work_date, time_from, time_to, kind,
       description, minutes, charged_minutes, after_hours_minutes, lines, is_billed)
     select e.org_id, b.id, row_number() over (partition by b.id order by e.id), 'time', e.id, e.version, e.work_date, e.time_from,
       e.time_to, e.kind, e.description, e.minutes, e.minutes, 0, '{1}', true
     from time_entries e join invoice_bases b on b.org_id = e.org_id and b.customer_id = e.customer_id
       and b.month = date_trunc('month', e.work_date)::date
     where e.org_id = $1 and e.deleted_at is null and b.state = 'billed'`,
    [orgId],
  )
  await query('commit')
  await query('analyze invoice_bases, invoice_basis_lines, invoice_basis_rows')
  const { rows } = await query<{ userId: string; id: string }>(
    `select l.user_id as "userId", b.id from customer_users l
       join invoice_bases b on b.org_id = l.org_id and b.customer_id = l.customer_id
     where l.org_id = $1 and l.approves_time and b.state = 'billed' order by b.id`,
    [orgId],
  )
  for (const person of portalPeople)
    person.invoiceBases.push(...rows.flatMap(({ userId, id }) => (userId === person.userId ? [id] : [])))
}
