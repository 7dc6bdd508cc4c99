create table tickets (
  org_id uuid not null references organizations,
  id uuid not null,
  ticket_number integer not null,
  customer_id uuid not null,
  title text not null constraint tickets_title_length check (title = btrim(title) and length(title) between 1 and 200),
  description text not null
    constraint tickets_description_length check (description = btrim(description) and length(description) between 1 and 5000),
  status text not null default 'open'
    constraint tickets_status_values check (status in ('open', 'in_progress', 'resolved', 'closed')),
  priority text not null default 'normal'
    constraint tickets_priority_values check (priority in ('low', 'normal', 'high', 'urgent')),
  assigned_to uuid,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  version integer not null default 1,
  -- The enquiry that the ticket was made from; at most one ticket each, also when two are created concurrently.
  enquiry_id uuid,
  primary key (org_id, id),
  constraint tickets_number unique (org_id, ticket_number),
  constraint tickets_of_customer unique (org_id, customer_id, id),
  constraint tickets_customer foreign key (org_id, customer_id) references customers,
  constraint tickets_assignee foreign key (org_id, assigned_to) references profiles (org_id, id)
    on delete set null (assigned_to),
  constraint tickets_enquiry unique (org_id, enquiry_id),
  constraint tickets_made_of foreign key (org_id, enquiry_id) references enquiries on delete set null (enquiry_id)
);
create index tickets_active on tickets (org_id, created_at desc, id desc) where status <> 'closed';
create index tickets_archived on tickets (org_id, created_at desc, id desc) where status = 'closed';
create index tickets_by_customer on tickets (org_id, customer_id, created_at desc, id desc);
create index tickets_by_assignee on tickets (org_id, assigned_to, created_at desc, id desc);

-- The next ticket number of the actor's organization, from 1001; null without an organization. A ticket that is rolled back
-- leaves a gap. No role has a right on the sequences themselves.
create function generate_ticket_number() returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (actor.is_staff() or actor.is_customer()) then return null; end if;
  return nextval(stodpunkt.ticket_sequence(actor.org_id())::regclass);
end $$;
revoke all on function generate_ticket_number() from public;
grant execute on function generate_ticket_number() to stodpunkt_app;

-- resolved_at is when the ticket was last resolved, also for one that is created as resolved.
create function stamp_resolved() returns trigger language plpgsql as $$
begin
  if new.status = 'resolved' and (tg_op = 'INSERT' or old.status <> 'resolved') then
    new.resolved_at := now();
  end if;
  return new;
end $$;
create trigger stamp_resolved before insert or update of status on tickets for each row execute function stamp_resolved();
create trigger tickets_not_blank before insert or update of title, description on tickets
  for each row when (is_blank(new.title) or is_blank(new.description)) execute function refuse_blank();

-- Concurrent creates do not wait for each other (docs/decisions/037): numbers come from a sequence per organization, and the
-- tabs' counts are spread over rows of which each transaction takes one that is not locked.

create function ticket_sequence(org uuid) returns text language sql immutable parallel safe as $$
  select 'stodpunkt.ticket_number_' || replace(org::text, '-', '')
$$;

-- Creates the sequence of an organization, or moves it past the highest number in use. Never moves it back.
create function start_ticket_numbers(org uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare name constant text := stodpunkt.ticket_sequence(org);
begin
  if to_regclass(name) is null then execute 'create sequence ' || name || ' as integer'; end if;
  perform setval(name::regclass, greatest(1000, max(ticket_number), pg_sequence_last_value(name::regclass)))
  from stodpunkt.tickets where org_id = org;
end $$;
revoke all on function start_ticket_numbers(uuid) from public;

create function give_ticket_sequence() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.start_ticket_numbers(new.id);
  return null;
end $$;
revoke all on function give_ticket_sequence() from public;

create trigger ticket_sequence after insert on organizations for each row execute function give_ticket_sequence();

create function guard_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then
    perform stodpunkt.refuse_inactive(new.assigned_to, 'assignee_is_active');
  end if;
  return new;
end $$;
revoke all on function guard_assignee() from public;

create trigger guard_assignee before insert or update of assigned_to on tickets for each row
  when (new.assigned_to is not null) execute function guard_assignee();
create trigger guard_assignee before insert or update of assigned_to on enquiries for each row
  when (new.assigned_to is not null) execute function guard_assignee();

-- Every status except 'closed', which archives a ticket.
create function active_ticket_statuses() returns text[] language sql immutable parallel safe
  as $$ select '{open,in_progress,resolved}'::text[] $$;

call protect('tickets');
create policy staff_read on tickets for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on tickets for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on tickets for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on tickets for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id());
create policy customer_create on tickets for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and created_by = actor.user_id() and status = 'open' and assigned_to is null and enquiry_id is null);
grant select, insert on tickets to stodpunkt_app;
grant update (status, priority, assigned_to, version) on tickets to stodpunkt_app;
create policy jobs_read on tickets for select to stodpunkt_jobs using (true);
grant select (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_by)
  on tickets to stodpunkt_jobs;

-- The counts of an organization are the sums of its rows; a single row may be negative.
create table ticket_counts (
  org_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  active bigint not null,
  archived bigint not null,
  primary key (org_id, id)
);

create function count_tickets() returns table (active bigint, archived bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select coalesce(sum(active), 0)::bigint, coalesce(sum(archived), 0)::bigint
  from stodpunkt.ticket_counts where org_id = actor.org_id() and actor.is_staff();
end $$;
revoke all on function count_tickets() from public;
grant execute on function count_tickets() to stodpunkt_app;

-- Adds to a row that is not locked, or inserts one: there are as many rows as there were concurrent writers.
create function add_ticket_counts(org uuid, more_active bigint, more_archived bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if more_active = 0 and more_archived = 0 then return; end if;
  update stodpunkt.ticket_counts set active = active + more_active, archived = archived + more_archived
  where org_id = org
    and id = (select id from stodpunkt.ticket_counts where org_id = org limit 1 for update skip locked);
  if found then return; end if;
  insert into stodpunkt.ticket_counts (org_id, active, archived) values (org, more_active, more_archived);
end $$;
revoke all on function add_ticket_counts(uuid, bigint, bigint) from public;

-- For tickets inserted (1) or deleted (-1).
create function count_whole_tickets() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_ticket_counts(
    org_id, sign * count(*) filter (where status <> 'closed'), sign * count(*) filter (where status = 'closed'))
  from whole_tickets group by org_id;
  return null;
end $$;
revoke all on function count_whole_tickets() from public;

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
revoke all on function count_moved_tickets() from public;

create trigger counts_moved after update on tickets referencing old table as old_tickets new table as new_tickets
  for each statement execute function count_moved_tickets();

call protect('ticket_counts');
