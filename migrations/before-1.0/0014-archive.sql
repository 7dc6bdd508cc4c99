-- The archive: reported time by newest work date, summed from the index alone, and searched. Row-level security keeps
-- `like` from its index (docs/decisions/015), so searches and sums go through two functions that filter on the actor's
-- organization and on staff themselves. Lists without a search need none.

create index time_entries_reported on time_entries (org_id, work_date desc, id desc) include (minutes)
  where reported and deleted_at is null;
create index time_entries_reported_by on time_entries (org_id, user_id) where reported and deleted_at is null;

-- What a row says in words, in small letters, each after a blank.
create function archive_text(first text, second text default null) returns text language sql immutable parallel safe as $$
  select ' ' || lower((coalesce(first, '') || ' ' || coalesce(second, '')) collate "sv-SE-x-icu")
$$;
create index time_entries_texts on time_entries using gin (archive_text(description, notes) gin_trgm_ops)
  where reported and deleted_at is null;

-- The condition that each word is in the description, the notes, the customer's or the technician's name: one letter or
-- two begin a word, more are a part of one. Names become ids, which have indexes; a word in very many names is asked of
-- each row instead. Everything is quoted here: what a person typed never becomes SQL, nor a wildcard.
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
    condition := condition || format(' and (stodpunkt.archive_text(description, notes) like %L', pattern);
    ids := array(select id from stodpunkt.customers where org_id = org and stodpunkt.archive_text(name) like pattern limit 201);
    if cardinality(ids) > 200 then
      condition := condition || format(' or customer_id in (select c.id from stodpunkt.customers c
        where c.org_id = %L and stodpunkt.archive_text(c.name) like %L)', org, pattern);
    elsif cardinality(ids) > 0 then
      condition := condition || format(' or org_id = %L and customer_id = any (%L::uuid[])', org, ids);
    end if;
    ids := array(select id from stodpunkt.profiles where org_id = org and stodpunkt.archive_text(full_name) like pattern);
    if cardinality(ids) > 0 then
      condition := condition || format(' or org_id = %L and user_id = any (%L::uuid[])', org, ids);
    end if;
    condition := condition || ')';
  end loop;
  return condition;
end $$;

-- Which rows the actor's filters leave before any search.
create function archive_scope(of_customer uuid, since date, before date) returns text language sql stable as $$
  select format('reported and deleted_at is null and org_id = %L', actor.org_id())
    || coalesce(' and customer_id = ' || quote_literal(of_customer), '')
    || coalesce(' and work_date >= ' || quote_literal(since), '')
    || coalesce(' and work_date < ' || quote_literal(before), '')
$$;

-- Up to 51 reported rows of the actor's organization that hold every word, newest work date first, after a position if
-- one is given; for staff alone. The newest 3 000 are looked through first: common words fill a page there, and what
-- does not has so few that the index gives them all.
create function search_archive(search text, of_customer uuid, since date, before date, after_date date, after_id uuid)
returns table (id uuid, work_date date)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  page constant integer := 51;
  newest constant integer := 3000;
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
      select id, work_date, org_id, customer_id, user_id, description, notes from stodpunkt.time_entries
      where %s order by work_date desc, id desc limit %s) newest
    where %s order by work_date desc, id desc limit %s', scope, newest, condition, page);
  get diagnostics found_here = row_count;
  if found_here >= page then return; end if;
  execute format('select work_date, id from stodpunkt.time_entries where %s
    order by work_date desc, id desc offset %s limit 1', scope, newest - 1) into last;
  if last.id is null then return; end if;
  return query execute format('with older as materialized (
      select id, work_date from stodpunkt.time_entries where %s and %s and (work_date, id) < (%L::date, %L::uuid))
    select id, work_date from older order by work_date desc, id desc limit %s',
    scope, condition, last.work_date, last.id, page - found_here);
end $$;
revoke all on function search_archive(text, uuid, date, date, date, uuid) from public;
grant execute on function search_archive(text, uuid, date, date, date, uuid) to stodpunkt_app;

-- How many reported rows match and their minutes; nothing but the filters is asked when nothing is searched for.
create function sum_archive(search text, of_customer uuid, since date, before date)
returns table (entries bigint, minutes bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_staff() or actor.org_id() is null then return query select 0::bigint, 0::bigint; return; end if;
  -- A customer's rows are few and read first: nobody knows how common the words are.
  return query execute format('select count(*), coalesce(sum(minutes), 0)::bigint from (
      select minutes, org_id, customer_id, user_id, description, notes from stodpunkt.time_entries where %s %s) entries where %s',
    stodpunkt.archive_scope(of_customer, since, before), case when of_customer is not null then 'offset 0' end,
    stodpunkt.archive_condition(search));
end $$;
revoke all on function sum_archive(text, uuid, date, date) from public;
grant execute on function sum_archive(text, uuid, date, date) to stodpunkt_app;
