-- The queue of staff: their own choices, who takes a ticket, and which tickets wait for their customer.

-- What a person of staff has chosen for the own work. Without a row the defaults hold.
create table staff_settings (
  org_id uuid not null,
  user_id uuid not null,
  takes_answered boolean not null default true,
  primary key (org_id, user_id),
  constraint staff_settings_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
call protect('staff_settings');
create policy own on staff_settings to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and actor.is_staff() and user_id = actor.user_id());
grant select on staff_settings to stodpunkt_app;
grant insert (org_id, user_id, takes_answered), update (takes_answered) on staff_settings to stodpunkt_app;

-- Whoever answers the customer of a ticket that nobody has takes it, unless they have chosen otherwise. The version stays, so
-- that the next change of the one who answered does not conflict with the answer.
create function take_answered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets set assigned_to = new.user_id
  where org_id = new.org_id and id = new.ticket_id and assigned_to is null
    and not exists (select from stodpunkt.staff_settings s
      where s.org_id = new.org_id and s.user_id = new.user_id and not s.takes_answered);
  return null;
end $$;
revoke all on function take_answered() from public;
-- Only for a person who is signed in: the history names who took it.
create trigger take_answered after insert on ticket_comments for each row
  when (not new.is_internal and not new.by_customer and actor.is_staff()
    and current_setting('app.quiet', true) is distinct from 'on')
  execute function take_answered();
