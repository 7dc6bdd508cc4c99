-- A date that has come on a closed day waits for the next opening. Other dates, chosen meanwhile, do not take it away.
alter table recurring_tickets
  add column waiting_on date,
  add constraint recurring_tickets_waiting_has_come check (waiting_on <= handled_until + 1);
grant update (waiting_on) on recurring_tickets to stodpunkt_app, stodpunkt_jobs;
grant select (waiting_on) on recurring_tickets to stodpunkt_jobs;

create or replace function guard_recurring_ticket() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare yesterday constant date := (now() at time zone stodpunkt.business_time_zone())::date - 1;
begin
  -- Handled by a job since it was read.
  if new.waiting_on is distinct from old.waiting_on and new.waiting_on <= old.handled_until then
    new.waiting_on := null;
  end if;
  if new.waiting_on is distinct from old.waiting_on and new.waiting_on > yesterday + 1 then
    raise exception 'a date that has not come does not wait'
      using errcode = 'check_violation', constraint = 'recurring_tickets_waiting_has_come', table = 'recurring_tickets';
  end if;
  if (new.every, new.first_on, new.is_last_day) is distinct from (old.every, old.first_on, old.is_last_day) then
    new.handled_until := greatest(old.handled_until, yesterday);
  end if;
  if new.handled_until < old.handled_until then
    raise exception 'a date that was handled is not handled again'
      using errcode = 'check_violation', constraint = 'recurring_tickets_handled_once', table = 'recurring_tickets';
  end if;
  return new;
end $$;

-- As in 0069, also of a date that waits.
create or replace function open_recurring_ticket(org uuid, recurring uuid, ticket uuid, due_on date) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare source stodpunkt.recurring_tickets;
begin
  perform from stodpunkt.customers c join stodpunkt.recurring_tickets r on r.org_id = c.org_id and r.customer_id = c.id
  where r.org_id = org and r.id = recurring and c.archived_at is null for key share of c;
  if not found then return false; end if;
  update stodpunkt.recurring_tickets set handled_until = greatest(handled_until, due_on), waiting_on = null
  where org_id = org and id = recurring and not is_paused and deleted_at is null
    and (handled_until < due_on or waiting_on = due_on)
    and due_on <= (now() at time zone stodpunkt.business_time_zone())::date
  returning * into source;
  if not found then return false; end if;
  insert into stodpunkt.tickets (org_id, id, ticket_number, customer_id, title, description, priority, assigned_to, recurring_id)
  values (org, ticket, nextval(stodpunkt.ticket_sequence(org)::regclass), source.customer_id, source.title,
    source.description, source.priority,
    (select u.id from auth.users u where u.id = source.assigned_to and u.disabled_at is null), recurring);
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, field, after)
  values (org, source.customer_id, ticket, 'recurring', source.title);
  return true;
end $$;
