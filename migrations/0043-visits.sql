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
  -- The version about which mail was enqueued, to whom, and whether anybody had got mail about the visit before.
  told_version integer,
  told_to text[] not null default '{}',
  was_told boolean not null default false,
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

create function guard_visitor() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.user_id <> old.user_id then
    perform stodpunkt.refuse_inactive(new.user_id, 'visitor_is_active');
  end if;
  return new;
end $$;
revoke all on function guard_visitor() from public;
create trigger guard_visitor before insert or update of user_id on visits for each row execute function guard_visitor();

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

-- To all who see the ticket, and the ticket into which it is merged; who has got mail about it is for staff.
create function notify_visit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare shown stodpunkt.tickets;
begin
  for shown in select t.* from stodpunkt.tickets own join stodpunkt.tickets t
      on t.org_id = own.org_id and t.id in (own.id, own.merged_into)
    where own.org_id = new.org_id and own.id = new.ticket_id order by t.id loop
    perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', shown.org_id, 'customer', shown.customer_id,
      'ticket', shown.id, 'internal', tg_op = 'UPDATE' and old.version = new.version,
      'contacts', stodpunkt.contacts_of(shown)));
  end loop;
  return null;
end $$;
revoke all on function notify_visit() from public;
create trigger notify after insert or update on visits for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_visit();

call protect('visits');
create policy staff_all on visits to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()))
  with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on visits for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and (actor.sees_company() or actor.sees_ticket(org_id, ticket_id)));
create policy jobs_read on visits for select to stodpunkt_jobs using (true);
create policy jobs_tell on visits for update to stodpunkt_jobs using (true);
grant select, insert (org_id, customer_id, ticket_id, starts_at, ends_at, user_id, note),
  update (starts_at, ends_at, user_id, note, cancelled_at, version) on visits to stodpunkt_app;
grant select, update (told_version, told_to, was_told) on visits to stodpunkt_jobs;

-- The place in the calendar file of a mail.
grant select (address) on customers to stodpunkt_jobs;
