-- What each member of staff has worked on each day, reported or not (docs/decisions/026): the dashboard's weeks and month. A
-- row for the day alone would be written by everybody who logs time that day; this one has one writer.
create table daily_time_sums (
  org_id uuid not null references organizations,
  work_date date not null,
  user_id uuid not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, work_date, user_id),
  constraint daily_time_sums_technician foreign key (org_id, user_id) references profiles (org_id, id),
  constraint daily_time_sums_positive check (entries >= 0 and minutes >= 0)
);
call protect('daily_time_sums');
create policy staff_read on daily_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on daily_time_sums to stodpunkt_app;

create function add_daily_time(org uuid, day date, technician uuid, more_entries bigint, more_minutes bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.daily_time_sums set entries = entries + more_entries, minutes = minutes + more_minutes
  where org_id = org and work_date = day and user_id = technician;
  if found then return; end if;
  insert into stodpunkt.daily_time_sums values (org, day, technician, more_entries, more_minutes)
  on conflict (org_id, work_date, user_id) do update
    set entries = daily_time_sums.entries + more_entries, minutes = daily_time_sums.minutes + more_minutes;
end $$;
revoke all on function add_daily_time(uuid, date, uuid, bigint, bigint) from public;

-- As in 0025, with the days.
create or replace function sum_whole_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_open_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where not reported and deleted_at is null group by 1, 2 order by 1, 2) sums;
  perform stodpunkt.add_reported_time(org_id, year, entries, minutes) from (
    select org_id, extract(year from work_date)::integer as year, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where reported and deleted_at is null group by 1, 2 order by 1, 2) sums;
  perform stodpunkt.add_daily_time(org_id, work_date, user_id, entries, minutes) from (
    select org_id, work_date, user_id, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where deleted_at is null group by 1, 2, 3 order by 1, 2, 3) sums;
  return null;
end $$;

create or replace function sum_changed_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_open_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sum(entry) as entries, sum(minutes) as minutes from (
      select org_id, customer_id, 1 as entry, minutes from new_entries where not reported and deleted_at is null
      union all
      select org_id, customer_id, -1, -minutes from old_entries where not reported and deleted_at is null) changes
    group by 1, 2 having sum(entry) <> 0 or sum(minutes) <> 0 order by 1, 2) sums;
  perform stodpunkt.add_reported_time(org_id, year, entries, minutes) from (
    select org_id, year, sum(entry) as entries, sum(minutes) as minutes from (
      select org_id, extract(year from work_date)::integer as year, 1 as entry, minutes
      from new_entries where reported and deleted_at is null
      union all
      select org_id, extract(year from work_date)::integer, -1, -minutes
      from old_entries where reported and deleted_at is null) changes
    group by 1, 2 having sum(entry) <> 0 or sum(minutes) <> 0 order by 1, 2) sums;
  perform stodpunkt.add_daily_time(org_id, work_date, user_id, entries, minutes) from (
    select org_id, work_date, user_id, sum(entry) as entries, sum(minutes) as minutes from (
      select org_id, work_date, user_id, 1 as entry, minutes from new_entries where deleted_at is null
      union all
      select org_id, work_date, user_id, -1, -minutes from old_entries where deleted_at is null) changes
    group by 1, 2, 3 having sum(entry) <> 0 or sum(minutes) <> 0 order by 1, 2, 3) sums;
  return null;
end $$;

create or replace function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table stodpunkt.time_entries, stodpunkt.tickets in share row exclusive mode;
  delete from stodpunkt.open_time_sums;
  delete from stodpunkt.reported_time_sums;
  delete from stodpunkt.daily_time_sums;
  insert into stodpunkt.open_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries
  where not reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.reported_time_sums
  select org_id, extract(year from work_date), count(*), sum(minutes) from stodpunkt.time_entries
  where reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.daily_time_sums
  select org_id, work_date, user_id, count(*), sum(minutes) from stodpunkt.time_entries
  where deleted_at is null group by 1, 2, 3;
  update stodpunkt.ticket_numbers numbers set
    (active, archived) = (select count(*) filter (where status <> 'closed'), count(*) filter (where status = 'closed')
      from stodpunkt.tickets where tickets.org_id = numbers.org_id);
end $$;
select recount_sums();
