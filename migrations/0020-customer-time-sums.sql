-- Time of each customer, reported or not (docs/decisions/026): the customer's page. Adding it up would read every time entry
-- of the customer.
create table customer_time_sums (
  org_id uuid not null references organizations,
  customer_id uuid not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, customer_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  constraint customer_time_sums_positive check (entries >= 0 and minutes >= 0)
);

call protect('customer_time_sums');
create policy staff_read on customer_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on customer_time_sums to stodpunkt_app;

insert into customer_time_sums
select org_id, customer_id, count(*), sum(minutes) from time_entries where deleted_at is null group by 1, 2;

create function add_customer_time(org uuid, customer uuid, more_entries bigint, more_minutes bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.customer_time_sums set entries = entries + more_entries, minutes = minutes + more_minutes
  where org_id = org and customer_id = customer;
  if found then return; end if;
  insert into stodpunkt.customer_time_sums values (org, customer, more_entries, more_minutes)
  on conflict (org_id, customer_id) do update
    set entries = customer_time_sums.entries + more_entries, minutes = customer_time_sums.minutes + more_minutes;
end $$;
revoke all on function add_customer_time(uuid, uuid, bigint, bigint) from public;

-- The names of the triggers sort after those of the other sums: each statement locks the sums in the same order.
create function sum_whole_customer_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_customer_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where deleted_at is null group by 1, 2 order by 1, 2) sums;
  return null;
end $$;
revoke all on function sum_whole_customer_time() from public;

create trigger sums_of_customer after insert on time_entries referencing new table as whole_entries
  for each statement execute function sum_whole_customer_time('1');
create trigger sums_of_customer_gone after delete on time_entries referencing old table as whole_entries
  for each statement execute function sum_whole_customer_time('-1');

create function sum_changed_customer_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_customer_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sum(entry) as entries, sum(minutes) as minutes from (
      select org_id, customer_id, 1 as entry, minutes from new_entries where deleted_at is null
      union all
      select org_id, customer_id, -1, -minutes from old_entries where deleted_at is null) changes
    group by 1, 2 having sum(entry) <> 0 or sum(minutes) <> 0 order by 1, 2) sums;
  return null;
end $$;
revoke all on function sum_changed_customer_time() from public;

create trigger sums_of_customer_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement execute function sum_changed_customer_time();

alter function recount_sums() rename to recount_other_sums;

-- Recomputes all aggregates; for the owner, in case `npm run doctor` reports a wrong one. Writers wait for it.
create function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.recount_other_sums();
  delete from stodpunkt.customer_time_sums;
  insert into stodpunkt.customer_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries where deleted_at is null group by 1, 2;
end $$;
revoke all on function recount_sums() from public;
