create table ticket_comments (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null references auth.users,
  comment text not null
    constraint ticket_comments_comment_length check (btrim(comment, E' \t\r\n') <> '' and length(comment) <= 10000),
  is_internal boolean not null default false,
  created_at timestamptz not null default now(),
  -- What the author was at the time: a comment stays the customer's after its login is revoked.
  by_customer boolean not null default false,
  primary key (org_id, id),
  foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);
create index ticket_comments_thread on ticket_comments (org_id, ticket_id, created_at, id);

create function sign_comment() returns trigger language plpgsql as $$
begin
  new.by_customer := actor.is_customer();
  return new;
end $$;

-- Rows inserted without an actor (demo, restore) set it themselves.
create trigger sign_comment before insert on ticket_comments for each row
  when (actor.user_id() is not null) execute function sign_comment();

-- A customer may not change a ticket, but a comment by the customer reopens a resolved or closed one.
create function reopen_ticket() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets set status = 'open', version = version + 1
  where org_id = new.org_id and id = new.ticket_id and status in ('resolved', 'closed');
  return null;
end $$;
revoke all on function reopen_ticket() from public;

create trigger reopen after insert on ticket_comments for each row
  when (actor.is_customer() and not new.is_internal) execute function reopen_ticket();
create trigger ticket_comments_not_blank before insert or update of comment on ticket_comments
  for each row when (is_blank(new.comment)) execute function refuse_blank();

call protect('ticket_comments');
create policy staff_read on ticket_comments for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on ticket_comments for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
create policy customer_read on ticket_comments for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and not is_internal);
create policy customer_create on ticket_comments for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and user_id = actor.user_id() and not is_internal);
grant select, insert on ticket_comments to stodpunkt_app;
create policy jobs_read on ticket_comments for select to stodpunkt_jobs using (not is_internal);
grant select on ticket_comments to stodpunkt_jobs;

-- A ticket's history, written by a trigger only, so that it can be neither forged nor forgotten. `before` and `after` are
-- values of the field; for an assignee the id.
create table ticket_changes (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  ticket_id uuid not null,
  user_id uuid references auth.users,
  field text not null constraint ticket_changes_field_values check (field in ('status', 'priority', 'assignee')),
  before text,
  after text,
  -- A customer's comment reopened the ticket.
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

call protect('ticket_changes');
create policy staff_read on ticket_changes for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());

-- Customers see changes of the status, not of the assignee.
create policy customer_read on ticket_changes for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id() and field = 'status');
grant select on ticket_changes to stodpunkt_app;
create policy jobs_read on ticket_changes for select to stodpunkt_jobs using (field = 'status');
grant select on ticket_changes to stodpunkt_jobs;

-- A comment that is being written, until it is sent.
create table ticket_drafts (
  org_id uuid not null,
  user_id uuid not null references auth.users on delete cascade,
  ticket_id uuid not null,
  comment text not null constraint ticket_drafts_comment_length check (length(comment) <= 10000),
  is_internal boolean not null default false,
  saved_at timestamptz not null default now(),
  primary key (org_id, user_id, ticket_id),
  foreign key (org_id, ticket_id) references tickets on delete cascade
);

call protect('ticket_drafts');
create policy own on ticket_drafts to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()))
  with check (org_id = actor.org_id() and user_id = actor.user_id() and (actor.is_staff() or actor.is_customer()));
grant select, insert, delete on ticket_drafts to stodpunkt_app;
grant update (comment, is_internal, saved_at) on ticket_drafts to stodpunkt_app;

-- Which staff look at a ticket now; a row not renewed for 40 seconds has expired. Unlogged: it need not survive a crash.
create unlogged table ticket_viewers (
  org_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (org_id, ticket_id, user_id),
  foreign key (org_id, ticket_id) references tickets on delete cascade,
  foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);

call protect('ticket_viewers');

-- Not part of backups: it holds only who is present.
drop policy backup_read on ticket_viewers;
revoke all on ticket_viewers from stodpunkt_backup;
create policy staff_all on ticket_viewers to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select, insert, delete on ticket_viewers to stodpunkt_app;
grant update (seen_at) on ticket_viewers to stodpunkt_app;
