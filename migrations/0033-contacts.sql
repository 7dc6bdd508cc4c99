-- The people at a customer: whom to call, who reports tickets and who gets copies of them. Each login of a customer belongs
-- to one contact, and sees the whole company's tickets or only those that its contact reported or gets copies of.
create table contacts (
  org_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  name text not null
    constraint contacts_name_trimmed check (name = btrim(name) and name <> '')
    constraint contacts_name_length check (length(name) <= 200),
  title text constraint contacts_title_length check (length(title) <= 200),
  phone text constraint contacts_phone_length check (length(phone) <= 50),
  mobile text constraint contacts_mobile_length check (length(mobile) <= 50),
  email text constraint contacts_email_length check (length(email) <= 254),
  note text constraint contacts_note_length check (length(note) <= 5000),
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint contacts_of_customer unique (org_id, customer_id, id),
  constraint contacts_customer foreign key (org_id, customer_id) references customers
);
create unique index contacts_email_is_one_contact on contacts (org_id, customer_id, lower(email)) where archived_at is null;
create index contacts_by_name on contacts (org_id, customer_id, name collate "sv-SE-x-icu", id);

create trigger contacts_not_blank before insert or update of name on contacts
  for each row when (is_blank(new.name)) execute function refuse_blank();

call protect('contacts');
create policy staff_read on contacts for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on contacts for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_change on contacts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy jobs_read on contacts for select to stodpunkt_jobs using (true);
grant select, insert on contacts to stodpunkt_app;
grant update (name, title, phone, mobile, email, note, archived_at, version) on contacts to stodpunkt_app;
grant select (org_id, customer_id, id, name, email, archived_at) on contacts to stodpunkt_jobs;

alter table customer_users
  add contact_id uuid,
  add sees_company boolean not null default true,
  add may_approve boolean not null default false,
  add gets_company_mail boolean not null default true;

-- A login that is given without a contact gets the active one with its e-mail address, or a new one.
create function give_contact() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare address constant text := (select email from auth.users where id = new.user_id);
begin
  select id into new.contact_id from stodpunkt.contacts
  where org_id = new.org_id and customer_id = new.customer_id and lower(email) = address and archived_at is null;
  if new.contact_id is null then
    new.contact_id := gen_random_uuid();
    insert into stodpunkt.contacts (org_id, customer_id, id, name, email)
    values (new.org_id, new.customer_id, new.contact_id, left(coalesce(nullif(btrim(new.full_name), ''), address), 200), address);
  end if;
  return new;
end $$;
revoke all on function give_contact() from public;
create trigger give_contact before insert or update of contact_id on customer_users
  for each row when (new.contact_id is null) execute function give_contact();

update customer_users set contact_id = null;
alter table customer_users
  alter contact_id set not null,
  add constraint customer_users_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id);
create index customer_users_of_contact on customer_users (org_id, contact_id);

create policy staff_change on customer_users for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant update (sees_company, may_approve, gets_company_mail) on customer_users to stodpunkt_app;
grant select (contact_id, sees_company, gets_company_mail) on customer_users to stodpunkt_jobs;

create function actor.contact_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.contact_id', true), '')::uuid $$;
create function actor.sees_company() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.sees_company', true) = 'true', false) $$;

drop policy customer_read on customer_users;
create policy customer_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and (user_id = actor.user_id() or actor.sees_company()));

-- A login's contact and what it sees are read with its actor.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
drop function auth.session_actor(uuid);
create function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean, contact_id uuid, sees_company boolean
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password,
    case when c.id is not null then l.contact_id end, c.id is not null and l.sees_company
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  where s.id = session and auth.is_live(s) and u.disabled_at is null;
end $$;
revoke all on function auth.session_actor(uuid) from public;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;

-- The portal logins of one customer of the actor's organization, as staff see them, oldest first.
drop function logins_of(uuid);
create function logins_of(customer uuid)
returns table (id uuid, email text, full_name text, invited_at timestamptz, last_seen_at timestamptz, is_revoked boolean,
  has_password boolean, contact_id uuid, sees_company boolean, may_approve boolean, gets_company_mail boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.user_id, u.email, l.full_name, l.created_at,
    (select max(s.refreshed_at) from auth.sessions s where s.user_id = l.user_id),
    u.disabled_at is not null, u.password_hash is not null, l.contact_id, l.sees_company, l.may_approve, l.gets_company_mail
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.customer_id = customer and actor.is_staff()
  order by l.created_at, l.user_id;
end $$;
revoke all on function logins_of(uuid) from public;
grant execute on function logins_of(uuid) to stodpunkt_app;
