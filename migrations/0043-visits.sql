-- Planned visits to the customer of a ticket (docs/decisions/113).

create function visits_per_ticket_max() returns integer language sql immutable parallel safe as $$ select 50 $$;

create table visits (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  ticket_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Who of staff comes.
  user_id uuid not null,
  -- For the customer.
  note text constraint visits_note_length check (length(note) <= 1000),
  cancelled_at timestamptz,
  -- Raised by each change of staff, and the SEQUENCE of the calendar file.
  version integer not null default 1,
  -- The last change in the ticket's history. Mail names it, so that mail about an outdated change is not sent.
  change_id uuid,
  -- The version about which mail was enqueued: visit_recipients has to whom.
  enqueued_version integer,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint visits_end_after_start check (ends_at > starts_at),
  constraint visits_hours_limit check (ends_at - starts_at <= interval '24 hours'),
  constraint visits_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
    on delete cascade,
  constraint visits_person foreign key (org_id, user_id) references profiles (org_id, id)
);
create index visits_of_ticket on visits (org_id, ticket_id);
create index visits_of_person on visits (org_id, user_id, starts_at) where cancelled_at is null;

-- The addresses that get mail about a visit, or have got it. What was mailed to an address stays in its calendar until it gets a
-- cancellation, also when the person has another address since or is no longer to get mail.
create table visit_recipients (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  visit_id uuid not null,
  address text not null
    constraint visit_recipients_address_length check (length(address) between 1 and 254 and address = lower(address)),
  -- Whether the last mail about the visit is for the address; another one gets a cancellation of what it got.
  is_recipient boolean not null default true,
  -- The visit as in the last mail that the mail server took; null before the first one and after a cancellation.
  mailed_version integer,
  mailed_starts_at timestamptz,
  mailed_ends_at timestamptz,
  -- That mail was returned as undelivered.
  is_returned boolean not null default false,
  primary key (org_id, id),
  constraint visit_recipients_once unique (org_id, visit_id, address),
  constraint visit_recipients_visit foreign key (org_id, visit_id) references visits on delete cascade,
  constraint visit_recipients_mailed_whole check (num_nonnulls(mailed_version, mailed_starts_at, mailed_ends_at) in (0, 3)),
  constraint visit_recipients_returned_was_mailed check (mailed_version is not null or not is_returned)
);

-- '2026-11-24T08:00:00Z/2026-11-24T10:00:00Z/Anna Berg', which src/features/tickets/visits.rules.ts formats.
create function visit_text(visit visits) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select concat_ws('/', to_char(visit.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
      to_char(visit.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), person.full_name)
    from stodpunkt.profiles person where person.id = visit.user_id);
end $$;
revoke all on function visit_text(visits) from public;

-- Locks the ticket before counting its visits, so that concurrent ones are counted too, and a concurrent merge is seen.
create function guard_visit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare ticket stodpunkt.tickets;
begin
  select * into ticket from stodpunkt.tickets t where t.org_id = new.org_id and t.id = new.ticket_id for no key update;
  if ticket.merged_into is not null then
    raise exception 'ticket % is merged', ticket.id using errcode = 'check_violation', table = 'visits',
      constraint = 'visits_in_survivor',
      detail = (select ticket_number from stodpunkt.tickets t where t.org_id = ticket.org_id and t.id = ticket.merged_into)::text;
  end if;
  if ticket.status = 'closed' then
    raise exception 'ticket % is closed', ticket.id
      using errcode = 'check_violation', constraint = 'visits_of_active_ticket', table = 'visits';
  end if;
  if (select count(*) from stodpunkt.visits where org_id = new.org_id and ticket_id = new.ticket_id and cancelled_at is null)
    >= stodpunkt.visits_per_ticket_max() then
    raise exception 'ticket % has too many visits', new.ticket_id
      using errcode = 'check_violation', constraint = 'visits_at_most_max', table = 'visits';
  end if;
  return new;
end $$;
revoke all on function guard_visit() from public;
create trigger guard_visit before insert on visits for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function guard_visit();

-- A visit of somebody who has been deactivated can be cancelled, but each change of it chooses somebody else.
create function guard_visitor() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.refuse_inactive(new.user_id, 'visitor_is_active');
  return new;
end $$;
revoke all on function guard_visitor() from public;
create trigger guard_visitor before insert or update of starts_at, ends_at, user_id, note on visits for each row
  execute function guard_visitor();

create function keep_cancelled() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'visit % is cancelled', old.id
    using errcode = 'check_violation', constraint = 'visits_cancelled_stays', table = 'visits';
end $$;
revoke all on function keep_cancelled() from public;
create trigger keep_cancelled before update of starts_at, ends_at, user_id, note, cancelled_at on visits for each row
  when (old.cancelled_at is not null) execute function keep_cancelled();

-- The ticket's history has each plan, change and cancellation. Its name makes it run after the guards.
create function note_visit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after)
  values (new.org_id, new.customer_id, new.ticket_id, actor.user_id(), 'visit',
    case when tg_op = 'UPDATE' then stodpunkt.visit_text(old) end,
    case when new.cancelled_at is null then stodpunkt.visit_text(new) end)
  returning id into new.change_id;
  return new;
end $$;
revoke all on function note_visit() from public;
create trigger note_visit before insert or update of starts_at, ends_at, user_id, note, cancelled_at on visits for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function note_visit();

-- To all who see the ticket, and the ticket into which it is merged; who gets mail about it is for staff.
create function announce_visit(visit visits, is_internal boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare shown stodpunkt.tickets;
begin
  for shown in select t.* from stodpunkt.tickets own join stodpunkt.tickets t
      on t.org_id = own.org_id and t.id in (own.id, own.merged_into)
    where own.org_id = visit.org_id and own.id = visit.ticket_id order by t.id loop
    perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', shown.org_id, 'customer', shown.customer_id,
      'ticket', shown.id, 'internal', is_internal, 'contacts', stodpunkt.contacts_of(shown)));
  end loop;
end $$;
revoke all on function announce_visit(visits, boolean) from public;

create function notify_visit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce_visit(new, tg_op = 'UPDATE' and old.version = new.version);
  return null;
end $$;
revoke all on function notify_visit() from public;
create trigger notify after insert or update on visits for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_visit();

create function notify_visit_recipient() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce_visit(visit, true) from stodpunkt.visits visit
  where visit.org_id = new.org_id and visit.id = new.visit_id;
  return null;
end $$;
revoke all on function notify_visit_recipient() from public;
create trigger notify after update of mailed_version, is_returned, is_recipient on visit_recipients for each row
  when (current_setting('app.quiet', true) is distinct from 'on' and old is distinct from new)
  execute function notify_visit_recipient();

call protect('visits');
create policy staff_all on visits to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()))
  with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on visits for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));
create policy jobs_read on visits for select to stodpunkt_jobs using (true);
create policy jobs_mail on visits for update to stodpunkt_jobs using (true);
grant select, insert (org_id, customer_id, ticket_id, starts_at, ends_at, user_id, note),
  update (starts_at, ends_at, user_id, note, cancelled_at, version) on visits to stodpunkt_app;
grant select, update (enqueued_version) on visits to stodpunkt_jobs;

call protect('visit_recipients');
create policy staff_read on visit_recipients for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_mail on visit_recipients to stodpunkt_jobs using (true) with check (true);
grant select on visit_recipients to stodpunkt_app;
grant select, insert (org_id, visit_id, address), update (is_recipient, mailed_version, mailed_starts_at, mailed_ends_at, is_returned)
  on visit_recipients to stodpunkt_jobs;

-- The place in the calendar file of a mail.
grant select (address) on customers to stodpunkt_jobs;
