-- A job is part of the transaction that enqueues it. The queue (graphile_worker, created after the migrations) belongs to
-- stodpunkt_jobs; other roles may enqueue and read nothing.
set local role stodpunkt_jobs;
create schema jobs;
create function jobs.enqueue(task text, payload json, attempts integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, max_attempts => attempts);
end $$;
revoke all on function jobs.enqueue(text, json, integer) from public;
grant usage on schema jobs to stodpunkt_app, stodpunkt_auth, stodpunkt_site, stodpunkt_owner,
  stodpunkt_backup;
grant execute on function jobs.enqueue(text, json, integer) to stodpunkt_app, stodpunkt_auth, stodpunkt_site,
  stodpunkt_owner, stodpunkt_backup;
set local role stodpunkt_owner;

create function kept_mail_retention() returns interval language sql immutable parallel safe
  as $$ select interval '90 days' $$;

-- Mail that could not be sent because no mail server is configured, for administrators to read. The token of a link is
-- never stored: `body` has a placeholder for it, and a new link is created on request.
create table kept_mail (
  org_id uuid not null references organizations,
  id uuid not null,
  to_address text not null,
  subject text not null,
  body text not null,
  link_for uuid references auth.users on delete cascade,
  link_purpose text constraint kept_mail_purpose_values check (link_purpose in ('recovery', 'invitation')),
  constraint kept_mail_link_has_purpose check ((link_for is null) = (link_purpose is null)),
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index kept_mail_newest on kept_mail (org_id, created_at desc, id desc);

call protect('kept_mail');
create policy admin_read on kept_mail for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant select on kept_mail to stodpunkt_app;
create policy jobs_keep on kept_mail for insert to stodpunkt_jobs with check (true);
create policy jobs_forget on kept_mail for delete to stodpunkt_jobs using (created_at < now() - kept_mail_retention());
create policy jobs_read on kept_mail for select to stodpunkt_jobs using (created_at < now() - kept_mail_retention());
grant insert, delete, select (created_at) on kept_mail to stodpunkt_jobs;

-- Attempts to hand a mail to the mail server, one row per job: written before the attempt, so that a mail whose outcome is
-- unknown is sent at most once more. `unclear` counts the attempts without a known outcome.
create table mail_handovers (
  job text primary key constraint mail_handovers_job_length check (length(job) <= 100),
  unclear smallint not null default 0 constraint mail_handovers_unclear_limit check (unclear between 0 and 2),
  sent_at timestamptz,
  begun_at timestamptz not null default now()
);
create index mail_handovers_age on mail_handovers (begun_at);

-- Part of the queue, which backups do not hold.
call protect('mail_handovers');
drop policy backup_read on mail_handovers;
revoke all on mail_handovers from stodpunkt_backup;
create policy jobs_note on mail_handovers to stodpunkt_jobs using (true) with check (true);
grant select, insert (job, unclear, sent_at), update (unclear, sent_at), delete on mail_handovers to stodpunkt_jobs;
