-- Of the hour that autumn repeats, a time of the clock meant the second one, in normal time. from_is_first and to_is_first say
-- that it is the first one, in summer time. Stored rows keep their meaning.
alter table time_entries
  add column from_is_first boolean not null default false,
  add column to_is_first boolean not null default false,
  drop constraint time_entries_not_empty,
  add constraint time_entries_not_empty check (time_from <> time_to or from_is_first and not to_is_first);
grant update (from_is_first, to_is_first) on time_entries to stodpunkt_app;

-- Whether the clocks show a local time twice. `at time zone` means the second one.
create function is_repeated(moment timestamp) returns boolean language sql stable as $$
  select (moment at time zone stodpunkt.business_time_zone() - interval '1 hour')
    at time zone stodpunkt.business_time_zone() = moment
$$;

-- As in 0011, with the hour that autumn repeats: from its first to its second hour a row ends on its own day, also at an
-- earlier or the same time of the clock. elapsedMinutes() in time.rules.ts is the same.
create or replace function set_minutes() returns trigger language plpgsql as $$
declare
  zone constant text := stodpunkt.business_time_zone();
  starts timestamp := new.work_date + new.time_from;
  ends timestamp := new.work_date + new.time_to;
  ends_in_repeated_hour constant boolean := stodpunkt.is_repeated(ends);
begin
  if new.work_date not between stodpunkt.first_work_date() and stodpunkt.last_work_date((now() at time zone zone)::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'time_entries_work_date';
  end if;
  new.from_is_first := new.from_is_first and stodpunkt.is_repeated(starts);
  if new.time_to < new.time_from then
    -- A whole day and the repeated hour; with to_is_first false it would be read as the second hour of the same day.
    if new.from_is_first and new.to_is_first and ends_in_repeated_hour then
      raise exception 'longer than a day' using errcode = 'check_violation', constraint = 'time_entries_minutes_range';
    end if;
    if not (new.from_is_first and ends_in_repeated_hour) then ends := ends + interval '1 day'; end if;
  end if;
  new.to_is_first := new.to_is_first and stodpunkt.is_repeated(ends);
  if starts at time zone zone at time zone zone <> starts then
    raise exception 'time_from does not exist' using errcode = 'check_violation', constraint = 'time_entries_from_exists';
  end if;
  if ends at time zone zone at time zone zone <> ends then
    raise exception 'time_to does not exist' using errcode = 'check_violation', constraint = 'time_entries_to_exists';
  end if;
  new.minutes := extract(epoch from (ends at time zone zone) - (starts at time zone zone)) / 60
    + case when new.from_is_first then 60 else 0 end - case when new.to_is_first then 60 else 0 end;
  return new;
end $$;
drop trigger set_minutes on time_entries;
create trigger set_minutes before insert or update of work_date, time_from, time_to, from_is_first, to_is_first on time_entries
  for each row execute function set_minutes();

create or replace function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.from_is_first, new.to_is_first, new.is_placed, new.description, new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.from_is_first, old.to_is_first, old.is_placed, old.description, old.notes, old.deleted_at);
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

-- Reports and bases copy which of the two hours it was. A row without clock times has none in a report either; basis_rows
-- could always be without. What is stored stays as it was shown.
alter table report_rows
  alter column time_from drop not null,
  alter column time_to drop not null,
  add column from_is_first boolean not null default false,
  add column to_is_first boolean not null default false;
alter table basis_rows
  add column from_is_first boolean not null default false,
  add column to_is_first boolean not null default false;
grant insert (from_is_first, to_is_first) on basis_rows to stodpunkt_app;
