-- The clock of a ticket: since when its customer waits for an answer, and when something was last said or its status changed.
-- Triggers alone write both columns; neither changes a ticket's version. An internal comment changes neither: a customer
-- must not notice it.
alter table tickets
  -- The first public word of the customer that is unanswered; null when the last public word is ours, or when the ticket is
  -- resolved or closed.
  add waiting_since timestamptz,
  add last_activity_at timestamptz not null default now();

-- The clock of a ticket that is neither resolved nor closed, from its history. It starts at the customer's first word after
-- our last public one: the enquiry that it was made of, the ticket that a customer's login opened, or a comment.
create function unanswered_since(ticket tickets) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(said.at) from (
    select created_at as at from stodpunkt.ticket_comments
    where org_id = ticket.org_id and ticket_id = ticket.id and by_customer and not is_internal
    union all
    select enquiry.created_at from stodpunkt.enquiries enquiry
    where enquiry.org_id = ticket.org_id and enquiry.id = ticket.enquiry_id and not exists (
      select from stodpunkt.enquiry_replies reply where reply.org_id = enquiry.org_id and reply.enquiry_id = enquiry.id)
    union all
    select ticket.created_at
    where ticket.enquiry_id is null and ticket.created_by is not null
      and not exists (select from stodpunkt.profiles where id = ticket.created_by)
  ) said, (
    select max(created_at) as at from stodpunkt.ticket_comments
    where org_id = ticket.org_id and ticket_id = ticket.id and not by_customer and not is_internal
  ) answered
  where answered.at is null or said.at > answered.at
$$;
revoke all on function unanswered_since(tickets) from public;

-- Derives the clock of every ticket, for existing rows and for those inserted with app.quiet on.
create procedure derive_ticket_clocks() language sql set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.tickets ticket
  set waiting_since = case when status not in ('resolved', 'closed') then stodpunkt.unanswered_since(ticket) end,
    last_activity_at = greatest(created_at,
      (select max(c.created_at) from stodpunkt.ticket_comments c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and not c.is_internal),
      (select max(c.created_at) from stodpunkt.ticket_changes c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field = 'status'))
$$;
revoke all on procedure derive_ticket_clocks() from public;

-- Nobody is notified of rows that are only completed.
select set_config('app.quiet', 'on', true);
call derive_ticket_clocks();
alter table tickets add constraint tickets_done_is_answered
  check (waiting_since is null or status not in ('resolved', 'closed'));

create function keep_ticket_clock() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare is_done constant boolean := new.status in ('resolved', 'closed');
begin
  if tg_op = 'INSERT' then
    new.last_activity_at := new.created_at;
    new.waiting_since := case when not is_done then stodpunkt.unanswered_since(new) end;
  elsif new.status <> old.status then
    new.last_activity_at := now();
    if is_done then
      new.waiting_since := null;
    -- A customer's comment that reopens the ticket starts the clock itself.
    elsif old.status in ('resolved', 'closed') and not actor.is_customer() then
      new.waiting_since := stodpunkt.unanswered_since(new);
    end if;
  end if;
  return new;
end $$;
revoke all on function keep_ticket_clock() from public;

create trigger keep_clock before insert or update of status on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function keep_ticket_clock();

create function run_ticket_clock() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets
  set last_activity_at = greatest(last_activity_at, new.created_at),
    waiting_since = case when new.by_customer and status not in ('resolved', 'closed')
      then coalesce(waiting_since, new.created_at) end
  where org_id = new.org_id and id = new.ticket_id;
  return null;
end $$;
revoke all on function run_ticket_clock() from public;

-- Named to run after `reopen` and before `search_words`: every transaction locks a ticket before its words.
create trigger run_clock after insert on ticket_comments for each row
  when (not new.is_internal and current_setting('app.quiet', true) is distinct from 'on')
  execute function run_ticket_clock();

-- A public comment is announced itself (tell_comment): its ticket is not announced again for the clock.
drop trigger tell on tickets;
create trigger tell after insert or update of customer_id, title, description, status, priority, assigned_to, version
  on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_ticket();

-- A reply to the enquiry that a ticket was made of answers it. The status is named for `tell`, which announces the ticket.
create function answer_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets ticket set waiting_since = stodpunkt.unanswered_since(ticket), status = status
  where org_id = new.org_id and enquiry_id = new.enquiry_id and waiting_since is not null;
  return null;
end $$;
revoke all on function answer_enquiry() from public;

create trigger run_clock after insert on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function answer_enquiry();

-- The work that is left: the default list, its filters and its counts.
create index tickets_unresolved on tickets (org_id, created_at desc, id desc)
  include (status, priority, assigned_to, waiting_since) where status in ('open', 'in_progress');

-- The other orders of the list: of the active tickets, where few are resolved, and of the archived ones.
create function priority_rank(priority text) returns integer language sql immutable parallel safe as $$
  select case priority when 'low' then 1 when 'normal' then 2 when 'high' then 3 when 'urgent' then 4 end
$$;
create function status_rank(status text) returns integer language sql immutable parallel safe as $$
  select case status when 'closed' then 1 when 'resolved' then 2 when 'in_progress' then 3 when 'open' then 4 end
$$;
create index tickets_active_by_number on tickets (org_id, ticket_number) where status <> 'closed';
create index tickets_active_by_activity on tickets (org_id, last_activity_at, id) where status <> 'closed';
create index tickets_active_by_priority on tickets (org_id, priority_rank(priority), created_at, id) where status <> 'closed';
create index tickets_active_by_status on tickets (org_id, status_rank(status), created_at, id) where status <> 'closed';
create index tickets_archived_by_activity on tickets (org_id, last_activity_at, id) where status = 'closed';
create index tickets_archived_by_priority on tickets (org_id, priority_rank(priority), created_at, id) where status = 'closed';
create index customers_by_any_name on customers (org_id, name collate "sv-SE-x-icu", id);

-- How many unresolved tickets are urgent, have not been taken, are the actor's own, and wait for our answer. A function, as
-- a policy that evaluates is_staff() for each row takes twice as long.
create function count_work() returns table (urgent bigint, unassigned bigint, mine bigint, waiting bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select count(*) filter (where priority = 'urgent'), count(*) filter (where status = 'open' and assigned_to is null),
    count(*) filter (where assigned_to = actor.user_id()), count(waiting_since)
  from stodpunkt.tickets where org_id = actor.org_id() and actor.is_staff() and status in ('open', 'in_progress');
end $$;
revoke all on function count_work() from public;
grant execute on function count_work() to stodpunkt_app;

-- A search finds the tickets that wait by a word of their own, '@waiting'.
create or replace function filter_words(ticket tickets) returns text[] language sql stable parallel safe as $$
  select array['#' || ticket.ticket_number, '@' || to_char(ticket.created_at at time zone 'UTC', 'YYYY-MM'),
    '@' || ticket.status, '@' || ticket.priority, '@' || coalesce(ticket.assigned_to::text, 'nobody')]
    || case when ticket.waiting_since is not null then array['@waiting'] else '{}' end
$$;
update ticket_search found set words = words || array_to_tsvector(array['@waiting'])
from tickets ticket
where ticket.waiting_since is not null and found.org_id = ticket.org_id and found.ticket_id = ticket.id;

drop trigger search_filters on tickets;
create trigger search_filters after update of status, priority, assigned_to, waiting_since on tickets for each row
  when ((old.status, old.priority, old.assigned_to, old.waiting_since is null)
    is distinct from (new.status, new.priority, new.assigned_to, new.waiting_since is null))
  execute function index_filters();

drop function search_tickets(text, text, text, text, text, timestamptz, uuid, integer);
create function search_tickets(search text, tab text, of_status text, of_priority text, of_assignee text, of_waiting text,
  after_at timestamptz, after_id uuid, row_limit integer) returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  newest constant timestamptz := coalesce(after_at, case tab
    when 'archived' then (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status = 'closed')
    else (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status <> 'closed') end);
  since constant timestamp := date_trunc('month', newest at time zone 'UTC') - interval '2 months';
  months constant tsquery := (select stodpunkt.any_of(array_agg('@' || to_char(since + make_interval(months => n), 'YYYY-MM')))
    from generate_series(0, 2) n);
  filters tsquery := stodpunkt.any_of(case tab when 'archived' then array['@closed']
    else array(select '@' || status from unnest(stodpunkt.active_ticket_statuses()) status) end);
  queries constant tsquery[] := stodpunkt.questions_of(search);
  filter text;
  period tsquery;
  conditions tsquery[];
  shown integer := 0;
begin
  if not actor.is_staff() then return; end if;
  foreach filter in array array_remove(array[of_status, of_priority, of_assignee, of_waiting], null) loop
    filters := filters && stodpunkt.any_of(array['@' || filter]);
  end loop;
  foreach period in array array[months, null] loop
    -- Separate conditions, not one: the index intersects them step by step. A missing one repeats the first.
    conditions := array_remove(array[filters, period] || queries, null);
    return query
      select ticket_id, created_at from stodpunkt.ticket_search
      where org_id = actor.org_id() and actor.is_staff()
        and words @@ conditions[1] and words @@ coalesce(conditions[2], conditions[1])
        and words @@ coalesce(conditions[3], conditions[1]) and words @@ coalesce(conditions[4], conditions[1])
        and (shown = 0 or created_at < since at time zone 'UTC')
        and (after_at is null or (created_at, ticket_id) < (after_at, after_id))
      order by created_at desc, ticket_id desc limit row_limit - shown;
    get diagnostics shown = row_count;
    exit when shown >= row_limit;
  end loop;
end $$;
revoke all on function search_tickets(text, text, text, text, text, text, timestamptz, uuid, integer) from public;
grant execute on function search_tickets(text, text, text, text, text, text, timestamptz, uuid, integer) to stodpunkt_app;
