-- Adding a job is part of the change it follows: it is there when the transaction is, and never otherwise. The queue
-- (graphile_worker, brought up after this step) belongs to stodpunkt_jobs; the other roles may add to it and see nothing.
set local role stodpunkt_jobs;
create schema jobs;
create function jobs.enqueue(task text, payload json, attempts integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, max_attempts => attempts);
end $$;
revoke all on function jobs.enqueue(text, json, integer) from public;
grant usage on schema jobs to stodpunkt_app, stodpunkt_auth, stodpunkt_site, stodpunkt_owner;
grant execute on function jobs.enqueue(text, json, integer) to stodpunkt_app, stodpunkt_auth, stodpunkt_site, stodpunkt_owner;
set local role stodpunkt_owner;
