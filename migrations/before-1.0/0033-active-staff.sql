-- Nobody is given a ticket, an enquiry or time while their login is deactivated. What they were given before stays theirs
-- and can be changed in everything else.
create function refuse_inactive(person uuid, rule text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from auth.users where id = person and disabled_at is not null) then
    raise exception 'the login of % is deactivated', person using errcode = 'check_violation', constraint = rule;
  end if;
end $$;
revoke all on function refuse_inactive(uuid, text) from public;

create function guard_assignee() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.assigned_to is distinct from old.assigned_to then
    perform stodpunkt.refuse_inactive(new.assigned_to, 'assignee_is_active');
  end if;
  return new;
end $$;
create function guard_technician() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.user_id <> old.user_id then
    perform stodpunkt.refuse_inactive(new.user_id, 'technician_is_active');
  end if;
  return new;
end $$;
revoke all on function guard_assignee(), guard_technician() from public;

create trigger guard_assignee before insert or update of assigned_to on tickets for each row
  when (new.assigned_to is not null) execute function guard_assignee();
create trigger guard_assignee before insert or update of assigned_to on enquiries for each row
  when (new.assigned_to is not null) execute function guard_assignee();
create trigger guard_technician before insert or update of user_id on time_entries for each row
  execute function guard_technician();
