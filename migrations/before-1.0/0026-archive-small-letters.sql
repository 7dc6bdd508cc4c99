-- What a row says in words, in small letters, is stored (docs/decisions/015): the index knows which rows may hold a word, and
-- each of them must be looked at. Making the letters small anew took half of the time of a common word.
drop index time_entries_texts;
alter table time_entries add column said text not null generated always as (archive_text(description, notes)) stored;
create index time_entries_texts on time_entries using gin (said gin_trgm_ops) where reported and deleted_at is null;

-- As in 0014, with `said` for the texts, and names before them: an id is compared at a hundredth of the price of a text, and
-- a word such as 'ab' is in most customers' names.
create or replace function archive_condition(search text) returns text language plpgsql stable as $$
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

-- Up to 51 reported rows of the actor's organization that hold every word, newest work date first, after a position if
-- one is given; for staff alone. The newest 3 000 are looked through first: common words fill a page there, and what
-- does not has so few that the index gives them all.
create or replace function search_archive(search text, of_customer uuid, since date, before date, after_date date, after_id uuid)
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
      select id, work_date, org_id, customer_id, user_id, said from stodpunkt.time_entries
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

-- How many reported rows match and their minutes; nothing but the filters is asked when nothing is searched for.
create or replace function sum_archive(search text, of_customer uuid, since date, before date)
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
