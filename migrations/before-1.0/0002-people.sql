-- Organizations, logins, staff and customers. Keys are (org_id, id): the database itself refuses a row that points
-- into another organization. A login is staff (a profile), a portal user (a link) or neither, never both: users.kind
-- is part of both foreign keys.

create table organizations (
  id uuid primary key,
  name text not null check (name = btrim(name) and name <> ''),
  org_number text,
  billing_email text,
  payment_terms text not null default '30 dagar netto',
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create schema auth;

create table auth.users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and email = btrim(email) and email like '%_@_%'),
  password_hash text,
  kind text check (kind in ('staff', 'customer')),
  must_change_password boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, kind)
);

create table profiles (
  id uuid primary key,
  kind text not null default 'staff' check (kind = 'staff'),
  org_id uuid references organizations,
  full_name text not null check (full_name = btrim(full_name) and full_name <> ''),
  created_at timestamptz not null default now(),
  unique (org_id, id),
  foreign key (id, kind) references auth.users (id, kind)
);

-- The one source of truth for what a member of staff may do.
create table user_roles (
  user_id uuid primary key references profiles (id) on delete cascade,
  org_id uuid,
  role text not null constraint user_roles_role check (role in ('admin', 'technician')),
  foreign key (org_id, user_id) references profiles (org_id, id) on update cascade on delete cascade
);
create index user_roles_org on user_roles (org_id, role);

create table customers (
  org_id uuid not null references organizations,
  id uuid not null,
  name text not null check (name = btrim(name) and name <> ''),
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

create table customer_users (
  org_id uuid not null,
  user_id uuid not null,
  kind text not null default 'customer' check (kind = 'customer'),
  customer_id uuid not null,
  full_name text,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id),
  constraint customer_users_one_customer unique (user_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  foreign key (user_id, kind) references auth.users (id, kind)
);
create index customer_users_customer on customer_users (org_id, customer_id);

-- What the public site says of the company. A missing fact omits its line.
create table company_facts (
  org_id uuid primary key references organizations,
  founded integer not null default 2017 check (founded between 1800 and 2100),
  phone text,
  emergency_phone text,
  email text,
  address text,
  seat text,
  vat_number text,
  opens time not null default '08:00',
  closes time not null default '17:00',
  group_line text,
  founder_name text,
  founder_title text,
  founder_story text,
  area_served text,
  prices text,
  version integer not null default 1
);

call protect('organizations');
create policy staff_read on organizations for select to stodpunkt_app using (id = actor.org_id() and actor.is_staff());
create policy admin_change on organizations for update to stodpunkt_app
  using (id = actor.org_id() and actor.is_admin()) with check (id = actor.org_id() and actor.is_admin());
create policy customer_read on organizations for select to stodpunkt_app
  using (id = actor.org_id() and actor.is_customer());
create policy site_read on organizations for select to stodpunkt_site using (true);
grant select on organizations to stodpunkt_app, stodpunkt_site;
grant update (name, org_number, billing_email, payment_terms, version) on organizations to stodpunkt_app;

call protect('auth.users');
create policy auth_all on auth.users to stodpunkt_auth using (true) with check (true);
grant usage on schema auth to stodpunkt_auth;
grant select, insert, update on auth.users to stodpunkt_auth;

call protect('profiles');
create policy staff_read on profiles for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy auth_read on profiles for select to stodpunkt_auth using (true);
grant select on profiles to stodpunkt_app, stodpunkt_auth;

call protect('user_roles');
create policy staff_read on user_roles for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy auth_read on user_roles for select to stodpunkt_auth using (true);
grant select on user_roles to stodpunkt_app, stodpunkt_auth;

call protect('customers');
create policy staff_read on customers for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on customers for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on customers for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy admin_delete on customers for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy customer_read on customers for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and id = actor.customer_id());
create policy auth_read on customers for select to stodpunkt_auth using (true);
grant select, insert, delete on customers to stodpunkt_app;
grant update (name, email, phone, address, notes, version, archived_at) on customers to stodpunkt_app;
grant select (org_id, id, archived_at) on customers to stodpunkt_auth;

-- Archiving closes the portal for the customer's logins; restoring opens it. That is more than a technician may do.
create function guard_customer_archive() returns trigger language plpgsql as $$
begin
  if new.archived_at is distinct from old.archived_at and not actor.is_admin() then
    raise exception 'only an administrator archives a customer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_archive before update on customers for each row execute function guard_customer_archive();

call protect('customer_users');
create policy staff_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id());
create policy auth_read on customer_users for select to stodpunkt_auth using (true);
grant select on customer_users to stodpunkt_app, stodpunkt_auth;

call protect('company_facts');
create policy staff_read on company_facts for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy admin_change on company_facts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy site_read on company_facts for select to stodpunkt_site using (true);
grant select, update on company_facts to stodpunkt_app;
grant select on company_facts to stodpunkt_site;
