-- Who reported a ticket and who gets copies of it, and which tickets a login sees by that.
alter table tickets
  add reported_by uuid,
  add constraint tickets_reporter foreign key (org_id, customer_id, reported_by) references contacts (org_id, customer_id, id);

-- Nobody is notified of rows that are only completed.
select set_config('app.quiet', 'on', true);
update tickets ticket set reported_by = login.contact_id
from customer_users login
where login.user_id = ticket.created_by and login.org_id = ticket.org_id and login.customer_id = ticket.customer_id;
create index tickets_by_reporter on tickets (org_id, reported_by) where reported_by is not null;
grant update (reported_by) on tickets to stodpunkt_app;
grant select (reported_by) on tickets to stodpunkt_jobs;

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

-- The ticket is locked before its copies are counted, so that concurrent additions are.
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

-- Reading it never asks tickets, whose policy asks it.
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

drop policy customer_read on tickets;
create policy customer_read on tickets for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and ((select actor.sees_company()) or reported_by = (select actor.contact_id())
      or exists (select from ticket_watchers w where w.org_id = tickets.org_id and w.ticket_id = tickets.id
        and w.contact_id = actor.contact_id())));

-- What hangs on a ticket is seen where the ticket is.
drop policy customer_read on ticket_comments;
create policy customer_read on ticket_comments for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and not is_internal
    and (actor.sees_company() or exists (
      select from tickets t where t.org_id = ticket_comments.org_id and t.id = ticket_comments.ticket_id)));
drop policy customer_create on ticket_comments;
create policy customer_create on ticket_comments for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and user_id = actor.user_id() and not is_internal
    and (actor.sees_company() or exists (
      select from tickets t where t.org_id = ticket_comments.org_id and t.id = ticket_comments.ticket_id)));
drop policy customer_read on ticket_changes;
create policy customer_read on ticket_changes for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and field = 'status'
    and (actor.sees_company() or exists (
      select from tickets t where t.org_id = ticket_changes.org_id and t.id = ticket_changes.ticket_id)));
drop policy own on ticket_drafts;
create policy own on ticket_drafts to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()
    and exists (select from tickets t where t.org_id = ticket_drafts.org_id and t.id = ticket_drafts.ticket_id)))
  with check (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()
    and exists (select from tickets t where t.org_id = ticket_drafts.org_id and t.id = ticket_drafts.ticket_id)));

-- The contacts that may see a ticket: events of it reach their logins, and those with 'Hela företaget'.
create function contacts_of(ticket tickets) returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_remove(ticket.reported_by || array(select contact_id from stodpunkt.ticket_watchers
    where org_id = ticket.org_id and ticket_id = ticket.id order by contact_id), null)
$$;
revoke all on function contacts_of(tickets) from public;

create or replace function tell_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare contacts uuid[] := stodpunkt.contacts_of(new);
begin
  -- Who no longer may see it is told once more, and refetches.
  if tg_op = 'UPDATE' and old.reported_by is distinct from new.reported_by and old.reported_by is not null then
    contacts := contacts || old.reported_by;
  end if;
  perform pg_notify('live', jsonb_build_object('about', 'ticket', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.id, 'contacts', contacts)::text);
  return null;
end $$;
revoke all on function tell_ticket() from public;

drop trigger tell on tickets;
create trigger tell after insert or update of customer_id, title, description, status, priority, assigned_to, reported_by, version
  on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_ticket();

create or replace function tell_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.ticket_id, 'internal', new.is_internal, 'contacts', stodpunkt.contacts_of(ticket))::text)
  from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  return null;
end $$;
revoke all on function tell_comment() from public;

-- One event a ticket and statement, to the contacts that were added or removed too.
create function tell_watchers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'ticket', 'org', org_id, 'customer', customer_id,
    'ticket', ticket_id, 'contacts', array_agg(contact_id order by contact_id))::text)
  from changed group by org_id, customer_id, ticket_id;
  return null;
end $$;
revoke all on function tell_watchers() from public;
create trigger tell after insert on ticket_watchers referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_watchers();
create trigger tell_removed after delete on ticket_watchers referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_watchers();
