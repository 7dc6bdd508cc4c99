-- The sums that are asked for most, added to as entries come and change (docs/decisions/026): what is not reported, for each
-- customer, and what is, for each year. Added up anew they read an index entry of every row there is.
create table open_time_sums (
  org_id uuid not null references organizations,
  customer_id uuid not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, customer_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  constraint open_time_sums_positive check (entries >= 0 and minutes >= 0)
);
create table reported_time_sums (
  org_id uuid not null references organizations,
  year integer not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, year),
  constraint reported_time_sums_positive check (entries >= 0 and minutes >= 0)
);

call protect('open_time_sums');
call protect('reported_time_sums');
create policy staff_read on open_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_read on reported_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on open_time_sums, reported_time_sums to stodpunkt_app;

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
revoke all on function add_open_time(uuid, uuid, bigint, bigint), add_reported_time(uuid, integer, bigint, bigint) from public;

-- Once a statement, always in the same order, so that two who mark at once wait for each other and never in a circle.
-- Of entries that came (1) or went (-1).
create function sum_whole_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_open_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where not reported and deleted_at is null group by 1, 2 order by 1, 2) sums;
  perform stodpunkt.add_reported_time(org_id, year, entries, minutes) from (
    select org_id, extract(year from work_date)::integer as year, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where reported and deleted_at is null group by 1, 2 order by 1, 2) sums;
  return null;
end $$;
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
  return null;
end $$;
create trigger sums_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement execute function sum_changed_time();
revoke all on function sum_whole_time(), sum_changed_time() from public;

-- For the owner alone, should a sum ever not be that of its rows (npm run doctor tells). Writers wait meanwhile.
create function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table stodpunkt.time_entries, stodpunkt.tickets in share row exclusive mode;
  delete from stodpunkt.open_time_sums;
  delete from stodpunkt.reported_time_sums;
  insert into stodpunkt.open_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries
  where not reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.reported_time_sums
  select org_id, extract(year from work_date), count(*), sum(minutes) from stodpunkt.time_entries
  where reported and deleted_at is null group by 1, 2;
  update stodpunkt.ticket_numbers numbers set
    (active, archived) = (select count(*) filter (where status <> 'closed'), count(*) filter (where status = 'closed')
      from stodpunkt.tickets where tickets.org_id = numbers.org_id);
end $$;
revoke all on function recount_sums() from public;
select recount_sums();
