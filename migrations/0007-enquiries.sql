-- What visitors send with the forms of the public site, and what staff do with it. The site's role only inserts; customers
-- see nothing of it.
--
-- The text of an enquiry for searching: lower case, each word after a space.
create function enquiry_text(name text, email text, phone text, message text) returns text language sql immutable parallel safe as $$
  select ' ' || lower((name || ' ' || email || ' ' || coalesce(stodpunkt.dialled(phone), '') || ' '
    || regexp_replace(normalize(message), '\s+', ' ', 'g')) collate "sv-SE-x-icu")
$$;

create table enquiries (
  org_id uuid not null references organizations,
  id uuid not null,
  kind text not null constraint enquiries_kind_values check (kind in ('contact', 'support')),
  -- One line each, and one e-mail address: mail is sent to it.
  name text not null
    constraint enquiries_name_length check (name = btrim(name) and length(name) between 1 and 200 and name !~ '[\u0001-\u001f\u007f]'),
  email text not null
    constraint enquiries_email_is_one_address check (length(email) <= 254 and email ~ '^[^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+$'),
  phone text
    constraint enquiries_phone_length check (phone = btrim(phone) and length(phone) between 1 and 50 and phone !~ '[\u0001-\u001f\u007f]'),
  message text not null
    constraint enquiries_message_length check (message = btrim(message) and length(message) between 1 and 5000),
  is_urgent boolean not null default false
    constraint enquiries_urgent_is_support check (not is_urgent or kind = 'support'),
  -- The honeypot or the form token says that a robot sent it.
  is_suspect boolean not null default false,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  done_at timestamptz,
  assigned_to uuid,
  version integer not null default 1,
  -- Stored, so that a search does not normalise the text of each row again.
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

-- Row-level security keeps `like` from using its index (docs/decisions/011), so searches go through a function that filters
-- by the actor's organization and by staff itself.

create index enquiries_texts on enquiries using gin (said gin_trgm_ops) with (fastupdate = off);

-- The SQL condition that the text holds each word: one or two letters must begin a word, longer ones may be part of one. What
-- looks like a phone number is also compared as one. The input is quoted and its wildcards are escaped.
create function enquiry_condition(search text) returns text language sql stable as $$
  select case when search ~ '^[-+()./ 0-9]+$' and search ~ '([0-9].*){3}'
    then format('(%s or said like %L)', words, '%' || stodpunkt.dialled(search) || '%') else words end
  from (
    select coalesce(string_agg(distinct format('said like %L',
      case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true') as words
    from regexp_split_to_table(lower(normalize(search) collate "sv-SE-x-icu"), '\s+') word where word <> '') asked
$$;

-- How many enquiries each tab holds. A function, as a policy that evaluates is_staff() for each row takes twice as long.
create function count_enquiries() returns table (open bigint, done bigint, suspect bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is not null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and is_suspect)
  where actor.is_staff();
end $$;
revoke all on function count_enquiries() from public;
grant execute on function count_enquiries() to stodpunkt_app;

create trigger enquiries_not_blank before insert or update of name, message on enquiries
  for each row when (is_blank(new.name) or is_blank(new.message)) execute function refuse_blank();

-- How many of the newest rows a search reads before it uses the index: common words fill a page there, and others have so
-- few matches that the index returns them all.
create function recent_rows_searched_first() returns integer language sql immutable parallel safe
  as $$ select 3000 $$;

create function search_enquiries(search text, tab text, after_at timestamptz, after_id uuid, row_limit integer)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  recent constant integer := stodpunkt.recent_rows_searched_first();
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
      where %s order by created_at desc, id desc limit %s) recent
    where %s order by created_at desc, id desc limit %s', scope, recent, condition, row_limit);
  get diagnostics found_here = row_count;
  if found_here >= row_limit then return; end if;
  execute format('select created_at, id from stodpunkt.enquiries where %s
    order by created_at desc, id desc offset %s limit 1', scope, recent - 1) into last;
  if last.id is null then return; end if;
  return query execute format('with older as materialized (
      select id, created_at from stodpunkt.enquiries
      where %s and %s and (created_at, id) < (%L::timestamptz, %L::uuid))
    select id, created_at from older order by created_at desc, id desc limit %s',
    scope, condition, last.created_at, last.id, row_limit - found_here);
end $$;
revoke all on function search_enquiries(text, text, timestamptz, uuid, integer) from public;
grant execute on function search_enquiries(text, text, timestamptz, uuid, integer) to stodpunkt_app;

call protect('enquiries');
create policy site_send on enquiries for insert to stodpunkt_site with check (true);
grant insert (org_id, id, kind, name, email, phone, message, is_urgent, is_suspect) on enquiries to stodpunkt_site;
create policy staff_read on enquiries for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_change on enquiries for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select on enquiries to stodpunkt_app;
grant update (is_suspect, read_at, done_at, assigned_to, version) on enquiries to stodpunkt_app;

-- Nothing is mailed about a suspect enquiry until staff say that it is genuine.
create policy jobs_read on enquiries for select to stodpunkt_jobs using (not is_suspect);
grant select (org_id, id, kind, name, email, phone, message, is_urgent, is_suspect, created_at) on enquiries to stodpunkt_jobs;
create policy admin_remove on enquiries for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant delete on enquiries to stodpunkt_app;

create table enquiry_replies (
  org_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  author uuid not null references auth.users,
  text text not null
    constraint enquiry_replies_text_length check (text = btrim(text) and length(text) between 1 and 10000),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint enquiry_replies_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade
);
create index enquiry_replies_thread on enquiry_replies (org_id, enquiry_id, created_at, id);

create trigger enquiry_replies_not_blank before insert or update of text on enquiry_replies
  for each row when (is_blank(new.text)) execute function refuse_blank();

call protect('enquiry_replies');
create policy staff_read on enquiry_replies for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on enquiry_replies for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and author = actor.user_id());
grant select on enquiry_replies to stodpunkt_app;
grant insert (org_id, id, enquiry_id, author, text) on enquiry_replies to stodpunkt_app;
create policy jobs_read on enquiry_replies for select to stodpunkt_jobs using (true);
grant select (org_id, id, enquiry_id, author, text) on enquiry_replies to stodpunkt_jobs;

-- What the public forms count, in the database so that several processes share one count. A key is a keyed hash: it holds
-- no address and no text. Rows are deleted after a day.
create table form_counters (
  key text primary key constraint form_counters_key_length check (length(key) <= 100),
  window_start timestamptz not null default now(),
  count integer not null default 1
);
create index form_counters_age on form_counters (window_start);

call protect('form_counters');
create policy site_count on form_counters to stodpunkt_site using (true) with check (true);
grant select, insert, delete, update (window_start, count) on form_counters to stodpunkt_site;
