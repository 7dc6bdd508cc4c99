-- Travel and material are on bases as time is: a change makes a basis outdated, and a row on a billed one is locked. So does
-- the mark of RUT work, which is younger than the trigger of time.
drop trigger outdate_bases_changed on time_entries;
create trigger outdate_bases_changed after update on time_entries for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.description, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.description, old.deleted_at)
    or (old.reported and not new.reported))
  execute function outdate_bases_of_changed_time();

create trigger outdate_bases after insert on expenses referencing new table as new_entries
  for each statement execute function outdate_bases_of_new_time();
create trigger outdate_bases_changed after update on expenses for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.work_date, new.kind, new.article, new.quantity, new.unit,
      new.price_ore, new.description, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.work_date, old.kind, old.article, old.quantity, old.unit,
      old.price_ore, old.description, old.deleted_at))
  execute function outdate_bases_of_changed_time();

create trigger guard_billed before update on expenses for each row execute function guard_billed_row('expense');

-- What must hold when a basis is billed, now also that its travel and material are not being changed.
create function lock_expenses_of_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.expenses e join stodpunkt.basis_rows r on r.org_id = e.org_id and r.source_id = e.id
  where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'expense' order by e.id for no key update of e;
  return new;
end $$;
revoke all on function lock_expenses_of_basis() from public;
create trigger expenses_of_billed before update on bases for each row
  when (new.state = 'billed' and old.state <> 'billed') execute function lock_expenses_of_basis();
