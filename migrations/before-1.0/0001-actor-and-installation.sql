-- The actor of a transaction: who is asking, for which organization. Set once per transaction by the scope statement
-- (src/db/scope.ts); empty means nobody. Outside a transaction a custom setting is '' and not null, hence nullif.
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

grant usage on schema actor to stodpunkt_app, stodpunkt_auth;

-- Facts of the whole installation: fingerprints of the keys, the collation version the text indexes were built with.
create table installation (
  fact text primary key,
  value text not null
);

create extension if not exists pg_trgm;

-- Every table is closed to everyone but its owner until a policy opens it, also to queries that forget the organization.
-- The owner (migrations, first start, demo) has a policy of its own: a forced owner without one silently sees 0 rows.
create procedure protect(table_name text) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', table_name::regclass);
  execute format('alter table %s force row level security', table_name::regclass);
  execute format('create policy owner_all on %s to stodpunkt_owner using (true) with check (true)', table_name::regclass);
end $$;
call protect('installation');
