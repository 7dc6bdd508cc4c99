-- When this database was created or restored: no backup is missing before its first night.
create function installed_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select min(applied_at) from stodpunkt.migrations
$$;
revoke all on function installed_at() from public;
grant execute on function installed_at() to stodpunkt_app, stodpunkt_backup;

-- How long the response of a creating request is repeated. An expired key can be claimed again, and a job deletes it.
create function idempotency_key_retention() returns interval language sql immutable parallel safe as $$ select interval '24 hours' $$;
revoke delete on idempotency_keys from stodpunkt_app;
create policy jobs_read on idempotency_keys for select to stodpunkt_jobs
  using (created_at < now() - idempotency_key_retention());
create policy jobs_delete on idempotency_keys for delete to stodpunkt_jobs
  using (created_at < now() - idempotency_key_retention());
grant select (created_at), delete on idempotency_keys to stodpunkt_jobs;
