create table tickets (
  org_id uuid not null references organizations,
  id uuid not null,
  ticket_number integer not null,
  customer_id uuid not null,
  title text not null check (title = btrim(title) and length(title) between 1 and 200),
  description text not null check (description = btrim(description) and length(description) between 1 and 5000),
  status text not null default 'open' constraint tickets_status check (status in ('open', 'in_progress', 'resolved', 'closed')),
  priority text not null default 'normal' constraint tickets_priority check (priority in ('low', 'normal', 'high', 'urgent')),
  assigned_to uuid,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  version integer not null default 1,
  primary key (org_id, id),
  constraint tickets_number unique (org_id, ticket_number),
  constraint tickets_of_customer unique (org_id, customer_id, id),
  constraint tickets_customer foreign key (org_id, customer_id) references customers,
  constraint tickets_assignee foreign key (org_id, assigned_to) references profiles (org_id, id)
    on delete set null (assigned_to)
);
create index tickets_active on tickets (org_id, created_at desc, id desc) where status <> 'closed';
create index tickets_archived on tickets (org_id, created_at desc, id desc) where status = 'closed';
create index tickets_by_customer on tickets (org_id, customer_id, created_at desc, id desc);
create index tickets_by_assignee on tickets (org_id, assigned_to) where status <> 'closed';

create table ticket_comments (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  ticket_id uuid not null,
  user_id uuid not null references auth.users,
  comment text not null check (btrim(comment, E' \t\r\n') <> '' and length(comment) <= 10000),
  is_internal boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);
create index ticket_comments_thread on ticket_comments (org_id, ticket_id, created_at, id);

-- The last number given out, one row an organization; the row lock makes numbers unique without a retry.
create table ticket_numbers (
  org_id uuid primary key references organizations,
  last_number integer not null default 1000
);

-- The actor's organization's next ticket number, from 1001. A rolled back ticket gives its number back.
create function generate_ticket_number() returns integer language sql as $$
  update ticket_numbers set last_number = last_number + 1 where org_id = actor.org_id() returning last_number
$$;
revoke all on function generate_ticket_number() from public;
grant execute on function generate_ticket_number() to stodpunkt_app;

-- resolved_at says when the ticket was last resolved, also when it is created as resolved.
create function stamp_resolved() returns trigger language plpgsql as $$
begin
  if new.status = 'resolved' and (tg_op = 'INSERT' or old.status <> 'resolved') then
    new.resolved_at := now();
  end if;
  return new;
end $$;
create trigger stamp_resolved before insert or update of status on tickets for each row execute function stamp_resolved();

call protect('tickets');
create policy staff_read on tickets for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on tickets for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on tickets for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on tickets for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id());
create policy customer_create on tickets for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and created_by = actor.user_id() and status = 'open' and assigned_to is null);
grant select, insert on tickets to stodpunkt_app;
grant update (status, priority, assigned_to, version) on tickets to stodpunkt_app;

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

call protect('ticket_numbers');
create policy actor_read on ticket_numbers for select to stodpunkt_app
  using (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()));
create policy actor_count on ticket_numbers for update to stodpunkt_app
  using (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()))
  with check (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()));
grant select, update (last_number) on ticket_numbers to stodpunkt_app;
