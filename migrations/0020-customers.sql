-- A customer's contacts, the rights of their logins, and the customer's equipment.

-- Contacts are called, report tickets and get copies of them. Each login of a customer belongs to one contact.
create table contacts (
  org_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  name text not null
    constraint contacts_name_trimmed check (name = btrim(name) and name <> '')
    constraint contacts_name_length check (length(name) <= 200)
    constraint contacts_name_is_one_line check (is_one_line(name)),
  title text
    constraint contacts_title_length check (length(title) <= 200)
    constraint contacts_title_is_one_line check (is_one_line(title)),
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
create trigger a_compose before insert or update of name, title on contacts for each row
  when (new.name is not normalized or new.title is not normalized) execute function compose_letters('name', 'title');

call protect('contacts');
create policy staff_read on contacts for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on contacts for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_change on contacts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
create policy jobs_read on contacts for select to stodpunkt_jobs using (true);
grant select, insert, update (name, title, phone, mobile, email, note, archived_at, version) on contacts to stodpunkt_app;
grant select (org_id, customer_id, id, name, email, archived_at) on contacts to stodpunkt_jobs;

-- A login sees the whole company's tickets or only those that its contact reported or gets copies of. Logins of 1.0.0 see all,
-- and each gets a contact of its own, as no two have the same e-mail address.
alter table customer_users
  add contact_id uuid not null default gen_random_uuid(),
  add sees_company boolean not null default true,
  add may_approve boolean not null default false,
  add gets_company_mail boolean not null default true,
  -- Detects concurrent changes of a login's rights.
  add version integer not null default 1;
insert into contacts (org_id, customer_id, id, name, email)
select login.org_id, login.customer_id, login.contact_id,
  btrim(left(coalesce(nullif(btrim(login.full_name), ''), on_one_line(person.email)), 200)), composed(person.email)
from customer_users login join auth.users person on person.id = login.user_id;
alter table customer_users
  alter contact_id drop default,
  add constraint customer_users_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id);
create index customer_users_of_contact on customer_users (org_id, contact_id);
-- Who approves is read by policies, by the screen of staff and by mail.
alter table customer_users add approves_time boolean not null generated always as (may_approve and sees_company) stored;

-- A login that is created without a contact gets the active contact with its e-mail address, or a new one.
create function give_contact() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare address constant text := (select email from auth.users where id = new.user_id);
begin
  select id into new.contact_id from stodpunkt.contacts
  where org_id = new.org_id and customer_id = new.customer_id and lower(email) = address and archived_at is null;
  if new.contact_id is null then
    new.contact_id := gen_random_uuid();
    insert into stodpunkt.contacts (org_id, customer_id, id, name, email)
    values (new.org_id, new.customer_id, new.contact_id,
      btrim(left(coalesce(nullif(btrim(new.full_name), ''), stodpunkt.on_one_line(address)), 200)), address);
  end if;
  return new;
end $$;
revoke all on function give_contact() from public;
create trigger give_contact before insert or update of contact_id on customer_users
  for each row when (new.contact_id is null) execute function give_contact();

-- A working login belongs to a contact that is not archived, also after concurrent changes: a contact with a login is not archived,
-- an archived contact gets no login, and reopening a login restores its contact.
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

-- The contact of the actor's login, and whether it sees the tickets of its whole company.
create function actor.contact_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.contact_id', true), '')::uuid $$;
create function actor.sees_company() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.sees_company', true) = 'true', false) $$;

-- Whether the login approves time for its customer, and sees what the whole company has.
create function actor.may_approve() returns boolean language sql stable as $$
  select actor.is_customer() and exists (
    select from stodpunkt.customer_users l
    where l.org_id = actor.org_id() and l.customer_id = actor.customer_id() and l.user_id = actor.user_id() and l.approves_time)
$$;

drop policy customer_read on customer_users;
create policy customer_read on customer_users for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and (user_id = actor.user_id() or actor.sees_company()));
create policy staff_change on customer_users for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant update (sees_company, may_approve, gets_company_mail, version) on customer_users to stodpunkt_app;
grant select (contact_id, sees_company, approves_time, gets_company_mail) on customer_users to stodpunkt_jobs;

-- The actor of a session includes the login's contact and what it sees.
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

-- How many portal logins that are not revoked these customers of the actor's organization have, for the list of customers.
-- Customers without any are left out.
create function count_logins(customers uuid[])
returns table (customer_id uuid, logins integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.customer_id, count(*)::integer
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.customer_id = any (customers) and u.disabled_at is null and actor.is_staff()
  group by l.customer_id
$$;
revoke all on function count_logins(uuid[]) from public;
grant execute on function count_logins(uuid[]) to stodpunkt_app;

-- Names of people around a ticket: staff of the actor's organization, portal users and contacts (for a customer: those of its
-- own company). A portal user without a name is shown by e-mail address. With a generic plan, as a list of ids would be planned
-- at each call.
create or replace function names_of(people uuid[]) returns table (id uuid, full_name text)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name from stodpunkt.profiles p
  where p.org_id = actor.org_id() and p.id = any(people) and (actor.is_staff() or actor.is_customer())
  union all
  select l.user_id, coalesce(l.full_name, u.email)
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.user_id = any(people)
    and (actor.is_staff() or actor.is_customer() and l.customer_id = actor.customer_id())
  union all
  select c.id, c.name from stodpunkt.contacts c
  where c.org_id = actor.org_id() and c.id = any(people)
    and (actor.is_staff() or actor.is_customer() and c.customer_id = actor.customer_id());
end $$;

-- The customers with a sender's e-mail address or telephone number, also in their logins and contacts.
create or replace function customers_reached_by(sender_email text, sender_phone text)
returns table (id uuid, by_email boolean, by_phone boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select found.id, bool_or(found.by_email), bool_or(not found.by_email) from (
    select c.id, true as by_email from stodpunkt.customers c
    where c.org_id = actor.org_id() and lower(c.email) = lower(sender_email)
    union all
    select l.customer_id, true from auth.users u join stodpunkt.customer_users l on l.user_id = u.id
    where l.org_id = actor.org_id() and u.email = lower(sender_email)
    union all
    select c.customer_id, true from stodpunkt.contacts c
    where c.org_id = actor.org_id() and lower(c.email) = lower(sender_email) and c.archived_at is null
    union all
    select c.id, false from stodpunkt.customers c
    where c.org_id = actor.org_id() and stodpunkt.phone_numbers(c.phone) && stodpunkt.phone_numbers(sender_phone)
  ) found where actor.is_staff() group by found.id
$$;

-- For the list that includes archived customers.
create index customers_by_any_name on customers (org_id, name collate "sv-SE-x-icu", id);

-- Computers, printers, switches; for staff only.
create table equipment (
  org_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  name text not null
    constraint equipment_name_length check (name = btrim(name) and length(name) between 1 and 200)
    constraint equipment_name_is_one_line check (is_one_line(name)),
  model text
    constraint equipment_model_length check (model = btrim(model) and length(model) between 1 and 200)
    constraint equipment_model_is_one_line check (is_one_line(model)),
  serial text
    constraint equipment_serial_length check (serial = btrim(serial) and length(serial) between 1 and 100)
    constraint equipment_serial_is_one_line check (is_one_line(serial)),
  place text
    constraint equipment_place_length check (place = btrim(place) and length(place) between 1 and 200)
    constraint equipment_place_is_one_line check (is_one_line(place)),
  warranty_until date,
  note text constraint equipment_note_length check (note = btrim(note) and length(note) between 1 and 2000),
  archived_at timestamptz,
  created_by uuid references auth.users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint equipment_of_customer unique (org_id, customer_id, id),
  constraint equipment_customer foreign key (org_id, customer_id) references customers
);
create index equipment_by_name on equipment (org_id, customer_id, name collate "sv-SE-x-icu", id);
create index equipment_warranty on equipment (org_id, customer_id, warranty_until)
  where warranty_until is not null and archived_at is null;

create trigger equipment_not_blank before insert or update of name on equipment
  for each row when (is_blank(new.name)) execute function refuse_blank();
create trigger a_compose before insert or update of name, model, serial, place on equipment for each row
  when (new.name is not normalized or new.model is not normalized or new.serial is not normalized
    or new.place is not normalized)
  execute function compose_letters('name', 'model', 'serial', 'place');

call protect('equipment');
create policy staff_read on equipment for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on equipment for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on equipment for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on equipment to stodpunkt_app;
grant update (name, model, serial, place, warranty_until, note, archived_at, version) on equipment to stodpunkt_app;

-- The equipment that a ticket is about, always of the ticket's own customer.
create table ticket_equipment (
  org_id uuid not null,
  customer_id uuid not null,
  ticket_id uuid not null,
  equipment_id uuid not null,
  primary key (org_id, ticket_id, equipment_id),
  constraint ticket_equipment_ticket foreign key (org_id, customer_id, ticket_id)
    references tickets (org_id, customer_id, id),
  constraint ticket_equipment_same_customer foreign key (org_id, customer_id, equipment_id)
    references equipment (org_id, customer_id, id)
);
create index ticket_equipment_tickets on ticket_equipment (org_id, customer_id, equipment_id);

call protect('ticket_equipment');
create policy staff_read on ticket_equipment for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_add on ticket_equipment for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_remove on ticket_equipment for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
grant select, insert, delete on ticket_equipment to stodpunkt_app;

-- The most equipment that a ticket may be about.
create function ticket_equipment_max() returns integer language sql immutable parallel safe as $$ select 20 $$;

-- Locks the ticket's row, so that concurrent changes count each other's additions.
create function guard_ticket_equipment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.tickets where org_id = new.org_id and id = new.ticket_id for no key update;
  if (select count(*) from stodpunkt.ticket_equipment where org_id = new.org_id and ticket_id = new.ticket_id) >= stodpunkt.ticket_equipment_max() then
    raise exception 'a ticket is about too much equipment' using errcode = 'check_violation', constraint = 'ticket_equipment_max';
  end if;
  return new;
end $$;
revoke all on function guard_ticket_equipment() from public;
create trigger guard before insert on ticket_equipment for each row execute function guard_ticket_equipment();

-- To staff only, as an internal change of the ticket.
create function notify_ticket_equipment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare link stodpunkt.ticket_equipment := coalesce(new, old);
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'ticket', 'org', link.org_id, 'customer', link.customer_id,
    'ticket', link.ticket_id, 'internal', true, 'contacts', '[]'::jsonb));
  return null;
end $$;
create trigger notify after insert or delete on ticket_equipment for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_ticket_equipment();

-- The search of customers, for staff. Row-level security keeps `like` from using its index (docs/decisions/015), so it goes through
-- a function that filters by the actor's organization and by staff itself. Lower-case copies of the texts and the digits of the
-- telephone numbers are stored, as converting them for each candidate took most of the time. The archive looks customers up by the
-- same index.
create function searched_text(first text, second text, third text, fourth text, fifth text default null) returns text
language sql immutable parallel safe as $$
  select lower(coalesce(first, '')) || E'\n' || lower(coalesce(second, '')) || E'\n' || lower(coalesce(third, ''))
    || E'\n' || lower(coalesce(fourth, '')) || coalesce(E'\n' || lower(fifth), '')
$$;
create function searched_numbers(first text, second text default null) returns text language sql immutable parallel safe as $$
  select array_to_string(stodpunkt.phone_numbers(coalesce(first, '')) || stodpunkt.phone_numbers(coalesce(second, '')), ' ')
$$;
alter table customers
  add said text not null generated always as (searched_text(name, email, phone, address)) stored,
  add numbers text not null generated always as (searched_numbers(phone)) stored;
alter table contacts
  add said text not null generated always as (searched_text(name, email, phone, mobile)) stored,
  add numbers text not null generated always as (searched_numbers(phone, mobile)) stored;
create index customers_texts on customers using gin (said gin_trgm_ops, numbers gin_trgm_ops, archive_text(name) gin_trgm_ops)
  with (fastupdate = off);
create index contacts_texts on contacts using gin (said gin_trgm_ops, numbers gin_trgm_ops) with (fastupdate = off)
  where archived_at is null;
alter table equipment add searched_serial text generated always as (lower(serial)) stored;
create index equipment_serials on equipment using gin (searched_serial gin_trgm_ops) with (fastupdate = off) where archived_at is null;

-- The customers, also archived, with the pattern in their own texts, in those of an active contact or in a serial number. An
-- address may also be like `in_ascii`. `digits` is null for what cannot be a telephone number. The indexes know runs of three
-- letters; what is shorter is compared with the texts themselves (`|| ''`, as the planner would read the whole index first). A whole
-- customer number is found too, and the whole organization number of a company.
create function search_customers(pattern text, in_ascii text, digits text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  org constant uuid := actor.org_id();
  part constant text := lower(pattern);
  ascii constant text := nullif(lower(in_ascii), lower(pattern));
  is_short constant boolean := least(length(pattern), length(digits)) < 5;
  whole constant text := trim('%' from part);
  org_digits constant text := replace(whole, '-', '');
begin
  if not actor.is_staff() then return; end if;
  return query select c.id from stodpunkt.customers c where c.org_id = org and lower(c.customer_number) = whole;
  if org_digits ~ '^[0-9]{10}$' then
    return query select d.customer_id from stodpunkt.billing_details d
      where d.org_id = org and not d.is_sole_trader and d.org_number = left(org_digits, 6) || '-' || right(org_digits, 4);
  end if;
  if is_short then
    return query
    select c.id from stodpunkt.customers c where c.org_id = org and (c.said like part or lower(c.email) like ascii or c.numbers like digits
      or exists (select from stodpunkt.contacts p where p.org_id = org and p.customer_id = c.id and p.archived_at is null
        and (p.said like part or lower(p.email) like ascii or p.numbers like digits))
      or exists (select from stodpunkt.equipment e where e.org_id = org and e.customer_id = c.id and e.archived_at is null
        and e.searched_serial || '' like part));
    return;
  end if;
  return query
  select c.id from stodpunkt.customers c where c.org_id = org
    and (c.said like part or c.said like ascii and lower(c.email) like ascii or c.numbers like digits)
  union
  select c.customer_id from stodpunkt.contacts c where c.org_id = org and c.archived_at is null
    and (c.said like part or c.said like ascii and lower(c.email) like ascii or c.numbers like digits)
  union
  select e.customer_id from stodpunkt.equipment e where e.org_id = org and e.archived_at is null and e.searched_serial like part;
end $$;
revoke all on function search_customers(text, text, text) from public;
grant execute on function search_customers(text, text, text) to stodpunkt_app;

-- A name for comparison: lower case, without punctuation, repeated spaces and legal form, which people omit or abbreviate:
-- 'Åkeriet' and 'Åkeriet AB' are the same company.
create function comparable_name(name text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(
    regexp_replace(lower(name collate "sv-SE-x-icu"), '[^[:alnum:]]+', ' ', 'g'),
    '\m(ab|aktiebolag|aktiebolaget|hb|handelsbolag|handelsbolaget|kb|kommanditbolag|kommanditbolaget|ef|enskild firma|'
      || 'ekonomisk förening|ek för|publ)\M', ' ', 'g'), '\s+', ' ', 'g'))
$$;
create index customers_by_comparable_name on customers (org_id, comparable_name(name));

-- The customers with the same name, e-mail address (in lower case) or a telephone number in common, each found by its index.
create function similar_customers(of_name text, of_email text, of_phone text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare org constant uuid := actor.org_id();
begin
  if not actor.is_staff() then return; end if;
  return query
  select id from stodpunkt.customers where org_id = org and stodpunkt.comparable_name(name) = stodpunkt.comparable_name(of_name)
  union
  select id from stodpunkt.customers where org_id = org and lower(email) = of_email
  union
  select id from stodpunkt.customers where org_id = org and stodpunkt.phone_numbers(phone) && stodpunkt.phone_numbers(of_phone);
end $$;
revoke all on function similar_customers(text, text, text) from public;
grant execute on function similar_customers(text, text, text) to stodpunkt_app;
