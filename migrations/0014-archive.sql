-- Search and sums of the archive. Row-level security keeps `like` from using its index (docs/decisions/015), so they go through
-- functions that filter by the actor's organization and by staff themselves.
--
-- The SQL condition that a row holds each word: in its text, or in the name of its technician or customer. Names are looked up
-- first: comparing an id costs a hundredth of comparing a text.
create function archive_condition(search text) returns text language plpgsql stable as $$
declare
  org constant uuid := actor.org_id();
  condition text := 'true';
  word text;
  pattern text;
  ids uuid[];
begin
  for word in
    select distinct part from regexp_split_to_table(lower(normalize(search) collate "sv-SE-x-icu"), '\s+') part where part <> ''
  loop
    pattern := case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%';
    condition := condition || ' and (';
    ids := array(select id from stodpunkt.profiles where org_id = org and stodpunkt.archive_text(full_name) like pattern);
    if cardinality(ids) > 0 then
      condition := condition || format('org_id = %L and user_id = any (%L::uuid[]) or ', org, ids);
    end if;
    ids := array(select id from stodpunkt.customers where org_id = org and stodpunkt.archive_text(name) like pattern limit 201);
    if cardinality(ids) > 200 then
      condition := condition || format('customer_id in (select c.id from stodpunkt.customers c
        where c.org_id = %L and stodpunkt.archive_text(c.name) like %L) or ', org, pattern);
    elsif cardinality(ids) > 0 then
      condition := condition || format('org_id = %L and customer_id = any (%L::uuid[]) or ', org, ids);
    end if;
    condition := condition || format('said like %L)', pattern);
  end loop;
  return condition;
end $$;

-- The SQL condition of the actor's organization and filters, before any search.
create function archive_scope(of_customer uuid, since date, before date) returns text language sql stable as $$
  select format('reported and deleted_at is null and org_id = %L', actor.org_id())
    || coalesce(' and customer_id = ' || quote_literal(of_customer), '')
    || coalesce(' and work_date >= ' || quote_literal(since), '')
    || coalesce(' and work_date < ' || quote_literal(before), '')
$$;

-- How many reported rows match, and their minutes.
create function sum_archive(search text, of_customer uuid, since date, before date)
returns table (entries bigint, minutes bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_staff() or actor.org_id() is null then return query select 0::bigint, 0::bigint; return; end if;
  -- A customer's rows are few and read first: nobody knows how common the words are.
  return query execute format('select count(*), coalesce(sum(minutes), 0)::bigint from (
      select minutes, org_id, customer_id, user_id, said from stodpunkt.time_entries where %s %s) entries where %s',
    stodpunkt.archive_scope(of_customer, since, before), case when of_customer is not null then 'offset 0' end,
    stodpunkt.archive_condition(search));
end $$;
revoke all on function sum_archive(text, uuid, date, date) from public;
grant execute on function sum_archive(text, uuid, date, date) to stodpunkt_app;

create function search_archive(search text, of_customer uuid, since date, before date, after_date date, after_id uuid, row_limit integer)
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
