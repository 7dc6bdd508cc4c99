-- When this database was created or restored: no backup is missing before its first night.
create function installed_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(applied_at) from stodpunkt.migrations
$$;
revoke all on function installed_at() from public;
grant execute on function installed_at() to stodpunkt_app, stodpunkt_backup;
