-- Work on a ticket, and where it was done (docs/decisions/058). The key holds the customer: a row and its ticket are always
-- of the same one. Tickets are never removed and never change customer; if one did, its rows would have to follow first.
alter table time_entries
  add column ticket_id uuid,
  add column kind text not null default 'remote' constraint time_entries_kind_values check (kind in ('remote', 'onsite')),
  add constraint time_entries_ticket foreign key (org_id, customer_id, ticket_id)
    references tickets (org_id, customer_id, id);
create index time_entries_of_ticket on time_entries (org_id, ticket_id, work_date desc, id desc) include (minutes)
  where ticket_id is not null and deleted_at is null;
grant update (ticket_id, kind) on time_entries to stodpunkt_app;

create or replace function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.ticket_id, new.kind, new.work_date, new.time_from, new.time_to, new.description,
      new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.work_date, old.time_from, old.time_to, old.description,
      old.notes, old.deleted_at);
begin
  if not is_content_changed then return new; end if;
  if old.reported then
    raise exception 'a reported row is locked' using errcode = 'check_violation', constraint = 'time_entries_locked';
  end if;
  if not actor.is_admin() and (old.user_id <> actor.user_id() or new.user_id <> actor.user_id()) then
    raise exception 'only the technician or an administrator changes a time entry' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- What a report prints of the ticket of a row.
alter table report_rows add column ticket_number integer;

-- The tickets that a live event of time names; null when there are more, and then it may concern any. A payload has 8000 bytes.
create function told_tickets(tickets uuid[]) returns jsonb language sql immutable parallel safe as $$
  select case when cardinality(tickets) <= 50 then to_jsonb(tickets) else 'null' end
$$;

create or replace function tell_new_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', org_id, 'reported', bool_or(reported),
    'tickets', stodpunkt.told_tickets(
      coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}')))::text)
  from new_entries group by org_id;
  return null;
end $$;

-- Names the tickets whose sum changed: marking a month names none.
create or replace function tell_changed_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', entries.org_id, 'reported', bool_or(reported),
    'tickets', stodpunkt.told_tickets(array(
      select ticket_id from (
        select ticket_id, 1 as entry, minutes from new_entries where org_id = entries.org_id and deleted_at is null
        union all
        select ticket_id, -1, -minutes from old_entries where org_id = entries.org_id and deleted_at is null) changes
      where ticket_id is not null group by 1 having sum(entry) <> 0 or sum(minutes) <> 0)))::text)
  from (select org_id, reported from new_entries union all select org_id, reported from old_entries) entries
  group by entries.org_id;
  return null;
end $$;
