-- The conversation about a ticket: its history, drafts, who looks at it now, and the customer's comment that opens it again.

-- Who wrote, as what they were then: a login that is revoked later still wrote as the customer.
alter table ticket_comments add column by_customer boolean not null default false;
update ticket_comments set by_customer = true where user_id in (select user_id from customer_users);

create function sign_comment() returns trigger language plpgsql as $$
begin
  new.by_customer := actor.is_customer();
  return new;
end $$;
-- Rows that come without an actor (demo, restore) say it themselves.
create trigger sign_comment before insert on ticket_comments for each row
  when (actor.user_id() is not null) execute function sign_comment();

-- What was changed, written by a trigger alone: nobody forges or forgets it. `before` and `after` are values of the field;
-- an assignee's is the id.
create table ticket_changes (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  ticket_id uuid not null,
  user_id uuid references auth.users,
  field text not null constraint ticket_changes_field check (field in ('status', 'priority', 'assignee')),
  before text,
  after text,
  -- A customer's comment opened the ticket again.
  by_comment boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);
create index ticket_changes_thread on ticket_changes (org_id, ticket_id, created_at, id);

create function note_ticket_change() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after, by_comment)
  select new.org_id, new.customer_id, new.id, actor.user_id(), changed.field, changed.before, changed.after,
    actor.is_customer() and changed.field = 'status'
  from (values ('status', old.status, new.status), ('priority', old.priority, new.priority),
    ('assignee', old.assigned_to::text, new.assigned_to::text)) changed (field, before, after)
  where changed.before is distinct from changed.after;
  return null;
end $$;
revoke all on function note_ticket_change() from public;
create trigger note_change after update of status, priority, assigned_to on tickets for each row execute function note_ticket_change();

-- A customer may not change a ticket, but a comment of theirs opens a resolved or closed one (rule 16).
create function reopen_ticket() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets set status = 'open', version = version + 1
  where org_id = new.org_id and id = new.ticket_id and status in ('resolved', 'closed');
  return null;
end $$;
revoke all on function reopen_ticket() from public;
create trigger reopen after insert on ticket_comments for each row
  when (actor.is_customer() and not new.is_internal) execute function reopen_ticket();

-- What somebody has begun to write, until it is sent (rule 19).
create table ticket_drafts (
  org_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  ticket_id uuid not null,
  comment text not null check (length(comment) <= 10000),
  is_internal boolean not null default false,
  saved_at timestamptz not null default now(),
  primary key (org_id, user_id, ticket_id),
  foreign key (org_id, ticket_id) references tickets on delete cascade
);

-- Who of the staff looks at a ticket right now; a row not renewed for 40 seconds counts for nothing. Nothing to keep over a crash.
create unlogged table ticket_viewers (
  org_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (org_id, ticket_id, user_id),
  foreign key (org_id, ticket_id) references tickets on delete cascade,
  foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);

-- An assignee's tickets, newest first, active or not.
drop index tickets_by_assignee;
create index tickets_by_assignee on tickets (org_id, assigned_to, created_at desc, id desc);

call protect('ticket_changes');
create policy staff_read on ticket_changes for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
-- Customers follow the status, not who was assigned (rule 18).
create policy customer_read on ticket_changes for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and field = 'status');
grant select on ticket_changes to stodpunkt_app;

call protect('ticket_drafts');
create policy own on ticket_drafts to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()))
  with check (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()));
grant select, insert, delete on ticket_drafts to stodpunkt_app;
grant update (comment, is_internal, saved_at) on ticket_drafts to stodpunkt_app;

call protect('ticket_viewers');
create policy staff_all on ticket_viewers to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select, insert, delete on ticket_viewers to stodpunkt_app;
grant update (seen_at) on ticket_viewers to stodpunkt_app;

-- Staff give a customer logins; who they are is never changed (rule 5).
create policy staff_invite on customer_users for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
grant insert on customer_users to stodpunkt_app;

-- Names of people around a ticket: staff of the actor's organization, and portal users (a customer: of the own company).
-- A portal user without a name is called by the e-mail (rule 18).
create function names_of(people uuid[]) returns table (id uuid, full_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, p.full_name from stodpunkt.profiles p
  where p.org_id = actor.org_id() and p.id = any(people) and (actor.is_staff() or actor.is_customer())
  union all
  select l.user_id, coalesce(l.full_name, u.email)
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.user_id = any(people)
    and (actor.is_staff() or actor.is_customer() and l.customer_id = actor.customer_id())
$$;
revoke all on function names_of(uuid[]) from public;
grant execute on function names_of(uuid[]) to stodpunkt_app;
