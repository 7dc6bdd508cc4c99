// `npm run docs:schema`: writes docs/schema.md, each table as all migrations together leave it, from the catalogs.
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { startTestServer, TEMPLATE } from '#platform/database/testing/global-setup.ts'

const introduction = `# Schema
Generated from a migrated database by \`npm run docs:schema\`; a test compares the two. What \`protect()\` adds to every table, for its owner and the backup, is left out. Why something is as it is stands in \`migrations/\`.
`

// One row a line, so that objects of any kind sort by table, kind and place or name.
const objects = `
  with tables as (
    select c.oid, c.relname, n.nspname, case n.nspname when 'stodpunkt' then c.relname else n.nspname || '.' || c.relname end as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('stodpunkt', 'auth'))
  select * from (select name, kind, place, text from tables, lateral (
    select 1 as kind, lpad(attnum::text, 4, '0') as place, concat_ws(' ', attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, case when adbin is not null then
        case attgenerated when '' then 'default ' else 'generated as ' end || pg_get_expr(adbin, adrelid) end) as text
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = tables.oid and attnum > 0 and not attisdropped
    union all select 2, conname, format('constraint %s %s', conname, pg_get_constraintdef(c.oid))
    from pg_constraint c where conrelid = tables.oid and contype in ('p', 'u', 'f', 'c', 'x')
    union all select 3, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid = tables.oid
      and not exists (select from pg_constraint c where c.conindid = indexrelid and c.conrelid = tables.oid)
    union all select 4, policyname, concat_ws(' ', 'policy', policyname, 'for', lower(cmd), 'to', array_to_string(roles, ', '),
      'using ' || qual, 'with check ' || with_check)
    from pg_policies p where p.schemaname = nspname and p.tablename = relname
      and policyname not in ('owner_all', 'backup_read')
    union all select 5, grantee || privilege, format('grant %s to %s', privilege || ' (' || string_agg(attname, ', ' order by attnum) || ')', grantee)
    from (select grantee::regrole::text, lower(privilege_type) as privilege, attname, attnum
      from pg_attribute, aclexplode(attacl) where attrelid = tables.oid) of_columns group by grantee, privilege
    union all select 5, grantee::regrole::text, format('grant %s to %s', string_agg(lower(privilege_type), ', ' order by privilege_type), grantee::regrole)
    from pg_class c, aclexplode(relacl) where c.oid = tables.oid and grantee <> c.relowner
      and grantee::regrole::text <> 'stodpunkt_backup' group by grantee
    union all select 6, tgname, pg_get_triggerdef(t.oid) from pg_trigger t where tgrelid = tables.oid and not tgisinternal
  ) of_table
  union all select 'Domains', 0, typname, format('%s as %s constraint %s %s', typname, format_type(typbasetype, null), conname,
    pg_get_constraintdef(c.oid))
  from pg_type t join pg_constraint c on c.contypid = t.oid where typnamespace = 'stodpunkt'::regnamespace) described
  order by name, kind, place collate "C"`

/** The text of docs/schema.md: a section for each table. */
export async function schemaOverview(superuser: pg.Client): Promise<string> {
  await superuser.query('set search_path = stodpunkt')
  const { rows } = await superuser.query<{ name: string; text: string }>(objects)
  const sections = [...Map.groupBy(rows, ({ name }) => name)].map(([name, lines]) =>
    [`## ${name}`, '```sql', ...lines.map(({ text }) => text), '```', ''].join('\n'),
  )
  return [introduction, ...sections]
    .join('\n')
    .replace(/::text\b(?!\[)| ON (stodpunkt|auth)\.\w+(?= (USING|FOR EACH))/g, '')
}

if (import.meta.main) {
  const { server, stop } = await startTestServer()
  const superuser = new pg.Client({ ...server, user: 'postgres', database: TEMPLATE })
  await superuser.connect()
  writeFileSync(new URL('../docs/schema.md', import.meta.url), await schemaOverview(superuser))
  await superuser.end()
  await stop()
}
