-- Organizations, logins, staff and customers. Primary keys are (org_id, id): a foreign key cannot point into another
-- organization. A login is staff (a profile), a portal user (a link) or neither, never both: users.kind is part of both
-- foreign keys.
create schema auth;
grant usage on schema auth to stodpunkt_auth, stodpunkt_jobs, stodpunkt_backup;

create table organizations (
  id uuid primary key,
  name text not null constraint organizations_name_trimmed check (name = btrim(name) and name <> ''),
  org_number text,
  billing_email text,
  payment_terms text not null default '30 dagar netto',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

-- Rows saved before these rules stay valid until they are next changed, hence `not valid`.
alter table organizations
  add constraint organizations_org_number check (org_number ~ '^\d{6}-\d{4}$') not valid,
  add constraint organizations_payment_terms check (payment_terms = btrim(payment_terms) and payment_terms <> '') not valid;

create trigger organizations_not_blank before insert or update of name on organizations
  for each row when (is_blank(new.name)) execute function refuse_blank();

call protect('organizations');
create policy staff_read on organizations for select to stodpunkt_app using (id = actor.org_id() and actor.is_staff());
create policy admin_change on organizations for update to stodpunkt_app
  using (id = actor.org_id() and actor.is_admin()) with check (id = actor.org_id() and actor.is_admin());
create policy customer_read on organizations for select to stodpunkt_app
  using (id = actor.org_id() and actor.is_customer());
create policy site_read on organizations for select to stodpunkt_site using (true);
grant select on organizations to stodpunkt_app, stodpunkt_site;
grant update (name, org_number, billing_email, payment_terms, version) on organizations to stodpunkt_app;

-- Sign-in reads the organization's name: passwords are checked against it, and mails are signed with it.
create policy auth_read on organizations for select to stodpunkt_auth using (true);
grant select (id, name) on organizations to stodpunkt_auth;

-- Jobs read what a mail says and to whom it goes, and nothing else.
create policy jobs_read on organizations for select to stodpunkt_jobs using (true);
grant select (id, name) on organizations to stodpunkt_jobs;

create table auth.users (
  id uuid primary key,
  email text not null unique
    constraint users_email_normalized check (email = lower(email) and email = btrim(email) and email like '%_@_%'),
  password_hash text,
  kind text constraint users_kind_values check (kind in ('staff', 'customer')),
  must_change_password boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, kind)
);

call protect('auth.users');
create policy auth_all on auth.users to stodpunkt_auth using (true) with check (true);
grant select, insert, update on auth.users to stodpunkt_auth;
create policy jobs_read on auth.users for select to stodpunkt_jobs using (true);
grant select (id, email, disabled_at) on auth.users to stodpunkt_jobs;

create table profiles (
  id uuid primary key,
  kind text not null default 'staff' constraint profiles_kind_is_staff check (kind = 'staff'),
  org_id uuid references organizations,
  full_name text not null
    constraint profiles_full_name_trimmed check (full_name = btrim(full_name) and full_name <> ''),
  created_at timestamptz not null default now(),
  unique (org_id, id),
  foreign key (id, kind) references auth.users (id, kind)
);

create trigger profiles_not_blank before insert or update of full_name on profiles
  for each row when (is_blank(new.full_name)) execute function refuse_blank();

-- Refuses to give a ticket, an enquiry or time to a login that is deactivated. What it was given before stays, and can be
-- changed in everything else.
create function refuse_inactive(person uuid, rule text) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from auth.users where id = person and disabled_at is not null) then
    raise exception 'the login of % is deactivated', person using errcode = 'check_violation', constraint = rule;
  end if;
end $$;
revoke all on function refuse_inactive(uuid, text) from public;

call protect('profiles');
create policy staff_read on profiles for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy auth_read on profiles for select to stodpunkt_auth using (true);
grant select on profiles to stodpunkt_app, stodpunkt_auth;
create policy jobs_read on profiles for select to stodpunkt_jobs using (true);
grant select (id, org_id, full_name) on profiles to stodpunkt_jobs;

-- Administrators add staff, name them and give them a role. Logins themselves belong to stodpunkt_auth.

create policy admin_add on profiles for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_rename on profiles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
grant insert (id, org_id, full_name), update (full_name) on profiles to stodpunkt_app;

-- The only place that says what a member of staff may do.
create table user_roles (
  user_id uuid primary key references profiles (id) on delete cascade,
  org_id uuid,
  role text not null constraint user_roles_role_values check (role in ('admin', 'technician')),
  foreign key (org_id, user_id) references profiles (org_id, id) on update cascade on delete cascade
);
create index user_roles_org on user_roles (org_id, role);

-- An organization keeps at least one active administrator. The lock makes concurrent changes wait for each other, so that
-- the second one sees the result of the first; rows that reference the organization do not wait for it.
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

-- The role is read after the lock: a login may become administrator while it is being disabled.
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

call protect('user_roles');
create policy staff_read on user_roles for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy auth_read on user_roles for select to stodpunkt_auth using (true);
grant select on user_roles to stodpunkt_app, stodpunkt_auth;
create policy jobs_read on user_roles for select to stodpunkt_jobs using (true);
grant select (user_id, org_id, role) on user_roles to stodpunkt_jobs;
create policy admin_add on user_roles for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on user_roles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
grant insert (user_id, org_id, role), update (role) on user_roles to stodpunkt_app;


-- The digits of a phone number as dialled in Sweden: +46 70, 0046 70 and +46 (0)70 are all 070.
create function dialled(phone text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'), '^00', '+'), '^\+460?', '0')
$$;

create table customers (
  org_id uuid not null references organizations,
  id uuid not null,
  name text not null constraint customers_name_trimmed check (name = btrim(name) and name <> ''),
  email text,
  phone text,
  address text,
  notes text,
  created_by uuid references auth.users,
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index customers_by_name on customers (org_id, name collate "sv-SE-x-icu", id) where archived_at is null;

-- The customers of the actor's organization with this e-mail address (their own or that of one of their logins) or this phone
-- number in any notation; for staff only.
create index customers_by_email on customers (org_id, lower(email));
create index customers_by_phone on customers (org_id, dialled(phone));

-- Archiving closes the portal for the customer's logins and restoring opens it: for administrators only.
create function guard_customer_archive() returns trigger language plpgsql as $$
begin
  if new.archived_at is distinct from old.archived_at and not actor.is_admin() then
    raise exception 'only an administrator archives a customer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_archive before update on customers for each row execute function guard_customer_archive();
create trigger customers_not_blank before insert or update of name on customers
  for each row when (is_blank(new.name)) execute function refuse_blank();

call protect('customers');
create policy staff_read on customers for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on customers for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on customers for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy admin_delete on customers for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy customer_read on customers for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and id = actor.customer_id());
create policy auth_read on customers for select to stodpunkt_auth using (true);
grant select, insert, delete on customers to stodpunkt_app;
grant update (name, email, phone, address, notes, version, archived_at) on customers to stodpunkt_app;
grant select (org_id, id, archived_at) on customers to stodpunkt_auth;
create policy jobs_read on customers for select to stodpunkt_jobs using (true);
grant select (org_id, id, name, email, archived_at) on customers to stodpunkt_jobs;

create table customer_users (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null default 'customer' constraint customer_users_kind_is_customer check (kind = 'customer'),
  customer_id uuid not null,
  full_name text,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id),
  constraint customer_users_one_customer unique (user_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  foreign key (user_id, kind) references auth.users (id, kind)
);
create index customer_users_customer on customer_users (org_id, customer_id);

-- Names of people around a ticket: staff of the actor's organization, and portal users (for a customer: those of its own
-- company). A portal user without a name is shown by e-mail address.
create function names_of(people uuid[]) returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name from stodpunkt.profiles p
  where p.org_id = actor.org_id() and p.id = any(people) and (actor.is_staff() or actor.is_customer())
  union all
  select l.user_id, coalesce(l.full_name, u.email)
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.user_id = any(people)
    and (actor.is_staff() or actor.is_customer() and l.customer_id = actor.customer_id());
end $$;
revoke all on function names_of(uuid[]) from public;
grant execute on function names_of(uuid[]) to stodpunkt_app;

create function customers_reached_by(sender_email text, sender_phone text)
returns table (id uuid, by_email boolean, by_phone boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select found.id, bool_or(found.by_email), bool_or(not found.by_email) from (
    select c.id, true as by_email from stodpunkt.customers c
    where c.org_id = actor.org_id() and lower(c.email) = lower(sender_email)
    union all
    select l.customer_id, true from auth.users u join stodpunkt.customer_users l on l.user_id = u.id
    where l.org_id = actor.org_id() and u.email = lower(sender_email)
    union all
    select c.id, false from stodpunkt.customers c
    where c.org_id = actor.org_id() and stodpunkt.dialled(c.phone) = stodpunkt.dialled(sender_phone)
  ) found where actor.is_staff() group by found.id
$$;
revoke all on function customers_reached_by(text, text) from public;
grant execute on function customers_reached_by(text, text) to stodpunkt_app;

create trigger customer_users_not_blank before insert or update of full_name on customer_users
  for each row when (is_blank(new.full_name)) execute function refuse_blank();

call protect('customer_users');
create policy staff_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id());
create policy auth_read on customer_users for select to stodpunkt_auth using (true);
grant select on customer_users to stodpunkt_app, stodpunkt_auth;

-- Staff invite logins of a customer; a link is never changed.
create policy staff_invite on customer_users for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
grant insert on customer_users to stodpunkt_app;
create policy jobs_read on customer_users for select to stodpunkt_jobs using (true);
grant select (org_id, user_id, customer_id, full_name) on customer_users to stodpunkt_jobs;
