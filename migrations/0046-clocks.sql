-- The clock of a member of staff (docs/decisions/062): the primary key allows one a person. A stopped one is kept until its
-- row of time is saved or it is discarded. Nobody else reads it.
create table clocks (
  user_id uuid primary key references auth.users on delete cascade,
  org_id uuid not null references organizations,
  id uuid not null constraint clocks_id unique,
  customer_id uuid,
  ticket_id uuid,
  started_at timestamptz not null default now(),
  stopped_at timestamptz,
  -- When its person last let it run on.
  confirmed_at timestamptz,
  constraint clocks_stop_after_start check (stopped_at >= started_at),
  constraint clocks_ticket_has_customer check (ticket_id is null or customer_id is not null),
  constraint clocks_customer foreign key (org_id, customer_id) references customers on delete set null (customer_id),
  constraint clocks_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);

call protect('clocks');
create policy own on clocks to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and actor.is_staff())
  with check (org_id = actor.org_id() and user_id = actor.user_id() and actor.is_staff());
-- The database's time alone says when it was started.
grant select, delete, insert (user_id, org_id, id, customer_id, ticket_id), update (stopped_at, confirmed_at) on clocks to stodpunkt_app;

create function tell_clock() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare clock stodpunkt.clocks := coalesce(new, old);
begin
  perform pg_notify('live', jsonb_build_object('about', 'clock', 'org', clock.org_id, 'user', clock.user_id)::text);
  return null;
end $$;
create trigger tell after insert or update or delete on clocks for each row execute function tell_clock();
