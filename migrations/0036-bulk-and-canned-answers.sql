-- Changes of several tickets at once, which can be undone until their mail is sent, and canned answers.

-- One person's change of one field of several tickets. The row is deleted when its mail is sent, and when all of it has been
-- undone: both lock it first, so that a ticket has either mail or undo (docs/decisions/104).
create table bulk_changes (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  field text not null constraint bulk_changes_field_values check (field in ('status', 'assignee')),
  -- The value that the field got, as in ticket_changes.
  after text,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint bulk_changes_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
create index bulk_changes_of_person on bulk_changes (org_id, user_id);
call protect('bulk_changes');
create policy own on bulk_changes to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select on bulk_changes to stodpunkt_app;
grant insert (org_id, id, user_id, field, after) on bulk_changes to stodpunkt_app;

-- What each of its tickets was before.
create table bulk_changed_tickets (
  org_id uuid not null,
  bulk_id uuid not null,
  ticket_id uuid not null,
  version integer not null,
  before text,
  resolved_at timestamptz,
  on_hold_since timestamptz,
  hold_reminded_at timestamptz,
  closing_offered_at timestamptz,
  last_activity_at timestamptz not null,
  -- Whether its assignee had yet to read that the ticket was given, of which a change of the assignee removes the notification.
  given_unread boolean not null default false,
  primary key (org_id, bulk_id, ticket_id),
  constraint bulk_changed_tickets_bulk foreign key (org_id, bulk_id) references bulk_changes on delete cascade,
  constraint bulk_changed_tickets_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade
);
create index bulk_changed_tickets_of_ticket on bulk_changed_tickets (org_id, ticket_id);
-- Written and read by functions of the database alone.
call protect('bulk_changed_tickets');

-- Stores what the tickets of the actor's bulk change are, before they are changed.
create function note_bulk_tickets(bulk uuid, tickets uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.bulk_changed_tickets (org_id, bulk_id, ticket_id, version, before, resolved_at,
    on_hold_since, hold_reminded_at, closing_offered_at, last_activity_at, given_unread)
  select t.org_id, b.id, t.id, t.version, case b.field when 'status' then t.status else t.assigned_to::text end,
    t.resolved_at, t.on_hold_since, t.hold_reminded_at, t.closing_offered_at, t.last_activity_at,
    exists (select from stodpunkt.staff_notifications n where n.org_id = t.org_id and n.ticket_id = t.id
      and n.user_id = t.assigned_to and n.event = 'given' and n.read_at is null)
  from stodpunkt.bulk_changes b join stodpunkt.tickets t on t.org_id = b.org_id
  where b.org_id = actor.org_id() and b.id = bulk and b.user_id = actor.user_id() and actor.is_staff()
    and t.id = any (note_bulk_tickets.tickets);
end $$;
revoke all on function note_bulk_tickets(uuid, uuid[]) from public;
grant execute on function note_bulk_tickets(uuid, uuid[]) to stodpunkt_app;

-- The tickets of a bulk change that have not been undone, for their mail. From then on it can no longer be undone.
create function end_bulk_change(org uuid, bulk uuid) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.bulk_changes where org_id = org and id = bulk for update;
  return query select ticket_id from stodpunkt.bulk_changed_tickets where org_id = org and bulk_id = bulk;
  delete from stodpunkt.bulk_changes where org_id = org and id = bulk;
end $$;
revoke all on function end_bulk_change(uuid, uuid) from public;
grant execute on function end_bulk_change(uuid, uuid) to stodpunkt_jobs;

-- Gives a ticket of a bulk change its former values, also those that follow from the status. The history notes the change.
-- Returns why that is impossible, or null: somebody has changed it since or written in it, or the former assignee is inactive.
create function undo_bulk_ticket(act bulk_changes, former bulk_changed_tickets) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ticket stodpunkt.tickets;
  waits_since timestamptz;
begin
  select t.* into ticket from stodpunkt.tickets t
  where t.org_id = act.org_id and t.id = former.ticket_id and t.version = former.version + 1
    and case act.field when 'status' then t.status else t.assigned_to::text end is not distinct from act.after;
  if not found then return 'changed'; end if;
  if act.field = 'assignee' then
    if exists (select from auth.users u where u.id = former.before::uuid and u.disabled_at is not null) then
      return 'inactive';
    end if;
    update stodpunkt.tickets t set assigned_to = former.before::uuid, version = t.version + 1
    where t.org_id = ticket.org_id and t.id = ticket.id;
    -- To get back what one had is no news.
    delete from stodpunkt.staff_notifications n where not former.given_unread and n.org_id = ticket.org_id
      and n.ticket_id = ticket.id and n.user_id = former.before::uuid and n.event = 'given' and n.read_at is null;
    return null;
  end if;
  -- The customer has written since: nobody would see it in a ticket that is done again.
  if former.before in ('resolved', 'closed') and ticket.unanswered_since is not null and ticket.last_activity_at > act.created_at then
    return 'changed';
  end if;
  update stodpunkt.tickets t set status = former.before, version = t.version + 1
  where t.org_id = ticket.org_id and t.id = ticket.id;
  -- Nothing public has been written in it since, though maybe in its enquiry. Separate updates: triggers of the status and of the
  -- hold set these columns.
  if ticket.last_activity_at = act.created_at then
    waits_since := (select stodpunkt.first_unanswered_at(t) from stodpunkt.tickets t
      where t.org_id = ticket.org_id and t.id = ticket.id and t.status not in ('resolved', 'closed'));
    update stodpunkt.tickets t set resolved_at = former.resolved_at, unanswered_since = waits_since,
      on_hold_since = case when waits_since is null then former.on_hold_since end, last_activity_at = former.last_activity_at
    where t.org_id = ticket.org_id and t.id = ticket.id;
    update stodpunkt.tickets t set hold_reminded_at = former.hold_reminded_at, closing_offered_at = former.closing_offered_at
    where t.org_id = ticket.org_id and t.id = ticket.id and t.on_hold_since is not null;
  end if;
  return null;
end $$;
revoke all on function undo_bulk_ticket(bulk_changes, bulk_changed_tickets) from public;

-- Undoes the actor's bulk change: each of its tickets with why it stays changed, if so. No row when its mail has been sent, when
-- all of it has been undone, and for the change of another person. The mail of tickets that stay changed is sent as usual.
create function undo_bulk_change(bulk uuid) returns table (ticket_id uuid, ticket_number integer, problem text)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  act stodpunkt.bulk_changes;
  former stodpunkt.bulk_changed_tickets;
begin
  select b.* into act from stodpunkt.bulk_changes b
  where b.org_id = actor.org_id() and b.id = bulk and b.user_id = actor.user_id() and actor.is_staff() for update;
  if not found then return; end if;
  -- All at first and in order, as a bulk change locks them.
  perform from stodpunkt.tickets t
  where t.org_id = act.org_id
    and t.id in (select f.ticket_id from stodpunkt.bulk_changed_tickets f where f.org_id = act.org_id and f.bulk_id = act.id)
  order by t.id for no key update;
  for former in
    select f.* from stodpunkt.bulk_changed_tickets f where f.org_id = act.org_id and f.bulk_id = act.id order by f.ticket_id
  loop
    problem := stodpunkt.undo_bulk_ticket(act, former);
    ticket_id := former.ticket_id;
    ticket_number := (select t.ticket_number from stodpunkt.tickets t where t.org_id = act.org_id and t.id = former.ticket_id);
    if problem is null then
      delete from stodpunkt.bulk_changed_tickets f
      where f.org_id = act.org_id and f.bulk_id = act.id and f.ticket_id = former.ticket_id;
    end if;
    return next;
  end loop;
  delete from stodpunkt.bulk_changes b where b.org_id = act.org_id and b.id = act.id
    and not exists (select from stodpunkt.bulk_changed_tickets f where f.org_id = act.org_id and f.bulk_id = act.id);
end $$;
revoke all on function undo_bulk_change(uuid) from public;
grant execute on function undo_bulk_change(uuid) to stodpunkt_app;

-- Texts that staff insert into an answer by their name ('Färdiga svar').
create table canned_answers (
  org_id uuid not null references organizations,
  id uuid not null,
  -- What one types after '#'; in lower case, so that it is unique whatever is typed.
  name text not null
    constraint canned_answers_name_length check (length(name) between 1 and 30)
    constraint canned_answers_name_is_one_word check (name !~ '[[:space:]#]'),
  text text not null constraint canned_answers_text_length check (length(text) between 1 and 5000),
  version integer not null default 1,
  primary key (org_id, id),
  constraint canned_answers_name_is_unique unique (org_id, name)
);
create trigger canned_answers_not_blank before insert or update of name, text on canned_answers
  for each row when (is_blank(new.name) or is_blank(new.text)) execute function refuse_blank();

create function canned_answers_max() returns integer language sql immutable parallel safe as $$ select 200 $$;

-- Locks the organization before counting, so that concurrent additions are counted too.
create function limit_canned_answers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.organizations where id = new.org_id for no key update;
  if (select count(*) from stodpunkt.canned_answers where org_id = new.org_id) > stodpunkt.canned_answers_max() then
    raise exception 'organization % has too many canned answers', new.org_id
      using errcode = 'check_violation', constraint = 'canned_answers_at_most_max', table = 'canned_answers';
  end if;
  return null;
end $$;
revoke all on function limit_canned_answers() from public;
create trigger limit_canned_answers after insert on canned_answers for each row execute function limit_canned_answers();

call protect('canned_answers');
create policy staff_all on canned_answers to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()))
  with check (org_id = actor.org_id() and actor.is_staff());
grant select, delete on canned_answers to stodpunkt_app;
grant insert (org_id, id, name, text), update (name, text, version) on canned_answers to stodpunkt_app;
