-- Limits, value sets and lifetimes under names that say what they are (docs/decisions/042). src/db/limits.api.test.ts
-- compares those that TypeScript has as well.

-- Every check constraint: `_values` is a set of values, `_length` and `_range` are limits. A constraint that was renamed
-- before keeps its name.
do $$
declare rule record;
begin
  for rule in select * from (values
    ('auth.one_time_tokens', 'one_time_tokens_check', 'one_time_tokens_first_admin_without_user'),
    ('auth.one_time_tokens', 'one_time_tokens_purpose_check', 'one_time_tokens_purpose_values'),
    ('auth.users', 'users_email_check', 'users_email_normalized'),
    ('auth.users', 'users_kind_check', 'users_kind_values'),
    ('backups', 'backups_check', 'backups_file_or_failure'),
    ('backups', 'backups_kind', 'backups_kind_values'),
    ('company_facts', 'company_facts_founded_check', 'company_facts_founded_range'),
    ('customer_credentials', 'customer_credentials_check', 'customer_credentials_empty_without_key'),
    ('customer_credentials', 'customer_credentials_version_check', 'customer_credentials_version_positive'),
    ('customer_users', 'customer_users_kind_check', 'customer_users_kind_is_customer'),
    ('customers', 'customers_name_check', 'customers_name_trimmed'),
    ('enquiries', 'enquiries_check', 'enquiries_urgent_is_support'),
    ('enquiries', 'enquiries_email_check', 'enquiries_email_is_one_address'),
    ('enquiries', 'enquiries_kind', 'enquiries_kind_values'),
    ('enquiries', 'enquiries_message_check', 'enquiries_message_length'),
    ('enquiries', 'enquiries_name_check', 'enquiries_name_length'),
    ('enquiries', 'enquiries_phone_check', 'enquiries_phone_length'),
    ('enquiry_replies', 'enquiry_replies_text_check', 'enquiry_replies_text_length'),
    ('form_counters', 'form_counters_key_check', 'form_counters_key_length'),
    ('idempotency_keys', 'idempotency_keys_key_check', 'idempotency_keys_key_length'),
    ('kept_mail', 'kept_mail_check', 'kept_mail_link_has_purpose'),
    ('kept_mail', 'kept_mail_purpose', 'kept_mail_purpose_values'),
    ('mail_handovers', 'mail_handovers_job_check', 'mail_handovers_job_length'),
    ('mail_handovers', 'mail_handovers_unclear', 'mail_handovers_unclear_limit'),
    ('organizations', 'organizations_name_check', 'organizations_name_trimmed'),
    ('profiles', 'profiles_full_name_check', 'profiles_full_name_trimmed'),
    ('profiles', 'profiles_kind_check', 'profiles_kind_is_staff'),
    ('report_rows', 'report_rows_position_check', 'report_rows_position_positive'),
    ('reports', 'reports_already_reported_check', 'reports_already_reported_positive'),
    ('reports', 'reports_check', 'reports_marked_rows_range'),
    ('reports', 'reports_check1', 'reports_period_order'),
    ('reports', 'reports_check2', 'reports_customer_has_name'),
    ('reports', 'reports_check3', 'reports_marked_together'),
    ('reports', 'reports_minutes_check', 'reports_minutes_positive'),
    ('reports', 'reports_row_count_check', 'reports_row_count_positive'),
    ('ticket_changes', 'ticket_changes_field', 'ticket_changes_field_values'),
    ('ticket_comments', 'ticket_comments_comment_check', 'ticket_comments_comment_length'),
    ('ticket_drafts', 'ticket_drafts_comment_check', 'ticket_drafts_comment_length'),
    ('tickets', 'tickets_description_check', 'tickets_description_length'),
    ('tickets', 'tickets_title_check', 'tickets_title_length'),
    ('tickets', 'tickets_priority', 'tickets_priority_values'),
    ('tickets', 'tickets_status', 'tickets_status_values'),
    ('time_entries', 'time_entries_description_check', 'time_entries_description_length'),
    ('time_entries', 'time_entries_notes_check', 'time_entries_notes_length'),
    ('time_entries', 'time_entries_minutes', 'time_entries_minutes_range'),
    ('user_roles', 'user_roles_role', 'user_roles_role_values')
  ) renamed (of_table, old_name, new_name)
  loop
    if exists (select from pg_constraint where conrelid = rule.of_table::regclass and conname = rule.old_name) then
      execute format('alter table %s rename constraint %I to %I', rule.of_table, rule.old_name, rule.new_name);
    end if;
  end loop;
end $$;

-- The name of the trigger is the name of the violated constraint. See refuse_blank().
alter trigger organizations_shown on organizations rename to organizations_not_blank;
alter trigger profiles_shown on profiles rename to profiles_not_blank;
alter trigger customers_shown on customers rename to customers_not_blank;
alter trigger customer_users_shown on customer_users rename to customer_users_not_blank;
alter trigger tickets_shown on tickets rename to tickets_not_blank;
alter trigger ticket_comments_shown on ticket_comments rename to ticket_comments_not_blank;
alter trigger enquiries_shown on enquiries rename to enquiries_not_blank;
alter trigger enquiry_replies_shown on enquiry_replies rename to enquiry_replies_not_blank;

-- How long a session lives without being refreshed, and in all: sessions.queries.ts and
-- cleanup.ts call these functions.
create or replace function auth.session_idle_limit() returns interval language sql immutable parallel safe
  as $$ select interval '30 days' $$;
create or replace function auth.session_age_limit() returns interval language sql immutable parallel safe
  as $$ select interval '90 days' $$;
create or replace function auth.is_live(session auth.sessions) returns boolean language sql stable parallel safe as $$
  select session.ended_at is null and session.refreshed_at > now() - auth.session_idle_limit()
    and session.created_at > now() - auth.session_age_limit()
$$;

grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
create or replace function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  where s.id = session and auth.is_live(s) and u.disabled_at is null;
end $$;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;

-- How long a report that is not marked, and a mail that could not be sent, are kept.
create or replace function report_retention() returns interval language sql immutable parallel safe
  as $$ select interval '7 days' $$;
create or replace function kept_mail_retention() returns interval language sql immutable parallel safe
  as $$ select interval '90 days' $$;
alter policy jobs_forget on reports using (marked_at is null and created_at < now() - report_retention());
alter policy jobs_read on reports using (marked_at is null and created_at < now() - report_retention());
alter policy jobs_forget on kept_mail using (created_at < now() - kept_mail_retention());
alter policy jobs_read on kept_mail using (created_at < now() - kept_mail_retention());

-- The dates that work can be of, in the time zone of the business. dates.rules.ts has the same.
create or replace function business_time_zone() returns text language sql immutable parallel safe
  as $$ select 'Europe/Stockholm' $$;
create or replace function first_work_date() returns date language sql immutable parallel safe
  as $$ select date '2000-01-01' $$;
create or replace function last_work_date(today date) returns date language sql immutable parallel safe
  as $$ select (today + interval '1 year')::date $$;

create or replace function set_minutes() returns trigger language plpgsql as $$
declare
  zone constant text := stodpunkt.business_time_zone();
  starts timestamp := new.work_date + new.time_from;
  ends timestamp := new.work_date + new.time_to + case when new.time_to < new.time_from then interval '1 day' else interval '0' end;
begin
  if new.work_date not between stodpunkt.first_work_date() and stodpunkt.last_work_date((now() at time zone zone)::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'time_entries_work_date';
  end if;
  if starts at time zone zone at time zone zone <> starts then
    raise exception 'time_from does not exist' using errcode = 'check_violation', constraint = 'time_entries_from_exists';
  end if;
  if ends at time zone zone at time zone zone <> ends then
    raise exception 'time_to does not exist' using errcode = 'check_violation', constraint = 'time_entries_to_exists';
  end if;
  new.minutes := extract(epoch from (ends at time zone zone) - (starts at time zone zone)) / 60;
  return new;
end $$;

-- Every status but 'closed', which archives a ticket.
create or replace function active_ticket_statuses() returns text[] language sql immutable parallel safe
  as $$ select '{open,in_progress,resolved}'::text[] $$;

-- The tickets of the actor's organization that match, newest first, after a position if one is given; for staff alone. The
-- order and the position are those of ticketOrder in tickets.queries.ts, which also says how many rows. The last three
-- months are searched first, then the rest: common words fill a page at once, and others have few tickets in all.
drop function if exists search_tickets(text, text, text, text, text, timestamptz, uuid);
create or replace function search_tickets(search text, tab text, of_status text, of_priority text, of_assignee text,
  after_at timestamptz, after_id uuid, row_limit integer) returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  newest constant timestamptz := coalesce(after_at, case tab
    when 'archived' then (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status = 'closed')
    else (select max(created_at) from stodpunkt.tickets where org_id = actor.org_id() and status <> 'closed') end);
  since constant timestamp := date_trunc('month', newest at time zone 'UTC') - interval '2 months';
  months constant tsquery := (select stodpunkt.any_of(array_agg('@' || to_char(since + make_interval(months => n), 'YYYY-MM')))
    from generate_series(0, 2) n);
  filters tsquery := stodpunkt.any_of(case tab when 'archived' then array['@closed']
    else array(select '@' || status from unnest(stodpunkt.active_ticket_statuses()) status) end);
  queries constant tsquery[] := stodpunkt.questions_of(search);
  filter text;
  period tsquery;
  conditions tsquery[];
  shown integer := 0;
begin
  if not actor.is_staff() then return; end if;
  foreach filter in array array_remove(array[of_status, of_priority, of_assignee], null) loop
    filters := filters && stodpunkt.any_of(array['@' || filter]);
  end loop;
  foreach period in array array[months, null] loop
    -- Separate conditions, not one: the index intersects them step by step. A missing one repeats the first.
    conditions := array_remove(array[filters, period] || queries, null);
    return query
      select ticket_id, created_at from stodpunkt.ticket_search
      where org_id = actor.org_id() and actor.is_staff()
        and words @@ conditions[1] and words @@ coalesce(conditions[2], conditions[1])
        and words @@ coalesce(conditions[3], conditions[1]) and words @@ coalesce(conditions[4], conditions[1])
        and (shown = 0 or created_at < since at time zone 'UTC')
        and (after_at is null or (created_at, ticket_id) < (after_at, after_id))
      order by created_at desc, ticket_id desc limit row_limit - shown;
    get diagnostics shown = row_count;
    exit when shown >= row_limit;
  end loop;
end $$;
revoke all on function search_tickets(text, text, text, text, text, timestamptz, uuid, integer) from public;
grant execute on function search_tickets(text, text, text, text, text, timestamptz, uuid, integer) to stodpunkt_app;

-- How many of the newest rows a search reads before it asks the index: common words fill a page there, and what does not
-- has so few matches that the index returns them all.
create or replace function recent_rows_searched_first() returns integer language sql immutable parallel safe
  as $$ select 3000 $$;

-- Reported rows of the actor's organization that hold every word, newest work date first, after a position if one is given;
-- for staff alone.
drop function if exists search_archive(text, uuid, date, date, date, uuid);
create or replace function search_archive(search text, of_customer uuid, since date, before date, after_date date, after_id uuid, row_limit integer)
returns table (id uuid, work_date date)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  recent constant integer := stodpunkt.recent_rows_searched_first();
  scope text := stodpunkt.archive_scope(of_customer, since, before);
  condition text;
  last record;
  found_here integer;
begin
  if not actor.is_staff() or actor.org_id() is null then return; end if;
  condition := stodpunkt.archive_condition(search);
  if after_id is not null then
    scope := scope || format(' and (work_date, id) < (%L::date, %L::uuid)', after_date, after_id);
  end if;
  return query execute format('select id, work_date from (
      select id, work_date, org_id, customer_id, user_id, said from stodpunkt.time_entries
      where %s order by work_date desc, id desc limit %s) recent
    where %s order by work_date desc, id desc limit %s', scope, recent, condition, row_limit);
  get diagnostics found_here = row_count;
  if found_here >= row_limit then return; end if;
  execute format('select work_date, id from stodpunkt.time_entries where %s
    order by work_date desc, id desc offset %s limit 1', scope, recent - 1) into last;
  if last.id is null then return; end if;
  return query execute format('with older as materialized (
      select id, work_date from stodpunkt.time_entries where %s and %s and (work_date, id) < (%L::date, %L::uuid))
    select id, work_date from older order by work_date desc, id desc limit %s',
    scope, condition, last.work_date, last.id, row_limit - found_here);
end $$;
revoke all on function search_archive(text, uuid, date, date, date, uuid, integer) from public;
grant execute on function search_archive(text, uuid, date, date, date, uuid, integer) to stodpunkt_app;

-- Enquiries of the actor's organization in a tab that hold every word, newest first, after a position if one is given; for
-- staff alone.
drop function if exists search_enquiries(text, text, timestamptz, uuid);
create or replace function search_enquiries(search text, tab text, after_at timestamptz, after_id uuid, row_limit integer)
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
