-- Recurring tickets (docs/decisions/070): defined by staff, and opened by a job when the company opens on their day. Dates are
-- counted from the first one; in a month without that day it is the last day.
create table recurring_tickets (
  org_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  title text not null
    constraint recurring_tickets_title_length check (title = btrim(title) and length(title) between 1 and 200)
    constraint recurring_tickets_title_is_one_line check (is_one_line(title)),
  description text not null constraint recurring_tickets_description_length
    check (description = btrim(description) and length(description) between 1 and 5000),
  priority text not null default 'normal'
    constraint recurring_tickets_priority_values check (priority in ('low', 'normal', 'high', 'urgent')),
  assigned_to uuid,
  every text not null
    constraint recurring_tickets_every_values check (every in ('week', 'month', 'quarter', 'year')),
  first_on date not null constraint recurring_tickets_first_on check (first_on >= first_work_date()),
  -- Always the last day of the month, also when the first date's month is shorter than others.
  is_last_day boolean not null default false,
  skips_closed boolean not null default false,
  is_paused boolean not null default false,
  -- Dates up to this one open no ticket (again). Initially yesterday: a first date in the past only sets the frequency.
  handled_until date not null default (now() at time zone business_time_zone())::date - 1,
  -- A due date on a closed day, which waits for the next open day even if the dates are changed meanwhile.
  waiting_on date,
  deleted_at timestamptz,
  created_by uuid references auth.users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint recurring_tickets_of_customer unique (org_id, customer_id, id),
  constraint recurring_tickets_customer foreign key (org_id, customer_id) references customers,
  constraint recurring_tickets_assignee foreign key (org_id, assigned_to) references profiles (org_id, id)
    on delete set null (assigned_to),
  constraint recurring_tickets_last_day
    check (not is_last_day or (every <> 'week' and extract(day from first_on + 1) = 1)),
  constraint recurring_tickets_waiting_has_come check (waiting_on <= handled_until + 1)
);
create index recurring_tickets_by_assignee on recurring_tickets (org_id, assigned_to);

create trigger recurring_tickets_not_blank before insert or update of title, description on recurring_tickets
  for each row when (is_blank(new.title) or is_blank(new.description)) execute function refuse_blank();
create trigger a_compose before insert or update of title on recurring_tickets for each row
  when (new.title is not normalized) execute function compose_letters('title');
create trigger guard_assignee before insert or update of assigned_to on recurring_tickets for each row
  when (new.assigned_to is not null) execute function guard_assignee();

-- Changed dates apply from today: past ones are not made up for.
create function guard_recurring_ticket() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare yesterday constant date := (now() at time zone stodpunkt.business_time_zone())::date - 1;
begin
  -- A job has handled the date since the row was read.
  if new.waiting_on is distinct from old.waiting_on and new.waiting_on <= old.handled_until then
    new.waiting_on := null;
  end if;
  if new.waiting_on is distinct from old.waiting_on and new.waiting_on > yesterday + 1 then
    raise exception 'a date that is not due cannot wait'
      using errcode = 'check_violation', constraint = 'recurring_tickets_waiting_has_come', table = 'recurring_tickets';
  end if;
  if (new.every, new.first_on, new.is_last_day) is distinct from (old.every, old.first_on, old.is_last_day) then
    new.handled_until := greatest(old.handled_until, yesterday);
  end if;
  if new.handled_until < old.handled_until then
    raise exception 'a handled date is not handled again'
      using errcode = 'check_violation', constraint = 'recurring_tickets_handled_once', table = 'recurring_tickets';
  end if;
  return new;
end $$;
create trigger guard before update on recurring_tickets for each row execute function guard_recurring_ticket();

call protect('recurring_tickets');
create policy staff_read on recurring_tickets for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on recurring_tickets for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on recurring_tickets for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy jobs_read on recurring_tickets for select to stodpunkt_jobs using (true);
create policy jobs_handle on recurring_tickets for update to stodpunkt_jobs using (true) with check (true);
grant select on recurring_tickets to stodpunkt_app;
grant insert (org_id, customer_id, id, title, description, priority, assigned_to, every, first_on, is_last_day, skips_closed,
  created_by) on recurring_tickets to stodpunkt_app;
grant update (title, description, priority, assigned_to, every, first_on, is_last_day, skips_closed, is_paused, waiting_on,
  deleted_at, version) on recurring_tickets to stodpunkt_app;
grant select (org_id, customer_id, id, every, first_on, is_last_day, skips_closed, is_paused, handled_until, waiting_on,
  deleted_at) on recurring_tickets to stodpunkt_jobs;
grant update (handled_until, waiting_on) on recurring_tickets to stodpunkt_jobs;

-- A ticket refers to the recurring ticket that it was made from; users cannot set the column.
alter table tickets
  add recurring_id uuid,
  add constraint tickets_recurring foreign key (org_id, customer_id, recurring_id)
    references recurring_tickets (org_id, customer_id, id);
create index tickets_of_recurring on tickets (org_id, recurring_id) where recurring_id is not null;
alter policy staff_create on tickets
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id() and recurring_id is null);
alter policy customer_create on tickets
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and created_by = actor.user_id() and status = 'open' and assigned_to is null and enquiry_id is null
    and recurring_id is null);

-- Opens the ticket of a date that is due or waiting, once; whether it did. The content is what staff wrote, and jobs choose only
-- the date. The ticket's history begins with the recurring ticket's current title, for staff only. Locks the customer first, as
-- everything that opens tickets does.
create function open_recurring_ticket(org uuid, recurring uuid, ticket uuid, due_on date) returns boolean
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
revoke all on function open_recurring_ticket(uuid, uuid, uuid, date) from public;
grant execute on function open_recurring_ticket(uuid, uuid, uuid, date) to stodpunkt_jobs;

-- To staff only.
create function notify_recurring() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'recurring', 'org', new.org_id));
  return null;
end $$;
create trigger notify after insert or update on recurring_tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_recurring();
