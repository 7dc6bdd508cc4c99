-- The administrators are told once when an organization's files take most of its quota, and again after they took less.
create function file_quota_told_percent() returns integer language sql immutable parallel safe as $$ select 80 $$;

alter table file_usage add told_at timestamptz;
create policy jobs_tell on file_usage to stodpunkt_jobs using (true) with check (true);
grant select, update (told_at) on file_usage to stodpunkt_jobs;
