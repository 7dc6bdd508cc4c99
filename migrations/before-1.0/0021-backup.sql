-- Backup reads as a role of its own, through a named policy on each table; what became of each backup, and which keys an
-- administrator has said are kept somewhere else. See docs/decisions/020.
grant usage on schema auth to stodpunkt_backup;

-- Not read: sessions and what proves them (everybody signs in again), counters, who is looking right now, what is built
-- from the rest, and the schema's own book (docs/decisions/020; src/db/backup/tables.ts has the same list).
do $$
declare kept regclass;
begin
  for kept in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('stodpunkt', 'auth') and c.relkind in ('r', 'p') and c.relname not in ('migrations', 'sessions',
      'refresh_tokens', 'one_time_tokens', 'attempts', 'ticket_viewers', 'ticket_search', 'ticket_words')
  loop
    execute format('create policy backup_read on %s for select to stodpunkt_backup using (true)', kept);
    execute format('grant select on %s to stodpunkt_backup', kept);
  end loop;
end $$;

-- A new table is in the backup unless its migration takes that back.
create or replace procedure protect(table_name text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name::regclass);
  execute format('alter table %s force row level security', table_name::regclass);
  execute format('create policy owner_all on %s to stodpunkt_owner using (true) with check (true)', table_name::regclass);
  execute format('create policy backup_read on %s for select to stodpunkt_backup using (true)', table_name::regclass);
  execute format('grant select on %s to stodpunkt_backup', table_name::regclass);
end $$;

-- Of the installation, like the keys: one line a backup, good or failed.
create table backups (
  id uuid primary key,
  finished_at timestamptz not null default now(),
  kind text not null constraint backups_kind check (kind in ('asked', 'nightly', 'before_migration')),
  -- The name without the folder.
  file text,
  bytes bigint,
  has_keys boolean not null default false,
  failure text,
  check ((file is null) = (bytes is null) and (file is null) = (failure is not null))
);
create index backups_newest on backups (finished_at desc);
call protect('backups');
drop policy backup_read on backups;
create policy backup_all on backups to stodpunkt_backup using (true) with check (true);
grant insert, delete on backups to stodpunkt_backup;
create policy admin_read on backups for select to stodpunkt_app using (actor.is_admin());
grant select on backups to stodpunkt_app;

-- The fingerprint is of all the keys: a new key asks for a new copy.
create table key_copies (
  fingerprint text primary key,
  confirmed_by uuid not null references auth.users,
  confirmed_at timestamptz not null default now()
);
call protect('key_copies');
create policy admin_read on key_copies for select to stodpunkt_app using (actor.is_admin());
create policy admin_confirm on key_copies for insert to stodpunkt_app
  with check (actor.is_admin() and confirmed_by = actor.user_id());
grant select (fingerprint, confirmed_at), insert on key_copies to stodpunkt_app;
