-- The queue of staff: their own choices, who takes a ticket, and which tickets wait for their customer.

-- What a person of staff has chosen for the own work. Without a row the defaults hold.
create table staff_settings (
  org_id uuid not null,
  user_id uuid not null,
  takes_answered boolean not null default true,
  -- After 'Skicka och lös' the next ticket is opened.
  advances boolean not null default true,
  -- Letters outside fields are keys of the product.
  uses_shortcuts boolean not null default true,
  -- Of which events the person gets a notification in the bell, and mail.
  bell_given boolean not null default true,
  bell_customer boolean not null default true,
  bell_new boolean not null default true,
  bell_due boolean not null default true,
  bell_mentioned boolean not null default true,
  bell_soon boolean not null default true,
  bell_late boolean not null default true,
  mail_given boolean not null default true,
  mail_customer boolean not null default true,
  mail_new boolean not null default true,
  mail_due boolean not null default false,
  mail_mentioned boolean not null default true,
  mail_soon boolean not null default true,
  mail_late boolean not null default true,
  -- Ends the person's answers by mail, where name and company stand otherwise.
  signature text constraint staff_settings_signature_length check (signature = btrim(signature) and length(signature) between 1 and 1000),
  primary key (org_id, user_id),
  constraint staff_settings_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
call protect('staff_settings');
create policy own on staff_settings to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
create trigger staff_settings_not_blank before insert or update of signature on staff_settings
  for each row when (is_blank(new.signature)) execute function refuse_blank();
create policy jobs_read on staff_settings for select to stodpunkt_jobs using (true);
grant select, insert, update (takes_answered, advances, uses_shortcuts, bell_given, bell_customer, bell_new, bell_due, bell_mentioned,
  bell_soon, bell_late, mail_given, mail_customer, mail_new, mail_due, mail_mentioned, mail_soon, mail_late, signature) on staff_settings to stodpunkt_app;
grant select on staff_settings to stodpunkt_jobs;

-- Whoever answers the customer of a ticket that nobody has takes it, unless they have chosen otherwise. The version stays, so
-- that the next change of the one who answered does not conflict with the answer.
create function take_answered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets set assigned_to = new.user_id
  where org_id = new.org_id and id = new.ticket_id and assigned_to is null
    and not exists (select from stodpunkt.staff_settings s
      where s.org_id = new.org_id and s.user_id = new.user_id and not s.takes_answered);
  return null;
end $$;
revoke all on function take_answered() from public;
-- Only for a person who is signed in: the history names who took it.
create trigger take_answered after insert on ticket_comments for each row
  when (not new.is_internal and not new.by_customer and actor.is_staff()
    and current_setting('app.quiet', true) is distinct from 'on')
  execute function take_answered();

-- Tickets that wait for their customer (on_hold_since): their history, the reminder and the offer to close them.

create index tickets_on_hold on tickets (org_id, created_at desc, id desc) where on_hold_since is not null;

-- Each hold is reminded of anew. Named to run after `keep_clock`, which ends the hold of a ticket that is resolved or closed.
create function keep_hold() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.hold_reminded_at := null;
  new.closing_offered_at := null;
  return new;
end $$;
revoke all on function keep_hold() from public;
create trigger keep_hold before update on tickets for each row
  when (new.on_hold_since is distinct from old.on_hold_since) execute function keep_hold();

-- A change of status, and that a ticket is separated (note_merge), say themselves what becomes of the hold.
create function note_hold() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after, by_comment)
  values (new.org_id, new.customer_id, new.id, actor.user_id(), 'hold',
    case when old.on_hold_since is not null then 'customer' end, case when new.on_hold_since is not null then 'customer' end,
    actor.is_customer());
  return null;
end $$;
revoke all on function note_hold() from public;
create trigger note_hold after update on tickets for each row
  when ((old.on_hold_since is null) <> (new.on_hold_since is null) and new.status not in ('resolved', 'closed')
    and (old.merged_into is null) = (new.merged_into is null) and current_setting('app.quiet', true) is distinct from 'on')
  execute function note_hold();

-- Both do nothing when the hold of that time has ended, or when it has been done before. They return whether they did it; the
-- reminder the id of its row in the history, by which the mail is written.
create function note_reminder(org uuid, ticket uuid, since timestamptz) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  held stodpunkt.tickets;
  noted uuid;
begin
  update stodpunkt.tickets set hold_reminded_at = now()
  where org_id = org and id = ticket and on_hold_since = since and hold_reminded_at is null
  returning * into held;
  if held.id is null then return null; end if;
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, field, created_at)
  values (org, held.customer_id, ticket, 'reminder', now()) returning id into noted;
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', org, 'customer', held.customer_id, 'ticket', ticket,
    'internal', true, 'contacts', '[]'::jsonb));
  return noted;
end $$;
revoke all on function note_reminder(uuid, uuid, timestamptz) from public;
grant execute on function note_reminder(uuid, uuid, timestamptz) to stodpunkt_jobs;

create function offer_closing(org uuid, ticket uuid, since timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets set closing_offered_at = now()
  where org_id = org and id = ticket and on_hold_since = since and closing_offered_at is null;
  if not found then return false; end if;
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', org, 'customer', customer_id, 'ticket', ticket,
    'internal', true, 'contacts', '[]'::jsonb)) from stodpunkt.tickets where org_id = org and id = ticket;
  return true;
end $$;
revoke all on function offer_closing(uuid, uuid, timestamptz) from public;
grant execute on function offer_closing(uuid, uuid, timestamptz) to stodpunkt_jobs;

-- 'Att göra' of a person: a ticket waits for nobody else. First unanswered urgent ones, then the other unanswered ones, both by
-- when the answer is due; then the rest by priority and by how long nothing has happened.
create function to_do_rank(priority text, unanswered_since timestamptz) returns integer language sql immutable parallel safe as $$
  select case when unanswered_since is null then 7 - stodpunkt.priority_rank(priority) when priority = 'urgent' then 1 else 2 end
$$;

-- 'Påminn mig': until that day, or until the customer writes, the ticket is left out of the person's 'Att göra'.
create table ticket_reminders (
  org_id uuid not null,
  user_id uuid not null,
  ticket_id uuid not null,
  remind_on date not null,
  id uuid not null default gen_random_uuid() constraint ticket_reminders_id unique,
  -- When the person was reminded.
  reached_at timestamptz,
  set_at timestamptz not null default now(),
  primary key (org_id, user_id, ticket_id),
  constraint ticket_reminders_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade,
  constraint ticket_reminders_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade
);
create index ticket_reminders_of_ticket on ticket_reminders (org_id, ticket_id);
create index ticket_reminders_to_come on ticket_reminders (remind_on) where reached_at is null;
call protect('ticket_reminders');
create policy own on ticket_reminders to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
create policy jobs_read on ticket_reminders for select to stodpunkt_jobs using (true);
grant select, insert (org_id, user_id, ticket_id, remind_on), delete, update (remind_on) on ticket_reminders to stodpunkt_app;
grant select on ticket_reminders to stodpunkt_jobs;

-- Filters of the ticket list that a person has saved under a name: the query of the list's address.
create table ticket_views (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null constraint ticket_views_name_length check (name = btrim(name) and length(name) between 1 and 60),
  query text not null constraint ticket_views_query_length check (length(query) between 1 and 2000),
  primary key (org_id, id),
  constraint ticket_views_name_is_unique unique (org_id, user_id, name),
  constraint ticket_views_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
create trigger ticket_views_not_blank before insert or update of name on ticket_views
  for each row when (is_blank(new.name)) execute function refuse_blank();

create function ticket_views_max() returns integer language sql immutable parallel safe as $$ select 20 $$;

-- Locks the person before counting, so that concurrent additions are counted too.
create function limit_ticket_views() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.profiles where org_id = new.org_id and id = new.user_id for no key update;
  if (select count(*) from stodpunkt.ticket_views where org_id = new.org_id and user_id = new.user_id)
    > stodpunkt.ticket_views_max() then
    raise exception 'person % has too many views', new.user_id
      using errcode = 'check_violation', constraint = 'ticket_views_at_most_max', table = 'ticket_views';
  end if;
  return null;
end $$;
revoke all on function limit_ticket_views() from public;
create trigger limit_ticket_views after insert on ticket_views for each row execute function limit_ticket_views();

call protect('ticket_views');
create policy own on ticket_views to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select, insert, delete, update (name) on ticket_views to stodpunkt_app;
