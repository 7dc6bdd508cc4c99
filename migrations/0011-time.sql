-- The text of a row for searching: lower case, each word after a space.
create function archive_text(first text, second text default null) returns text language sql immutable parallel safe as $$
  select ' ' || lower((coalesce(first, '') || ' ' || coalesce(second, '')) collate "sv-SE-x-icu")
$$;

-- The dates that work can have, in the time zone of the business. dates.rules.ts has the same.
create function business_time_zone() returns text language sql immutable parallel safe
  as $$ select 'Europe/Stockholm' $$;

create function first_work_date() returns date language sql immutable parallel safe
  as $$ select date '2000-01-01' $$;

create function last_work_date(today date) returns date language sql immutable parallel safe
  as $$ select (today + interval '1 year')::date $$;

create table time_entries (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  customer_id uuid not null,
  work_date date not null,
  time_from time(0) not null,
  time_to time(0) not null,
  minutes integer not null constraint time_entries_minutes_range check (minutes between 1 and 1499),
  description text constraint time_entries_description_length check (length(description) <= 5000),
  notes text constraint time_entries_notes_length check (length(notes) <= 5000),
  created_by uuid not null references auth.users,
  reported boolean not null default false,
  reported_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- The text that the archive search reads; stored, so that it is not normalised again for each row.
  said text not null generated always as (archive_text(description, notes)) stored,
  primary key (org_id, id),
  constraint time_entries_reported check (reported = (reported_at is not null)),
  constraint time_entries_reported_kept check (not (reported and deleted_at is not null)),
  constraint time_entries_not_empty check (time_from <> time_to),
  constraint time_entries_whole_minutes check (extract(second from time_from) = 0 and extract(second from time_to) = 0),
  constraint time_entries_technician foreign key (org_id, user_id) references profiles (org_id, id),
  constraint time_entries_customer foreign key (org_id, customer_id) references customers
)
-- A current visibility map lets sums be read from an index alone. By default the vacuum waits for a fifth of the table.
with (autovacuum_vacuum_insert_scale_factor = 0.005, autovacuum_vacuum_scale_factor = 0.01);
create index time_entries_all on time_entries (org_id, work_date desc, id desc) include (minutes) where deleted_at is null;
create index time_entries_active on time_entries (org_id, work_date desc, id desc) where not reported and deleted_at is null;
create index time_entries_unreported on time_entries (org_id, customer_id) include (minutes)
  where not reported and deleted_at is null;
create index time_entries_by_customer on time_entries (org_id, customer_id, work_date desc, id desc) include (minutes)
  where deleted_at is null;

-- The archive: reported time by newest work date.

create index time_entries_reported on time_entries (org_id, work_date desc, id desc) include (minutes)
  where reported and deleted_at is null;
create index time_entries_reported_by on time_entries (org_id, user_id) where reported and deleted_at is null;
create index time_entries_texts on time_entries using gin (said gin_trgm_ops) where reported and deleted_at is null;

-- Elapsed minutes in Europe/Stockholm, stored once: a later time-zone table never changes history. A `to` before `from` is
-- the next day. A local time that the clock change in spring skips is refused.
create function set_minutes() returns trigger language plpgsql as $$
declare
  zone constant text := stodpunkt.business_time_zone();
  starts timestamp := new.work_date + new.time_from;
  ends timestamp := new.work_date + new.time_to + case when new.time_to < new.time_from then interval '1 day' else interval '0' end;
begin
  if new.work_date not between stodpunkt.first_work_date() and stodpunkt.last_work_date((now() at time zone zone)::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'time_entries_work_date';
  end if;
  if starts at time zone zone at time zone zone <> starts then
    raise exception 'time_from does not exist' using errcode = 'check_violation', constraint = 'time_entries_from_exists';
  end if;
  if ends at time zone zone at time zone zone <> ends then
    raise exception 'time_to does not exist' using errcode = 'check_violation', constraint = 'time_entries_to_exists';
  end if;
  new.minutes := extract(epoch from (ends at time zone zone) - (starts at time zone zone)) / 60;
  return new;
end $$;
create trigger set_minutes before insert or update of work_date, time_from, time_to on time_entries
  for each row execute function set_minutes();

-- All staff mark and reactivate rows; only the technician and administrators change their content; a reported row is locked.
-- Row-level security cannot distinguish columns, so a trigger does.
create function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.work_date, new.time_from, new.time_to, new.description, new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.work_date, old.time_from, old.time_to, old.description, old.notes, old.deleted_at);
begin
  if not is_content_changed then return new; end if;
  if old.reported then
    raise exception 'a reported row is locked' using errcode = 'check_violation', constraint = 'time_entries_locked';
  end if;
  if not actor.is_admin() and (old.user_id <> actor.user_id() or new.user_id <> actor.user_id()) then
    raise exception 'only the technician or an administrator changes a time entry' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_time_entry before update on time_entries for each row execute function guard_time_entry();

create function guard_technician() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.user_id <> old.user_id then
    perform stodpunkt.refuse_inactive(new.user_id, 'technician_is_active');
  end if;
  return new;
end $$;
revoke all on function guard_technician() from public;

create trigger guard_technician before insert or update of user_id on time_entries for each row
  execute function guard_technician();

call protect('time_entries');
create policy staff_read on time_entries for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy technician_create on time_entries for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id()
    and user_id = actor.user_id() and not reported);
create policy admin_create on time_entries for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id() and not reported);
create policy staff_change on time_entries for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on time_entries to stodpunkt_app;
grant update (user_id, customer_id, work_date, time_from, time_to, description, notes, reported, reported_at, deleted_at,
  version) on time_entries to stodpunkt_app;
