-- Tickets: reporter and recipients of copies, since when they are unanswered, history, list and search.

alter table tickets
  -- The contact that reported it.
  add reported_by uuid,
  -- The time of the customer's first unanswered public message; null when the last public message is ours, or when the ticket
  -- is resolved or closed. An internal comment changes neither this nor last_activity_at, so that the customer does not notice it.
  -- Only triggers write these two columns, without a new version of the ticket.
  add unanswered_since timestamptz,
  -- Since when we wait for the customer ('Väntar på kund'): only of an unresolved ticket whose last public word is ours.
  add on_hold_since timestamptz,
  -- When the customer was reminded of this wait, and when staff were offered to close the ticket.
  add hold_reminded_at timestamptz,
  add closing_offered_at timestamptz,
  -- The time of the last public message or change of status.
  add last_activity_at timestamptz not null default now(),
  -- The quotation and signature in the mail that opened the ticket, shown folded, as the original mail is removed after some days.
  add folded text constraint tickets_folded_length check (length(folded) between 1 and 20000),
  -- The ticket of the same customer into which it is merged, when, its status before, and since when it waited for the customer
  -- (0037-merged-tickets.sql).
  add merged_into uuid,
  add merged_at timestamptz,
  add status_before_merge text,
  add on_hold_before_merge timestamptz,
  add constraint tickets_merged_into foreign key (org_id, customer_id, merged_into) references tickets (org_id, customer_id, id),
  add constraint tickets_merged_into_another check (merged_into <> id),
  add constraint tickets_merged_is_closed check (merged_into is null or status = 'closed'),
  add constraint tickets_merged_knows_status check ((merged_into is null) = (status_before_merge is null)),
  add constraint tickets_merged_from_hold check (on_hold_before_merge is null or merged_into is not null),
  add constraint tickets_reporter foreign key (org_id, customer_id, reported_by) references contacts (org_id, customer_id, id),
  add constraint tickets_done_is_answered check (unanswered_since is null or status not in ('resolved', 'closed')),
  add constraint tickets_hold_is_answered
    check (on_hold_since is null or unanswered_since is null and status not in ('resolved', 'closed')),
  add constraint tickets_reminded_on_hold check (on_hold_since is not null or num_nonnulls(hold_reminded_at, closing_offered_at) = 0);
create index tickets_by_reporter on tickets (org_id, reported_by) where reported_by is not null;
create index tickets_by_survivor on tickets (org_id, merged_into) where merged_into is not null;
grant update (reported_by, on_hold_since, merged_into) on tickets to stodpunkt_app;
grant select (reported_by, enquiry_id, folded, created_at, on_hold_since, hold_reminded_at, closing_offered_at, merged_into)
  on tickets to stodpunkt_jobs;

-- A contact without a login may comment by mail.
alter table ticket_comments
  alter user_id drop not null,
  add contact_id uuid,
  add folded text constraint ticket_comments_folded_length check (length(folded) between 1 and 20000),
  -- An answer after which we wait for the customer.
  add holds boolean not null default false,
  -- A program of the customer wrote it, which does not end the wait for the customer.
  add is_automatic boolean not null default false,
  -- An automatic comment that came during such a wait: it asks for no answer. Set by a trigger alone.
  add is_during_hold boolean not null default false,
  -- When it was stored, which for mail is later than when it was received (created_at), and whose order is that of the ticket's
  -- locks. Set by a trigger alone; null for rows that were written before the column, or without triggers.
  add stored_at timestamptz,
  -- The merged ticket at which it was written, by somebody who does not see the one that it landed in: the comment is visible to
  -- those who see this ticket. Set by a trigger alone.
  add from_ticket_id uuid,
  add constraint ticket_comments_from_ticket foreign key (org_id, customer_id, from_ticket_id)
    references tickets (org_id, customer_id, id),
  add constraint ticket_comments_from_another check (from_ticket_id <> ticket_id),
  add constraint ticket_comments_hold_by_answers check (not holds or not by_customer and not is_internal),
  add constraint ticket_comments_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id),
  add constraint ticket_comments_have_one_author check (num_nonnulls(user_id, contact_id) = 1),
  add constraint ticket_comments_of_contact_by_customer check (contact_id is null or by_customer),
  add constraint ticket_comments_by_customer_are_public check (not (is_internal and by_customer)),
  -- Referenced by files, which are as internal as their comment.
  add constraint ticket_comments_of_one_audience unique (org_id, ticket_id, id, is_internal);

create index ticket_comments_from on ticket_comments (org_id, from_ticket_id) where from_ticket_id is not null;

-- Our answers of the last days, of which the Dashboard counts those without time.
create index ticket_comments_answers on ticket_comments (org_id, created_at) where not by_customer and not is_internal;

-- Tickets of 1.0.0, without notifications.
select set_config('app.quiet', 'on', true);
update tickets ticket set reported_by = login.contact_id
from customer_users login
where login.user_id = ticket.created_by and login.org_id = ticket.org_id and login.customer_id = ticket.customer_id;

create function sign_ticket() returns trigger language plpgsql as $$
begin
  new.reported_by := actor.contact_id();
  return new;
end $$;
create trigger sign_ticket before insert on tickets for each row when (actor.is_customer()) execute function sign_ticket();

create function ticket_watchers_max() returns integer language sql immutable parallel safe as $$ select 20 $$;

create table ticket_watchers (
  org_id uuid not null,
  customer_id uuid not null,
  ticket_id uuid not null,
  contact_id uuid not null,
  primary key (org_id, ticket_id, contact_id),
  constraint ticket_watchers_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
    on delete cascade,
  constraint ticket_watchers_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id)
);
create index ticket_watchers_of_contact on ticket_watchers (org_id, contact_id);

-- Locks the ticket before counting its copies, so that concurrent additions are counted too.
create function limit_watchers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.tickets where org_id = new.org_id and id = new.ticket_id for no key update;
  if (select count(*) from stodpunkt.ticket_watchers where org_id = new.org_id and ticket_id = new.ticket_id)
    > stodpunkt.ticket_watchers_max() then
    raise exception 'ticket % has too many copies', new.ticket_id
      using errcode = 'check_violation', constraint = 'ticket_watchers_at_most_max', table = 'ticket_watchers';
  end if;
  return null;
end $$;
revoke all on function limit_watchers() from public;
create trigger limit_watchers after insert on ticket_watchers for each row execute function limit_watchers();

-- Its policies must not query tickets, whose policy queries this table.
call protect('ticket_watchers');
create policy staff_all on ticket_watchers to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()))
  with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on ticket_watchers for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and (contact_id = actor.contact_id() or actor.sees_company()));
create policy jobs_read on ticket_watchers for select to stodpunkt_jobs using (true);
grant select, insert, delete on ticket_watchers to stodpunkt_app;
grant select on ticket_watchers to stodpunkt_jobs;

alter policy customer_read on tickets
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and ((select actor.sees_company()) or reported_by = (select actor.contact_id())
      or exists (select from ticket_watchers w where w.org_id = tickets.org_id and w.ticket_id = tickets.id
        and w.contact_id = actor.contact_id())));

-- Rows that belong to a ticket are visible to those who see the ticket. A function, as PostgreSQL plans every policy of a table in
-- each statement, also those for other actors: a call is one expression of the plan, a subquery 20 nodes (docs/decisions/078).
create function actor.sees_ticket(org uuid, ticket uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from stodpunkt.tickets t where t.org_id = org and t.id = ticket);
end $$;

-- The same for rows that belong to a comment.
create function actor.sees_comment(org uuid, comment_id uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from stodpunkt.ticket_comments c where c.org_id = org and c.id = comment_id);
end $$;

alter policy customer_read on ticket_comments
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and not is_internal
    and (actor.sees_company() or actor.sees_ticket(org_id, coalesce(from_ticket_id, ticket_id))));
alter policy customer_create on ticket_comments
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and user_id = actor.user_id() and not is_internal
    and (actor.sees_company() or actor.sees_ticket(org_id, coalesce(from_ticket_id, ticket_id))));
-- Customers see changes of the status and of planned visits.
alter policy customer_read on ticket_changes
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and field in ('status', 'visit')
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));
alter policy own on ticket_drafts
  using (org_id = actor.org_id() and user_id = actor.user_id()
    and (actor.is_staff() or actor.is_customer() and actor.sees_ticket(org_id, ticket_id)))
  with check (org_id = actor.org_id() and user_id = actor.user_id()
    and (actor.is_staff() or actor.is_customer() and actor.sees_ticket(org_id, ticket_id)));

-- Two devices or tabs may write the same draft: a save that does not name the current version is refused.
alter table ticket_drafts add version uuid not null default gen_random_uuid();
grant update (version) on ticket_drafts to stodpunkt_app;

-- A ticket's history also has changes of reporter and copies, and the recurring ticket that it was made from, for staff only.
-- Staff get mail about tickets that are assigned to them.
alter table ticket_changes
  drop constraint ticket_changes_field_values,
  add constraint ticket_changes_field_values
    check (field in ('status', 'priority', 'assignee', 'reporter', 'copy', 'recurring', 'hold', 'reminder', 'merged', 'absorbed', 'visit',
      'invoice_recipient', 'order_number'));
alter policy jobs_read on ticket_changes using (field in ('status', 'assignee', 'reminder', 'visit'));

create or replace function note_ticket_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after, by_comment)
  select new.org_id, new.customer_id, new.id, actor.user_id(), changed.field, changed.before, changed.after,
    actor.is_customer() and changed.field = 'status'
  from (values ('status', old.status, new.status), ('priority', old.priority, new.priority),
    ('assignee', old.assigned_to::text, new.assigned_to::text),
    ('reporter', old.reported_by::text, new.reported_by::text)) changed (field, before, after)
  where changed.before is distinct from changed.after
    -- That it is merged, or separated, has its own row (note_merge).
    and (changed.field <> 'status' or (old.merged_into is null) = (new.merged_into is null));
  return null;
end $$;

drop trigger note_change on tickets;
create trigger note_change after update of status, priority, assigned_to, reported_by on tickets
  for each row execute function note_ticket_change();

-- The copies of a new ticket are not changes, and a deleted ticket has no history.
create function note_copy_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare copy stodpunkt.ticket_watchers := coalesce(new, old);
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after)
  select copy.org_id, copy.customer_id, copy.ticket_id, actor.user_id(), 'copy', old.contact_id, new.contact_id
  from stodpunkt.tickets ticket
  where ticket.org_id = copy.org_id and ticket.id = copy.ticket_id and ticket.created_at <> now();
  return null;
end $$;
revoke all on function note_copy_change() from public;

-- The demo company's rows are inserted without history.
create trigger note_change after insert or delete on ticket_watchers for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function note_copy_change();

-- The contacts that may see a ticket. Its events go to their logins, and to logins with 'Hela företaget'.
create function contacts_of(ticket tickets) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array_remove(ticket.reported_by || array(select contact_id from stodpunkt.ticket_watchers
    where org_id = ticket.org_id and ticket_id = ticket.id order by contact_id), null);
end $$;
revoke all on function contacts_of(tickets) from public;

create or replace function notify_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare contacts uuid[] := stodpunkt.contacts_of(new);
begin
  -- The former reporter gets this event too, and refetches.
  if tg_op = 'UPDATE' and old.reported_by is distinct from new.reported_by and old.reported_by is not null then
    contacts := contacts || old.reported_by;
  end if;
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.id, 'contacts', contacts));
  return null;
end $$;
revoke all on function notify_ticket() from public;

-- A public comment has its own event (notify_comment), so a change of unanswered_since alone sends none.
drop trigger notify on tickets;
create trigger notify after insert or update of customer_id, title, description, status, priority, assigned_to, reported_by, version
  on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_ticket();

-- An event of a comment's ticket to those who see the comment: of one that was written at a merged ticket to those who see both,
-- and an event of that ticket to all who see it.
create function announce_comment(comment ticket_comments) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  event constant jsonb := jsonb_build_object('about', 'comment', 'org', comment.org_id, 'customer', comment.customer_id,
    'internal', comment.is_internal);
  contacts uuid[] := (select stodpunkt.contacts_of(t) from stodpunkt.tickets t
    where t.org_id = comment.org_id and t.id = comment.ticket_id);
  others uuid[];
begin
  if comment.from_ticket_id is not null then
    select stodpunkt.contacts_of(t) into others from stodpunkt.tickets t
    where t.org_id = comment.org_id and t.id = comment.from_ticket_id;
    contacts := array(select unnest(contacts) intersect select unnest(others));
    perform stodpunkt.announce(event || jsonb_build_object('ticket', comment.from_ticket_id, 'contacts', others));
  end if;
  perform stodpunkt.announce(event || jsonb_build_object('ticket', comment.ticket_id, 'contacts', contacts));
end $$;
revoke all on function announce_comment(ticket_comments) from public;

create or replace function notify_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce_comment(new);
  return null;
end $$;
revoke all on function notify_comment() from public;

-- One event per ticket and statement, also to the contacts that were added or removed.
create function notify_watchers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', org_id, 'customer', customer_id,
    'ticket', ticket_id, 'contacts', array_agg(contact_id order by contact_id)))
  from changed group by org_id, customer_id, ticket_id;
  return null;
end $$;
revoke all on function notify_watchers() from public;
create trigger notify after insert on ticket_watchers referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_watchers();
create trigger notify_removed after delete on ticket_watchers referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_watchers();

-- Unresolved tickets: the default list, its filters and its counts.
create index tickets_unresolved on tickets (org_id, created_at desc, id desc)
  include (status, priority, assigned_to, unanswered_since) where status in ('open', 'in_progress');

-- The other orders of the list: for active tickets, few of which are resolved, and for archived ones.
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

-- How many unresolved tickets are urgent, unassigned, the actor's own, unanswered, and in need of attention: unanswered or urgent,
-- which the menu counts. A function, as a policy that evaluates is_staff() for each row takes twice as long.
create function count_work() returns table (urgent bigint, unassigned bigint, mine bigint, waiting bigint, attention bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select count(*) filter (where priority = 'urgent'), count(*) filter (where status = 'open' and assigned_to is null),
    count(*) filter (where assigned_to = actor.user_id()), count(unanswered_since),
    count(*) filter (where priority = 'urgent' or unanswered_since is not null)
  from stodpunkt.tickets where org_id = actor.org_id() and actor.is_staff() and status in ('open', 'in_progress');
end $$;
revoke all on function count_work() from public;
grant execute on function count_work() to stodpunkt_app;

-- The values that lists are filtered by, as words that cannot be typed; '@waiting' for an unanswered ticket,
-- '@held' for one that waits for the customer.
create or replace function filter_words(ticket tickets) returns text[] language sql stable parallel safe as $$
  select array['#' || ticket.ticket_number, '@' || to_char(ticket.created_at at time zone 'UTC', 'YYYY-MM'),
    '@' || ticket.status, '@' || ticket.priority, '@' || coalesce(ticket.assigned_to::text, 'nobody')]
    || case when ticket.unanswered_since is not null then array['@waiting'] else '{}' end
    || case when ticket.on_hold_since is not null then array['@held'] else '{}' end
$$;

drop trigger search_filters on tickets;
create trigger search_filters after update of status, priority, assigned_to, unanswered_since, on_hold_since on tickets for each row
  when ((old.status, old.priority, old.assigned_to, old.unanswered_since is null, old.on_hold_since is null)
    is distinct from (new.status, new.priority, new.assigned_to, new.unanswered_since is null, new.on_hold_since is null))
  execute function index_filters();

-- Tickets of the months from a first one, as words of filter_words.
create function months_since(first timestamp, from_month integer, to_month integer) returns tsquery
language plpgsql immutable parallel safe as $$
begin
  return stodpunkt.any_of(array(select '@' || to_char(first + make_interval(months => n), 'YYYY-MM')
    from generate_series(from_month, to_month) n));
end $$;

drop function search_tickets(text, text, text, text, text, timestamptz, uuid, integer);
create function search_tickets(search text, in_ascii text, tab text, of_status text, of_priority text, of_assignee text, of_waiting text,
  after_at timestamptz, after_id uuid, row_limit integer) returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  newest constant timestamptz := coalesce(after_at, case tab
    when 'archived' then (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status = 'closed')
    else (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status <> 'closed') end);
  since constant timestamp := date_trunc('month', newest at time zone 'UTC') - interval '11 months';
  periods constant tsquery[] := array[stodpunkt.months_since(since, 9, 11), stodpunkt.months_since(since, 0, 8), null];
  filters tsquery := stodpunkt.any_of(case tab when 'archived' then array['@closed']
    else array(select '@' || status from unnest(stodpunkt.active_ticket_statuses()) status) end);
  queries constant tsquery[] := case when actor.is_staff() then stodpunkt.questions_of(search, in_ascii) else '{}' end;
  filter text;
  period tsquery;
  conditions tsquery[];
  found_here integer;
  shown integer := 0;
begin
  if queries = '{}' then return; end if;
  foreach filter in array array_remove(array[of_status, of_priority, of_assignee, of_waiting], null) loop
    -- One of several values, separated by spaces.
    filters := filters && stodpunkt.any_of(array(select '@' || value from unnest(string_to_array(filter, ' ')) value));
  end loop;
  -- The newest three months, the nine before, and all older ones.
  foreach period in array periods loop
    -- Separate conditions, as the index intersects them step by step. A missing one repeats the first.
    conditions := array_remove(array[filters, period] || queries, null);
    return query
      select ticket_id, created_at from stodpunkt.ticket_search
      where org_id = actor.org_id() and actor.is_staff()
        and words @@ conditions[1] and words @@ coalesce(conditions[2], conditions[1])
        and words @@ coalesce(conditions[3], conditions[1]) and words @@ coalesce(conditions[4], conditions[1])
        and (period is not null or created_at < since at time zone 'UTC')
        and (after_at is null or (created_at, ticket_id) < (after_at, after_id))
      order by created_at desc, ticket_id desc limit row_limit - shown;
    get diagnostics found_here = row_count;
    shown := shown + found_here;
    exit when shown >= row_limit;
  end loop;
end $$;
revoke all on function search_tickets(text, text, text, text, text, text, text, timestamptz, uuid, integer) from public;
grant execute on function search_tickets(text, text, text, text, text, text, text, timestamptz, uuid, integer) to stodpunkt_app;

-- How many tickets, comments and files one person may send by a portal login. Tickets and comments by mail are counted too, but
-- never refused here: such mail goes to Inkorg (TICKETS_PER_SENDER_AND_HOUR).
create function portal_tickets_per_hour() returns integer language sql immutable parallel safe as $$ select 20 $$;
create function portal_comments_per_hour() returns integer language sql immutable parallel safe as $$ select 60 $$;
create function portal_files_per_day() returns integer language sql immutable parallel safe as $$ select 100 $$;

create table portal_counts (
  org_id uuid not null,
  customer_id uuid not null,
  contact_id uuid not null,
  counted text not null constraint portal_counts_counted_values check (counted in ('tickets', 'comments', 'files')),
  -- The times within the period of the limit, oldest first; no more than the limit needs.
  moments timestamptz[] not null,
  primary key (org_id, contact_id, counted),
  constraint portal_counts_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id) on delete cascade
);

-- Written only by the function below.
call protect('portal_counts');
create policy jobs_read on portal_counts for select to stodpunkt_jobs using (true);
grant select on portal_counts to stodpunkt_jobs;

-- Counts one more for the actor's contact. Locks the row until the transaction ends, so that concurrent requests are counted one
-- after the other.
create function count_portal_write(what text, most integer, within interval, is_refused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare recent timestamptz[];
begin
  insert into stodpunkt.portal_counts as counts (org_id, customer_id, contact_id, counted, moments)
  values (actor.org_id(), actor.customer_id(), actor.contact_id(), what, array[now()])
  on conflict (org_id, contact_id, counted) do update set moments = (select array_agg(newest.at order by newest.at)
    from (select at from unnest(counts.moments || now()) at where at > now() - within order by at desc limit most + 1) newest)
  returning moments into recent;
  if is_refused and cardinality(recent) > most then
    raise exception 'too many % of one person', what using errcode = 'check_violation', table = 'portal_counts',
      constraint = 'portal_' || what || '_at_most_max', -- A request that began later may be counted before.
      detail = greatest(1, ceil(extract(epoch from least(recent[1], now()) - now() + within)))::integer::text;
  end if;
end $$;
revoke all on function count_portal_write(text, integer, interval, boolean) from public;
grant execute on function count_portal_write(text, integer, interval, boolean) to stodpunkt_app;

-- Runs as the inserting role: the application's for the portal, the owner in functions that act for a mail's sender.
create function limit_portal_write() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  is_refused constant boolean := current_user = 'stodpunkt_app';
begin
  case tg_table_name
    when 'tickets' then
      perform stodpunkt.count_portal_write('tickets', stodpunkt.portal_tickets_per_hour(), interval '1 hour', is_refused);
    when 'ticket_comments' then
      perform stodpunkt.count_portal_write('comments', stodpunkt.portal_comments_per_hour(), interval '1 hour', is_refused);
    when 'files' then
      perform stodpunkt.count_portal_write('files', stodpunkt.portal_files_per_day(), interval '1 day', is_refused);
  end case;
  return null;
end $$;

-- Its name makes it run last, so that a ticket is locked before the counts, as for mail.
create trigger write_limit after insert on tickets for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();
create trigger write_limit after insert on ticket_comments for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();
