-- A ticket's history tells who was made its reporter and who was added to or removed from its copies; staff alone read it.
alter table ticket_changes
  drop constraint ticket_changes_field_values,
  add constraint ticket_changes_field_values check (field in ('status', 'priority', 'assignee', 'reporter', 'copy'));

create or replace function note_ticket_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after, by_comment)
  select new.org_id, new.customer_id, new.id, actor.user_id(), changed.field, changed.before, changed.after,
    actor.is_customer() and changed.field = 'status'
  from (values ('status', old.status, new.status), ('priority', old.priority, new.priority),
    ('assignee', old.assigned_to::text, new.assigned_to::text),
    ('reporter', old.reported_by::text, new.reported_by::text)) changed (field, before, after)
  where changed.before is distinct from changed.after;
  return null;
end $$;
revoke all on function note_ticket_change() from public;

drop trigger note_change on tickets;
create trigger note_change after update of status, priority, assigned_to, reported_by on tickets
  for each row execute function note_ticket_change();

-- The copies of a new ticket belong to it, and are no changes; those of a ticket that is deleted have no history.
create function note_copy_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare copy stodpunkt.ticket_watchers := coalesce(new, old);
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after)
  select copy.org_id, copy.customer_id, copy.ticket_id, actor.user_id(), 'copy', old.contact_id, new.contact_id
  from stodpunkt.tickets ticket
  where ticket.org_id = copy.org_id and ticket.id = copy.ticket_id and ticket.created_at <> now();
  return null;
end $$;
revoke all on function note_copy_change() from public;

-- Nothing is noted of rows that are only completed: the demo company's.
create trigger note_change after insert or delete on ticket_watchers for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function note_copy_change();
