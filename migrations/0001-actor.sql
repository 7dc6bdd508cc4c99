-- The actor of a transaction: which login sends the request, and for which organization. The scope statement
-- (src/db/scope.ts) sets it once per transaction; empty means no actor. Outside a transaction a custom setting is '' and
-- not null, hence nullif.
create schema actor;

create function actor.org_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.org_id', true), '')::uuid $$;
create function actor.user_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
create function actor.customer_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.customer_id', true), '')::uuid $$;
create function actor.is_staff() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.role', true) in ('technician', 'admin'), false) $$;
create function actor.is_admin() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.role', true) = 'admin', false) $$;
create function actor.is_customer() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.role', true) = 'customer', false) $$;

-- Closes a table to everyone but its owner until a policy opens it, also for queries that forget the organization. The
-- owner (migrations, first start, demo) has a policy of its own: with forced row-level security an owner without one
-- silently sees 0 rows. A new table is part of backups unless its migration drops that policy.
create procedure protect(table_name text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name::regclass);
  execute format('alter table %s force row level security', table_name::regclass);
  execute format('create policy owner_all on %s to stodpunkt_owner using (true) with check (true)', table_name::regclass);
  execute format('create policy backup_read on %s for select to stodpunkt_backup using (true)', table_name::regclass);
  execute format('grant select on %s to stodpunkt_backup', table_name::regclass);
end $$;

-- A text without visible characters counts as none, wherever a text is required. The same as `isBlank` in
-- src/lib/text.rules.ts. Triggers instead of check constraints: a check that older rows violate would refuse every later
-- change of them. Only what is written is judged.
create function is_blank(given text) returns boolean language sql immutable parallel safe as $$
  select given !~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
$$;

create function refuse_blank() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a text that shows nothing' using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
end $$;
revoke all on function refuse_blank() from public;
grant usage on schema actor to stodpunkt_app, stodpunkt_auth;

create extension if not exists pg_trgm;

-- Facts of the whole installation: fingerprints of the keys, and the collation version of the text indexes.
create table installation (
  fact text primary key,
  value text not null
);

call protect('installation');
