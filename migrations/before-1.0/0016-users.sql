-- Administrators look after the staff: they add people, name them and give them a role. Logins themselves belong to
-- stodpunkt_auth. An organization that has an active administrator is never left without one.

create policy admin_add on profiles for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_rename on profiles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
grant insert (id, org_id, full_name), update (full_name) on profiles to stodpunkt_app;

create policy admin_add on user_roles for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on user_roles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
grant insert (user_id, org_id, role), update (role) on user_roles to stodpunkt_app;

-- Of two at once, the second waits for the first and then sees what it left. The lock is one that rows pointing at the
-- organization do not wait for.
create function refuse_without_admin(org uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.organizations where id = org for no key update;
  if not exists (
    select from stodpunkt.user_roles r join auth.users u on u.id = r.user_id
    where r.org_id = org and r.role = 'admin' and u.disabled_at is null
  ) then
    raise exception 'an organization needs an active administrator'
      using errcode = 'check_violation', constraint = 'organizations_need_an_admin';
  end if;
end $$;
revoke all on function refuse_without_admin(uuid) from public;

create function guard_admin_role() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if old.org_id is not null then perform stodpunkt.refuse_without_admin(old.org_id); end if;
  return null;
end $$;
revoke all on function guard_admin_role() from public;
create trigger guard_admin after update or delete on user_roles for each row
  when (old.role = 'admin') execute function guard_admin_role();

-- Whoever is disabled may be made an administrator at the same moment: the role is looked at behind the lock.
create function guard_admin_login() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare org uuid;
begin
  select org_id into org from stodpunkt.profiles where id = new.id;
  if org is null then return null; end if;
  perform from stodpunkt.organizations where id = org for no key update;
  if exists (select from stodpunkt.user_roles where user_id = new.id and role = 'admin') then
    perform stodpunkt.refuse_without_admin(org);
  end if;
  return null;
end $$;
revoke all on function guard_admin_login() from public;
create trigger guard_admin after update of disabled_at on auth.users for each row
  when (old.disabled_at is null and new.disabled_at is not null) execute function guard_admin_login();

-- A changed address is told to the old one and the new one; the line in the audit log is where the old one still stands.
create policy jobs_read on audit_log for select to stodpunkt_jobs using (action = 'email_changed');
grant select (id, org_id, subject_id, action, detail) on audit_log to stodpunkt_jobs;
