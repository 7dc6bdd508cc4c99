-- A row that was typed as a length, in a cell of the week (docs/specification.md, The week): the product chose its from and to,
-- which say nothing about when the work was done until somebody sets them.
alter table time_entries add column is_placed boolean not null default true;
grant update (is_placed) on time_entries to stodpunkt_app;

create or replace function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.ticket_id, new.kind, new.work_date, new.time_from, new.time_to, new.is_placed,
      new.description, new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.work_date, old.time_from, old.time_to, old.is_placed,
      old.description, old.notes, old.deleted_at);
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
