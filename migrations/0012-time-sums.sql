-- Aggregates that are read often, maintained by triggers (docs/decisions/026): unreported time per customer, and reported
-- time per year. Computing them would read an index entry of every row.
create table open_time_sums (
  org_id uuid not null references organizations,
  customer_id uuid not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, customer_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  constraint open_time_sums_positive check (entries >= 0 and minutes >= 0)
);

call protect('open_time_sums');
create policy staff_read on open_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on open_time_sums to stodpunkt_app;

create table reported_time_sums (
  org_id uuid not null references organizations,
  year integer not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, year),
  constraint reported_time_sums_positive check (entries >= 0 and minutes >= 0)
);

call protect('reported_time_sums');
create policy staff_read on reported_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on reported_time_sums to stodpunkt_app;

-- Time of each member of staff per day, reported or not (docs/decisions/026): the dashboard's weeks and month. Per person,
-- so that two people who log time on the same day do not wait for each other.
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

create function add_open_time(org uuid, customer uuid, more_entries bigint, more_minutes bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.open_time_sums set entries = entries + more_entries, minutes = minutes + more_minutes
  where org_id = org and customer_id = customer;
  if found then return; end if;
  insert into stodpunkt.open_time_sums values (org, customer, more_entries, more_minutes)
  on conflict (org_id, customer_id) do update
    set entries = open_time_sums.entries + more_entries, minutes = open_time_sums.minutes + more_minutes;
end $$;
revoke all on function add_open_time(uuid, uuid, bigint, bigint) from public;

create function add_reported_time(org uuid, of_year integer, more_entries bigint, more_minutes bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.reported_time_sums set entries = entries + more_entries, minutes = minutes + more_minutes
  where org_id = org and year = of_year;
  if found then return; end if;
  insert into stodpunkt.reported_time_sums values (org, of_year, more_entries, more_minutes)
  on conflict (org_id, year) do update
    set entries = reported_time_sums.entries + more_entries, minutes = reported_time_sums.minutes + more_minutes;
end $$;
revoke all on function add_reported_time(uuid, integer, bigint, bigint) from public;

-- Once per statement and always in the same order, so that concurrent statements wait for each other without a deadlock. For
-- rows inserted (1) or deleted (-1).
create function sum_whole_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
revoke all on function sum_whole_time() from public;

create trigger sums after insert on time_entries referencing new table as whole_entries
  for each statement execute function sum_whole_time('1');
create trigger sums_gone after delete on time_entries referencing old table as whole_entries
  for each statement execute function sum_whole_time('-1');

create function sum_changed_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
revoke all on function sum_changed_time() from public;

create trigger sums_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement execute function sum_changed_time();

-- Recomputes all aggregates; for the owner, in case `npm run doctor` reports a wrong one. Writers wait for it.
create function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table stodpunkt.time_entries, stodpunkt.tickets in share row exclusive mode;
  delete from stodpunkt.open_time_sums;
  delete from stodpunkt.reported_time_sums;
  delete from stodpunkt.daily_time_sums;
  delete from stodpunkt.ticket_counts;
  insert into stodpunkt.open_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries
  where not reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.reported_time_sums
  select org_id, extract(year from work_date), count(*), sum(minutes) from stodpunkt.time_entries
  where reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.daily_time_sums
  select org_id, work_date, user_id, count(*), sum(minutes) from stodpunkt.time_entries
  where deleted_at is null group by 1, 2, 3;
  insert into stodpunkt.ticket_counts (org_id, active, archived)
  select org_id, count(*) filter (where status <> 'closed'), count(*) filter (where status = 'closed')
  from stodpunkt.tickets group by 1;
end $$;
revoke all on function recount_sums() from public;

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

call protect('daily_time_sums');
create policy staff_read on daily_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on daily_time_sums to stodpunkt_app;
