-- What visitors send by the forms of the public site, and what staff do with it. The site's role only adds; customers see
-- nothing of it.

-- A phone number's digits as they are dialled in Sweden: +46 70, 0046 70 and +46 (0)70 are 070.
create function dialled(phone text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(phone, '[^0-9+]', '', 'g'), '^00', '+'), '^\+460?', '0')
$$;

-- What an enquiry says in words, in small letters, each after a blank.
create function enquiry_text(name text, email text, phone text, message text) returns text language sql immutable parallel safe as $$
  select ' ' || lower((name || ' ' || email || ' ' || coalesce(stodpunkt.dialled(phone), '') || ' '
    || regexp_replace(normalize(message), '\s+', ' ', 'g')) collate "sv-SE-x-icu")
$$;

create table enquiries (
  org_id uuid not null references organizations,
  id uuid not null,
  kind text not null constraint enquiries_kind check (kind in ('contact', 'support')),
  -- One line each, and one address: mail goes to it.
  name text not null check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[\u0001-\u001f\u007f]'),
  email text not null check (length(email) <= 254 and email ~ '^[^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+$'),
  phone text check (phone = btrim(phone) and length(phone) between 1 and 50 and phone !~ '[\u0001-\u001f\u007f]'),
  message text not null check (message = btrim(message) and length(message) between 1 and 5000),
  is_urgent boolean not null default false check (not is_urgent or kind = 'support'),
  -- A trap for robots fired.
  is_suspect boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  done_at timestamptz,
  assigned_to uuid,
  version integer not null default 1,
  -- What is searched; made once, as a search looks through thousands.
  said text not null generated always as (enquiry_text(name, email, phone, message)) stored,
  primary key (org_id, id),
  constraint enquiries_assignee foreign key (org_id, assigned_to) references profiles (org_id, id)
    on delete set null (assigned_to)
);
create index enquiries_open on enquiries (org_id, created_at desc, id desc) where done_at is null and not is_suspect;
create index enquiries_done on enquiries (org_id, created_at desc, id desc) where done_at is not null and not is_suspect;
create index enquiries_suspect on enquiries (org_id, created_at desc, id desc) where is_suspect;
create index enquiries_unread on enquiries (org_id) where read_at is null and done_at is null and not is_suspect;
create index enquiries_assigned on enquiries (org_id, assigned_to) where assigned_to is not null;

create table enquiry_replies (
  org_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  author uuid not null references auth.users,
  text text not null check (text = btrim(text) and length(text) between 1 and 10000),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, enquiry_id) references enquiries
);
create index enquiry_replies_thread on enquiry_replies (org_id, enquiry_id, created_at, id);

-- A ticket that was made of an enquiry: who wrote it is what the form said (rule 34). One ticket for each, also of two
-- made at once.
alter table tickets add column enquiry_id uuid,
  add constraint tickets_enquiry unique (org_id, enquiry_id),
  add foreign key (org_id, enquiry_id) references enquiries;
alter policy customer_create on tickets
  with check (org_id = actor.org_id() and actor.is_customer() and customer_id = actor.customer_id()
    and created_by = actor.user_id() and status = 'open' and assigned_to is null and enquiry_id is null);

call protect('enquiries');
create policy site_send on enquiries for insert to stodpunkt_site with check (true);
grant insert (org_id, id, kind, name, email, phone, message, is_urgent, is_suspect) on enquiries to stodpunkt_site;
create policy staff_read on enquiries for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy staff_change on enquiries for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select on enquiries to stodpunkt_app;
grant update (is_suspect, read_at, done_at, assigned_to, version) on enquiries to stodpunkt_app;
-- Nobody is mailed of what a robot sent, until somebody says that it is real.
create policy jobs_read on enquiries for select to stodpunkt_jobs using (not is_suspect);
grant select (org_id, id, kind, name, email, phone, message, is_urgent, is_suspect, created_at) on enquiries to stodpunkt_jobs;

call protect('enquiry_replies');
create policy staff_read on enquiry_replies for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on enquiry_replies for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and author = actor.user_id());
grant select on enquiry_replies to stodpunkt_app;
grant insert (org_id, id, enquiry_id, author, text) on enquiry_replies to stodpunkt_app;
create policy jobs_read on enquiry_replies for select to stodpunkt_jobs using (true);
grant select (org_id, id, enquiry_id, author, text) on enquiry_replies to stodpunkt_jobs;

-- Whom a visitor may call and write to, for the mail that is sent to them.
create policy jobs_read on company_facts for select to stodpunkt_jobs using (true);
grant select (org_id, phone, emergency_phone, email, opens, closes) on company_facts to stodpunkt_jobs;

create function tell_enquiry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', new.org_id,
    'enquiry', to_jsonb(new) ->> tg_argv[0])::text);
  return null;
end $$;
create trigger tell after insert or update on enquiries for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_enquiry('id');
create trigger tell after insert on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_enquiry('enquiry_id');

-- Search. Row-level security keeps `like` from its index (docs/decisions/011), so it goes through a function that filters
-- on the actor's organization and on staff itself.

create index enquiries_texts on enquiries using gin (said gin_trgm_ops) with (fastupdate = off);

-- The condition that each word is in the text: one letter or two begin a word, more are a part of one. What looks like a
-- phone number is also looked for as one, however it is spaced. What a person typed never becomes SQL, nor a wildcard.
create function enquiry_condition(search text) returns text language sql stable as $$
  select case when search ~ '^[-+()./ 0-9]+$' and search ~ '([0-9].*){3}'
    then format('(%s or said like %L)', words, '%' || stodpunkt.dialled(search) || '%') else words end
  from (
    select coalesce(string_agg(distinct format('said like %L',
      case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true') as words
    from regexp_split_to_table(lower(normalize(search) collate "sv-SE-x-icu"), '\s+') word where word <> '') asked
$$;

-- Up to 51 enquiries of the actor's organization in a tab that hold every word, newest first, after a position if one is
-- given; for staff alone. The newest 3 000 are looked through first, as in search_archive.
create function search_enquiries(search text, tab text, after_at timestamptz, after_id uuid)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  page constant integer := 51;
  newest constant integer := 3000;
  condition constant text := stodpunkt.enquiry_condition(search);
  scope text := format('org_id = %L and ', actor.org_id()) || case tab
    when 'suspect' then 'is_suspect'
    when 'done' then 'done_at is not null and not is_suspect'
    else 'done_at is null and not is_suspect' end;
  last record;
  found_here integer;
begin
  if not actor.is_staff() or actor.org_id() is null then return; end if;
  if after_id is not null then
    scope := scope || format(' and (created_at, id) < (%L::timestamptz, %L::uuid)', after_at, after_id);
  end if;
  return query execute format('select id, created_at from (
      select id, created_at, said from stodpunkt.enquiries
      where %s order by created_at desc, id desc limit %s) newest
    where %s order by created_at desc, id desc limit %s', scope, newest, condition, page);
  get diagnostics found_here = row_count;
  if found_here >= page then return; end if;
  execute format('select created_at, id from stodpunkt.enquiries where %s
    order by created_at desc, id desc offset %s limit 1', scope, newest - 1) into last;
  if last.id is null then return; end if;
  return query execute format('with older as materialized (
      select id, created_at from stodpunkt.enquiries
      where %s and %s and (created_at, id) < (%L::timestamptz, %L::uuid))
    select id, created_at from older order by created_at desc, id desc limit %s',
    scope, condition, last.created_at, last.id, page - found_here);
end $$;
revoke all on function search_enquiries(text, text, timestamptz, uuid) from public;
grant execute on function search_enquiries(text, text, timestamptz, uuid) to stodpunkt_app;

-- How many enquiries the tabs hold. Under a policy that asks each row for the staff too, it takes twice as long.
create function count_enquiries() returns table (open bigint, done bigint, suspect bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is not null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and is_suspect)
  where actor.is_staff()
$$;
revoke all on function count_enquiries() from public;
grant execute on function count_enquiries() to stodpunkt_app;

-- The customers of the actor's organization who have the address, by themselves or by a login of theirs, or the phone
-- number, however it was typed; for staff alone.
create index customers_by_email on customers (org_id, lower(email));
create index customers_by_phone on customers (org_id, dialled(phone));
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
