-- How many tickets the tabs hold, counted as they come and go: counting them anew read every ticket there is at each look
-- at the list. The row is the one that a new ticket locks for its number already; closing and reopening wait there too.
alter table ticket_numbers
  add column active integer not null default 0,
  add column archived integer not null default 0,
  add constraint ticket_numbers_counts check (active >= 0 and archived >= 0);
update ticket_numbers counts set active = found.active, archived = found.archived
from (
  select org_id, count(*) filter (where status <> 'closed') as active, count(*) filter (where status = 'closed') as archived
  from tickets group by org_id
) found
where found.org_id = counts.org_id;

-- Adds what a statement did, once for each organization; nothing when no ticket changed its tab.
create function add_ticket_counts(org uuid, more_active bigint, more_archived bigint) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.ticket_numbers set active = active + more_active, archived = archived + more_archived
  where org_id = org and (more_active <> 0 or more_archived <> 0)
$$;
revoke all on function add_ticket_counts(uuid, bigint, bigint) from public;

-- Of tickets that came (1) or went (-1).
create function count_whole_tickets() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_ticket_counts(
    org_id, sign * count(*) filter (where status <> 'closed'), sign * count(*) filter (where status = 'closed'))
  from whole_tickets group by org_id;
  return null;
end $$;
create trigger counts after insert on tickets referencing new table as whole_tickets
  for each statement execute function count_whole_tickets('1');
create trigger counts_gone after delete on tickets referencing old table as whole_tickets
  for each statement execute function count_whole_tickets('-1');

create function count_moved_tickets() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_ticket_counts(org_id, -sum(moved), sum(moved))
  from (
    select org_id, 1 as moved from new_tickets where status = 'closed'
    union all select org_id, -1 from old_tickets where status = 'closed'
  ) tickets group by org_id;
  return null;
end $$;
create trigger counts_moved after update on tickets referencing old table as old_tickets new table as new_tickets
  for each statement execute function count_moved_tickets();
revoke all on function count_whole_tickets(), count_moved_tickets() from public;

create or replace function count_tickets() returns table (active bigint, archived bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select coalesce(sum(active), 0)::bigint, coalesce(sum(archived), 0)::bigint
  from stodpunkt.ticket_numbers where org_id = actor.org_id() and actor.is_staff();
end $$;

drop index tickets_closed;

-- A customer's ticket takes a number from the row; how many tickets there are is for staff.
revoke select on ticket_numbers from stodpunkt_app;
grant select (org_id, last_number) on ticket_numbers to stodpunkt_app;
