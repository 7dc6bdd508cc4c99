-- Renames objects of 1.0.0 to their names in 1.1.0, and writes live events to a table.

alter table kept_mail rename to stored_mail;
alter table stored_mail rename constraint kept_mail_pkey to stored_mail_pkey;
alter table stored_mail rename constraint kept_mail_link_has_purpose to stored_mail_link_has_purpose;
alter table stored_mail rename constraint kept_mail_purpose_values to stored_mail_purpose_values;
alter index kept_mail_newest rename to stored_mail_newest;
alter function kept_mail_retention() rename to stored_mail_retention;
alter table backup_nights rename column told_at to notified_at;

-- Processes tell each other who has a ticket open (docs/decisions/101).
drop table ticket_viewers;
drop function tell_viewer();

alter function tell_ticket() rename to notify_ticket;
alter function tell_comment() rename to notify_comment;
alter function tell_actor() rename to notify_actor;
alter function tell_customer() rename to notify_customer;
alter function tell_enquiry() rename to notify_enquiry;
alter function tell_enquiry_removed() rename to notify_enquiry_removed;
alter trigger tell on tickets rename to notify;
alter trigger tell on ticket_comments rename to notify;
alter trigger tell on profiles rename to notify;
alter trigger tell on user_roles rename to notify;
alter trigger tell on customer_users rename to notify;
alter trigger tell on customers rename to notify;
alter trigger tell on enquiries rename to notify;
alter trigger tell on enquiry_replies rename to notify;
alter trigger tell_removed on enquiries rename to notify_removed;

alter trigger tell on auth.sessions rename to notify;
alter trigger tell on auth.users rename to notify;

-- Live events: ids and no content, written by triggers and read by every process (docs/decisions/100). A transaction that
-- sends NOTIFY waits at its commit for every other one that does; one that inserts a row does not. Unlogged: after a crash
-- every process has to reconnect, and its streams refetch everything.
-- An identity of an unlogged table would have an unlogged sequence, which PostgreSQL 15 cannot read on a promoted replica.
create sequence live_changes_order;
create unlogged table live_changes (
  xact xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('live_changes_order'),
  change jsonb not null,
  primary key (xact, id)
);
call protect('live_changes');
drop policy backup_read on live_changes;
revoke all on live_changes from stodpunkt_backup;
create policy jobs_read on live_changes to stodpunkt_jobs using (true);
grant select, delete on live_changes to stodpunkt_jobs;

create function announce(change jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.live_changes (change) values (announce.change);
end $$;
revoke all on function announce(jsonb) from public;
grant execute on function announce(jsonb) to stodpunkt_app, stodpunkt_auth, stodpunkt_site, stodpunkt_jobs;

-- Rights that end are also sent with NOTIFY: streams end without waiting for the next read. Of the rows of one
-- read, it is passed before the changes.
create or replace function notify_actor() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare change constant jsonb := jsonb_build_object('about', 'actor', 'user', to_jsonb(coalesce(new, old)) ->> tg_argv[0]);
begin
  perform stodpunkt.announce(change), pg_notify('live', change::text);
  return null;
end $$;

create or replace function notify_customer() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare change constant jsonb := jsonb_build_object('about', 'actor', 'org', new.org_id, 'customer', new.id);
begin
  perform stodpunkt.announce(change), pg_notify('live', change::text);
  return null;
end $$;

create or replace function notify_enquiry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'enquiry', 'org', new.org_id,
    'enquiry', to_jsonb(new) ->> tg_argv[0]));
  return null;
end $$;

create or replace function notify_enquiry_removed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'enquiry', 'org', old.org_id, 'enquiry', old.id));
  return null;
end $$;

-- Jobs are added to the queue by a process, in batches: the queue's own function sends NOTIFY. Its rows are deleted in the
-- same transaction, so that a job is added once.
set local role stodpunkt_jobs;
create table jobs.outbox (
  id bigint generated always as identity primary key,
  task text not null constraint outbox_task_length check (length(task) between 1 and 128),
  payload json not null,
  max_attempts integer not null constraint outbox_max_attempts_range check (max_attempts between 1 and 100),
  run_at timestamptz not null default now()
);

create or replace function jobs.enqueue(task text, payload json, attempts integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.outbox (task, payload, max_attempts) values (enqueue.task, enqueue.payload, attempts);
end $$;

-- Moves a batch to the queue. Returns whether there may be more; false as well while another process moves.
create function jobs.move_outbox() returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  batch constant integer := 500;
  count integer;
begin
  if not exists (select from jobs.outbox)
      or not pg_try_advisory_xact_lock(hashtextextended('jobs.outbox', 0)) then
    return false;
  end if;
  with moved as (
    delete from jobs.outbox where id in (select id from jobs.outbox order by id limit batch) returning *),
  specs as (
    select array_agg((task, payload, null, run_at, max_attempts, null, null, null)::graphile_worker.job_spec order by id) as specs
    from moved)
  select added.count into strict count
  from specs, lateral (select count(*) from graphile_worker.add_jobs(specs.specs)) as added;
  return count = batch;
end $$;
revoke all on function jobs.move_outbox() from public;

-- Until which minute each scheduled task has been added to the queue.
create table jobs.scheduled_tasks (
  task text primary key constraint scheduled_tasks_task_length check (length(task) between 1 and 128),
  checked_until timestamptz not null
);
set local role stodpunkt_owner;
