-- New tickets without a row that each of them locks until its transaction ends (docs/decisions/037): numbers come from a
-- sequence of the organization, the tabs' counts are spread over rows of which each writer takes a free one.

create function ticket_sequence(org uuid) returns text language sql immutable parallel safe as $$
  select 'stodpunkt.ticket_number_' || replace(org::text, '-', '')
$$;

-- Gives an organization its sequence, which goes on after the highest number that is taken. Never turns it back.
create function start_ticket_numbers(org uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare name constant text := stodpunkt.ticket_sequence(org);
begin
  if to_regclass(name) is null then execute 'create sequence ' || name || ' as integer'; end if;
  perform setval(name::regclass, greatest(1000, max(ticket_number), pg_sequence_last_value(name::regclass)))
  from stodpunkt.tickets where org_id = org;
end $$;
revoke all on function start_ticket_numbers(uuid) from public;
select start_ticket_numbers(id) from organizations;

create function give_ticket_sequence() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.start_ticket_numbers(new.id);
  return null;
end $$;
revoke all on function give_ticket_sequence() from public;
create trigger ticket_sequence after insert on organizations for each row execute function give_ticket_sequence();

-- The actor's organization's next ticket number, from 1001; null for whoever has none. A ticket that is rolled back leaves
-- a gap. No role has a right on the sequences themselves.
create or replace function generate_ticket_number() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (actor.is_staff() or actor.is_customer()) then return null; end if;
  return nextval(stodpunkt.ticket_sequence(actor.org_id())::regclass);
end $$;

-- An organization's counts are the sums of its rows; a single one may be below zero.
create table ticket_counts (
  org_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  active bigint not null,
  archived bigint not null,
  primary key (org_id, id)
);
call protect('ticket_counts');
insert into ticket_counts (org_id, active, archived) select org_id, active, archived from ticket_numbers;

-- Adds to a row that nobody holds, or makes one: nobody waits, and there are as many rows as there were writers at once.
create or replace function add_ticket_counts(org uuid, more_active bigint, more_archived bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if more_active = 0 and more_archived = 0 then return; end if;
  update stodpunkt.ticket_counts set active = active + more_active, archived = archived + more_archived
  where org_id = org
    and id = (select id from stodpunkt.ticket_counts where org_id = org limit 1 for update skip locked);
  if found then return; end if;
  insert into stodpunkt.ticket_counts (org_id, active, archived) values (org, more_active, more_archived);
end $$;

create or replace function count_tickets() returns table (active bigint, archived bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select coalesce(sum(active), 0)::bigint, coalesce(sum(archived), 0)::bigint
  from stodpunkt.ticket_counts where org_id = actor.org_id() and actor.is_staff();
end $$;

create or replace function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
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

drop table ticket_numbers;
