-- Work on site that a private customer gets a tax reduction for (RUT). Whether the customer is private is asked when the row
-- is marked: a customer that becomes a company later keeps its history.
alter table time_entries
  add column is_rut boolean not null default false,
  add constraint time_entries_rut_on_site check (not is_rut or kind = 'onsite');
grant update (is_rut) on time_entries to stodpunkt_app;

create function guard_rut() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from stodpunkt.customers where org_id = new.org_id and id = new.customer_id and is_private) then
    raise exception 'only a private customer gets a tax reduction' using errcode = 'check_violation',
      constraint = 'time_entries_rut_private';
  end if;
  return new;
end $$;
revoke all on function guard_rut() from public;
create trigger rut_new before insert on time_entries for each row when (new.is_rut) execute function guard_rut();
create trigger rut_changed before update on time_entries for each row
  when (new.is_rut and (not old.is_rut or new.customer_id <> old.customer_id)) execute function guard_rut();

create or replace function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.is_placed, new.description, new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.is_placed, old.description, old.notes, old.deleted_at);
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
