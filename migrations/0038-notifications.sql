-- Notifications of staff in the bell, and who is mentioned in an internal comment.

create table staff_notifications (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  event text not null
    constraint staff_notifications_event_values check (event in ('given', 'customer', 'new', 'due', 'mentioned', 'soon', 'late')),
  ticket_id uuid,
  enquiry_id uuid,
  -- Whose act it was: a person of staff, a login or a contact; null for a program, and for the sender of an enquiry.
  by_id uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (org_id, id),
  constraint staff_notifications_have_one_subject check (num_nonnulls(ticket_id, enquiry_id) = 1),
  constraint staff_notifications_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade,
  constraint staff_notifications_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade,
  constraint staff_notifications_enquiry foreign key (org_id, enquiry_id) references enquiries (org_id, id) on delete cascade
);
create index staff_notifications_newest on staff_notifications (org_id, user_id, created_at desc, id desc);
create index staff_notifications_unread on staff_notifications (org_id, user_id) where read_at is null;
create index staff_notifications_of_ticket on staff_notifications (org_id, ticket_id);
create index staff_notifications_of_enquiry on staff_notifications (org_id, enquiry_id);
create index staff_notifications_by_age on staff_notifications (created_at);
call protect('staff_notifications');
create policy own on staff_notifications to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select, update (read_at) on staff_notifications to stodpunkt_app;

-- How long notifications are stored, read or not; a job deletes them.
create function notification_retention() returns interval language sql immutable parallel safe as $$ select interval '90 days' $$;
create policy jobs_read on staff_notifications for select to stodpunkt_jobs using (created_at < now() - notification_retention());
create policy jobs_delete on staff_notifications for delete to stodpunkt_jobs using (created_at < now() - notification_retention());
grant select (created_at), delete on staff_notifications to stodpunkt_jobs;

-- To the person's own screens, one event for each statement.
create function announce_notifications() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'notification', 'org', org_id, 'user', user_id))
  from changed group by org_id, user_id;
  return null;
end $$;
revoke all on function announce_notifications() from public;
create trigger notify after insert on staff_notifications referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_notifications();
create trigger notify_changed after update on staff_notifications referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_notifications();
create trigger notify_removed after delete on staff_notifications referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_notifications();

-- Whom an act of a customer concerns: the assignee, or all staff of a ticket without an active one. Mail follows the same rule
-- (src/features/tickets/server/ticket-recipients.queries.ts).
create function responsible_staff(org uuid, assignee uuid) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  active constant uuid[] := array(select person.user_id from stodpunkt.user_roles person
    join auth.users login on login.id = person.user_id and login.disabled_at is null
    where person.org_id = org);
begin
  return case when assignee = any(active) then array[assignee] else active end;
end $$;
revoke all on function responsible_staff(uuid, uuid) from public;

-- One for each of the people who are active staff and have the event in their bell; nobody gets one of an own act.
create function add_notifications(org uuid, of_event text, people uuid[], by_person uuid, of_ticket uuid, of_enquiry uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare active constant uuid[] := stodpunkt.responsible_staff(org, null);
begin
  insert into stodpunkt.staff_notifications (org_id, user_id, event, ticket_id, enquiry_id, by_id)
  select org, person.id, of_event, of_ticket, of_enquiry, by_person
  from stodpunkt.profiles person
  left join stodpunkt.staff_settings chosen on chosen.org_id = person.org_id and chosen.user_id = person.id
  where person.org_id = org and person.id = any(people) and person.id = any(active)
    and person.id is distinct from by_person
    and coalesce((to_jsonb(chosen) ->> ('bell_' || of_event))::boolean, true)
  order by person.id;
end $$;
revoke all on function add_notifications(uuid, text, uuid[], uuid, uuid, uuid) from public;

-- A ticket of a customer is new, as is one that a job made for nobody; one that staff or a job made for somebody is given.
create function notify_staff_of_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_customer constant boolean := coalesce(new.created_by, new.reported_by) is not null
    and not exists (select from stodpunkt.profiles where id = new.created_by);
begin
  if by_customer or new.recurring_id is not null and new.assigned_to is null then
    perform stodpunkt.add_notifications(new.org_id, 'new', stodpunkt.responsible_staff(new.org_id, new.assigned_to),
      coalesce(new.created_by, new.reported_by), new.id, null);
  elsif new.assigned_to is not null then
    perform stodpunkt.add_notifications(new.org_id, 'given', array[new.assigned_to], new.created_by, new.id, null);
  end if;
  return null;
end $$;
revoke all on function notify_staff_of_ticket() from public;
create trigger notify_staff after insert on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_staff_of_ticket();

-- Of a ticket or an enquiry. Whoever has lost it again, before reading that it was given, need not know.
create function notify_staff_of_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_ticket constant uuid := case tg_table_name when 'tickets' then new.id end;
  of_enquiry constant uuid := case tg_table_name when 'enquiries' then new.id end;
begin
  delete from stodpunkt.staff_notifications
  where org_id = new.org_id and (ticket_id = of_ticket or enquiry_id = of_enquiry)
    and event = 'given' and user_id = old.assigned_to and read_at is null;
  perform stodpunkt.add_notifications(new.org_id, 'given', array[new.assigned_to], actor.user_id(), of_ticket, of_enquiry);
  return null;
end $$;
revoke all on function notify_staff_of_assignee() from public;
create trigger notify_staff_assigned after update of assigned_to on tickets for each row
  when (old.assigned_to is distinct from new.assigned_to and current_setting('app.quiet', true) is distinct from 'on')
  execute function notify_staff_of_assignee();

create trigger notify_staff_assigned after update of assigned_to on enquiries for each row
  when (old.assigned_to is distinct from new.assigned_to and current_setting('app.quiet', true) is distinct from 'on')
  execute function notify_staff_of_assignee();

create function notify_staff_of_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_notifications(new.org_id, 'customer', stodpunkt.responsible_staff(new.org_id, ticket.assigned_to),
    coalesce(new.user_id, new.contact_id), new.ticket_id, null)
  from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  return null;
end $$;
revoke all on function notify_staff_of_comment() from public;
create trigger notify_staff after insert on ticket_comments for each row
  when (new.by_customer and current_setting('app.quiet', true) is distinct from 'on')
  execute function notify_staff_of_comment();

-- An enquiry of this transaction. Forms and mail call it for those that are neither suspect, automatic nor old.
create function notify_staff_of_enquiry(org uuid, enquiry uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_notifications(org, 'new', stodpunkt.responsible_staff(org, null), null, null, e.id)
  from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and e.xmin = pg_current_xact_id()::xid;
end $$;
revoke all on function notify_staff_of_enquiry(uuid, uuid) from public;
grant execute on function notify_staff_of_enquiry(uuid, uuid) to stodpunkt_site, stodpunkt_jobs;

-- The day of a reminder is here. Returns whether this call noted it: once, however many processes run the job.
create function reach_reminder(reminder uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare reached stodpunkt.ticket_reminders;
begin
  update stodpunkt.ticket_reminders set reached_at = now() where id = reminder and reached_at is null returning * into reached;
  if reached.id is null then return false; end if;
  perform stodpunkt.add_notifications(reached.org_id, 'due', array[reached.user_id], null, reached.ticket_id, null);
  return true;
end $$;
revoke all on function reach_reminder(uuid) from public;
grant execute on function reach_reminder(uuid) to stodpunkt_jobs;

-- The colleagues whom an internal comment mentions: who they are does not depend on names, which change and may be those of two.
create table comment_mentions (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  ticket_id uuid not null,
  comment_id uuid not null,
  -- Always true: a public comment mentions nobody (docs/decisions/106).
  is_internal boolean not null default true constraint comment_mentions_internal check (is_internal),
  user_id uuid not null,
  -- As it stands in the text after '@'.
  name text not null constraint comment_mentions_name_length check (length(name) between 1 and 200),
  mentioned_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint comment_mentions_once unique (org_id, comment_id, user_id),
  constraint comment_mentions_comment foreign key (org_id, ticket_id, comment_id, is_internal)
    references ticket_comments (org_id, ticket_id, id, is_internal) on delete cascade,
  constraint comment_mentions_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
create index comment_mentions_of_ticket on comment_mentions (org_id, ticket_id, comment_id);
create index comment_mentions_of_person on comment_mentions (org_id, user_id);
call protect('comment_mentions');
create policy staff_read on comment_mentions for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on comment_mentions for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and mentioned_by = actor.user_id());
create policy jobs_read on comment_mentions for select to stodpunkt_jobs using (true);
grant select, insert (org_id, id, ticket_id, comment_id, user_id, name, mentioned_by) on comment_mentions to stodpunkt_app;
grant select on comment_mentions to stodpunkt_jobs;

create function notify_staff_of_mention() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_notifications(new.org_id, 'mentioned', array[new.user_id], new.mentioned_by, new.ticket_id, null);
  return null;
end $$;
revoke all on function notify_staff_of_mention() from public;
create trigger notify_staff after insert on comment_mentions for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_staff_of_mention();
