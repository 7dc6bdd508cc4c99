-- A login that works belongs to a contact that is not archived, whatever happens concurrently: archiving is refused, a new
-- login is refused, and a login that is opened again opens its contact.

-- What was possible until now: the contact is restored, or the login gets another where one has its address already.
update contacts archived set archived_at = null, version = version + 1
where archived_at is not null
  and exists (select from customer_users l join auth.users u on u.id = l.user_id
    where l.org_id = archived.org_id and l.contact_id = archived.id and u.disabled_at is null)
  and not exists (select from contacts other
    where other.org_id = archived.org_id and other.customer_id = archived.customer_id and other.id <> archived.id
      and lower(other.email) = lower(archived.email));
update customer_users login set contact_id = null
from contacts contact, auth.users person
where contact.org_id = login.org_id and contact.id = login.contact_id and contact.archived_at is not null
  and person.id = login.user_id and person.disabled_at is null;

create function guard_contact_archive() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
    where l.org_id = new.org_id and l.contact_id = new.id and u.disabled_at is null) then
    raise exception 'contact % has a login', new.id
      using errcode = 'check_violation', constraint = 'contacts_with_login_are_active', table = 'contacts';
  end if;
  return new;
end $$;
revoke all on function guard_contact_archive() from public;
create trigger guard_archive before update of archived_at on contacts for each row
  when (old.archived_at is null and new.archived_at is not null) execute function guard_contact_archive();

-- The contact is locked, so that it is not archived before this commits. Runs after `give_contact`.
create function guard_login_contact() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare archived timestamptz;
begin
  select archived_at into archived from stodpunkt.contacts where org_id = new.org_id and id = new.contact_id for share;
  if archived is not null and exists (select from auth.users where id = new.user_id and disabled_at is null) then
    raise exception 'contact % is archived', new.contact_id
      using errcode = 'check_violation', constraint = 'contacts_with_login_are_active', table = 'customer_users';
  end if;
  return new;
end $$;
revoke all on function guard_login_contact() from public;
create trigger guard_contact before insert or update of contact_id on customer_users for each row
  execute function guard_login_contact();

create function restore_contact_of_login() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare login stodpunkt.customer_users;
begin
  select * into login from stodpunkt.customer_users where user_id = new.id;
  perform from stodpunkt.contacts where org_id = login.org_id and id = login.contact_id for no key update;
  update stodpunkt.contacts set archived_at = null, version = version + 1
  where org_id = login.org_id and id = login.contact_id and archived_at is not null;
  return null;
end $$;
revoke all on function restore_contact_of_login() from public;
create trigger restore_contact after update of disabled_at on auth.users for each row
  when (old.disabled_at is not null and new.disabled_at is null) execute function restore_contact_of_login();

-- Two who change the rights of a login at once: the second is told what the first chose.
alter table customer_users add version integer not null default 1;
grant update (version) on customer_users to stodpunkt_app;

drop function logins_of(uuid);
create function logins_of(customer uuid)
returns table (id uuid, email text, full_name text, invited_at timestamptz, last_seen_at timestamptz, is_revoked boolean,
  has_password boolean, contact_id uuid, sees_company boolean, may_approve boolean, gets_company_mail boolean, version integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.user_id, u.email, l.full_name, l.created_at,
    (select max(s.refreshed_at) from auth.sessions s where s.user_id = l.user_id),
    u.disabled_at is not null, u.password_hash is not null, l.contact_id, l.sees_company, l.may_approve, l.gets_company_mail,
    l.version
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.customer_id = customer and actor.is_staff()
  order by l.created_at, l.user_id;
end $$;
revoke all on function logins_of(uuid) from public;
grant execute on function logins_of(uuid) to stodpunkt_app;
