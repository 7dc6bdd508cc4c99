-- Merged tickets (docs/decisions/105) and related ones. A merged ticket keeps its rows and points to the survivor, where work goes
-- on; nobody sees more than before.

-- A ticket is merged into one that is not merged itself, and has none merged into it. Both rows are locked, in the order of their
-- ids when merged by the program. An unresolved ticket does not disappear in one that is done.
create function guard_merge() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare survivor stodpunkt.tickets;
begin
  select * into survivor from stodpunkt.tickets t where t.org_id = new.org_id and t.id = new.merged_into for no key update;
  if survivor.merged_into is not null or old.merged_into is not null
    or exists (select from stodpunkt.tickets t where t.org_id = new.org_id and t.merged_into = new.id) then
    raise exception 'a merged ticket is not merged again'
      using errcode = 'check_violation', constraint = 'tickets_merged_once', table = 'tickets';
  end if;
  if survivor.status in ('resolved', 'closed') and old.status not in ('resolved', 'closed') then
    raise exception 'an unresolved ticket is not merged into one that is done'
      using errcode = 'check_violation', constraint = 'tickets_merged_into_unresolved', table = 'tickets';
  end if;
  new.merged_at := clock_timestamp();
  new.status_before_merge := old.status;
  new.on_hold_before_merge := old.on_hold_since;
  return new;
end $$;
revoke all on function guard_merge() from public;
create trigger guard_merge before update of merged_into on tickets for each row
  when (new.merged_into is not null and new.merged_into is distinct from old.merged_into) execute function guard_merge();

-- Separated, it gets its former status back, and is not resolved now. It waits for the customer again, who is not reminded twice,
-- unless the customer has written in the survivor since. Its name makes it run after `keep_clock`, `keep_hold` and `stamp_resolved`.
create function restore_separated() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.status := old.status_before_merge;
  new.merged_at := null;
  new.status_before_merge := null;
  new.resolved_at := old.resolved_at;
  new.on_hold_before_merge := null;
  -- Its last activity is that it was merged.
  if old.on_hold_before_merge is not null and not exists (select from stodpunkt.ticket_comments c
    where c.org_id = old.org_id and c.ticket_id = old.merged_into and c.by_customer and not c.is_automatic
      and c.created_at > old.last_activity_at) then
    new.unanswered_since := null;
    new.on_hold_since := old.on_hold_before_merge;
    new.hold_reminded_at := (select max(r.created_at) from stodpunkt.ticket_changes r where r.org_id = old.org_id
      and r.ticket_id = old.id and r.field = 'reminder' and r.created_at > old.on_hold_before_merge);
  end if;
  return new;
end $$;
revoke all on function restore_separated() from public;
create trigger stamp_separated before update of merged_into on tickets for each row
  when (old.merged_into is not null and new.merged_into is null) execute function restore_separated();

-- The priority became that of a merged ticket, whose promise counts instead while it is merged.
alter table ticket_changes add by_merge boolean not null default false;

-- The history of both tickets has the other's number. The survivor waits for our answer, and not for the customer's, if the merged
-- ticket did, and is at least as urgent as a merged one that was unresolved, so that the queue loses nothing urgent.
create function note_merge() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_merged constant boolean := new.merged_into is not null;
  priority_before constant text := (select t.priority from stodpunkt.tickets t
    where t.org_id = new.org_id and t.id = coalesce(new.merged_into, old.merged_into));
  survivor stodpunkt.tickets;
begin
  -- The minutes until its first answer are counted from the first arrival of all that are merged.
  update stodpunkt.tickets t set version = version + 1, unsettled_in = pg_current_xact_id(), answer_minutes = null,
    unanswered_since = case
      when t.status in ('resolved', 'closed') then null
      when is_merged or t.on_hold_since is null then stodpunkt.first_unanswered_at(t) end,
    on_hold_since = case when not is_merged or old.unanswered_since is null then t.on_hold_since end,
    priority = case
      when is_merged and old.status not in ('resolved', 'closed')
        and stodpunkt.priority_rank(old.priority) > stodpunkt.priority_rank(t.priority) then old.priority
      else t.priority end
  where t.org_id = new.org_id and t.id = coalesce(new.merged_into, old.merged_into)
  returning * into survivor;
  if survivor.priority <> priority_before then
    update stodpunkt.ticket_changes set by_merge = true
    where org_id = new.org_id and id = (select c.id from stodpunkt.ticket_changes c
      where c.org_id = new.org_id and c.ticket_id = survivor.id and c.field = 'priority'
      order by c.created_at desc, c.id desc limit 1);
  end if;
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after)
  select new.org_id, new.customer_id, noted.id, actor.user_id(), noted.field,
    case when not is_merged then noted.other end, case when is_merged then noted.other end
  from (values (new.id, 'merged', survivor.ticket_number::text), (survivor.id, 'absorbed', new.ticket_number::text))
    noted (id, field, other);
  return null;
end $$;
revoke all on function note_merge() from public;
create trigger note_merge after update of merged_into on tickets for each row
  when ((old.merged_into is null) <> (new.merged_into is null)) execute function note_merge();

-- A comment on a merged ticket lands in the survivor. One of a person who does not see the survivor remains visible to those who
-- see the merged ticket, and to no other reader of the survivor. Staff who are signed in are asked to write in the survivor, since
-- its readers are others than their screen said. The lock makes a concurrent merge wait, or be seen, and stored_at follow its order.
create function land_in_survivor() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  named stodpunkt.tickets;
  survivor stodpunkt.tickets;
begin
  new.from_ticket_id := null;
  -- In the order of their ids, as a merge locks them.
  perform from stodpunkt.tickets t
  where t.org_id = new.org_id and t.id in (new.ticket_id,
    (select m.merged_into from stodpunkt.tickets m where m.org_id = new.org_id and m.id = new.ticket_id))
  order by t.id for no key update;
  select * into named from stodpunkt.tickets t where t.org_id = new.org_id and t.id = new.ticket_id;
  new.stored_at := clock_timestamp();
  new.is_during_hold := new.is_automatic and named.on_hold_since is not null;
  if named.merged_into is null then return new; end if;
  select * into survivor from stodpunkt.tickets t where t.org_id = named.org_id and t.id = named.merged_into for no key update;
  if actor.is_staff() then
    raise exception 'ticket % is merged', named.id using errcode = 'check_violation', table = 'ticket_comments',
      constraint = 'ticket_comments_in_survivor', detail = survivor.ticket_number::text;
  end if;
  new.ticket_id := survivor.id;
  new.stored_at := clock_timestamp();
  new.is_during_hold := new.is_automatic and survivor.on_hold_since is not null;
  if not new.is_internal and not stodpunkt.contact_sees(survivor, coalesce(new.contact_id, actor.contact_id())) then
    new.from_ticket_id := named.id;
  end if;
  return new;
end $$;
revoke all on function land_in_survivor() from public;
create trigger land_in_survivor before insert on ticket_comments for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function land_in_survivor();

-- Tickets that staff have related to each other, each pair once. Customers never see it.
create table ticket_links (
  org_id uuid not null,
  ticket_id uuid not null,
  related_id uuid not null,
  primary key (org_id, ticket_id, related_id),
  constraint ticket_links_once check (ticket_id < related_id),
  constraint ticket_links_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade,
  constraint ticket_links_related foreign key (org_id, related_id) references tickets (org_id, id) on delete cascade
);
create index ticket_links_of_related on ticket_links (org_id, related_id);

call protect('ticket_links');
create policy staff_all on ticket_links to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()))
  with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert, delete on ticket_links to stodpunkt_app;

-- Both tickets get an event, for staff alone.
create function notify_ticket_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare link constant stodpunkt.ticket_links := coalesce(new, old);
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', t.org_id, 'customer', t.customer_id, 'ticket', t.id,
    'internal', true, 'contacts', '[]'::jsonb))
  from stodpunkt.tickets t where t.org_id = link.org_id and t.id in (link.ticket_id, link.related_id);
  return null;
end $$;
revoke all on function notify_ticket_link() from public;
create trigger notify after insert or delete on ticket_links for each row execute function notify_ticket_link();
