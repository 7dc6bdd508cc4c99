-- A telephone field may hold two numbers and extensions: each number is compared by itself.

create function is_national_number(digits text) returns boolean language sql immutable parallel safe as $$
  select digits ~ case when digits ~ '^(10|7[02369])' then '^\d{9}$' else '^[1-9]\d{6,8}$' end
$$;

-- Whether digits with their prefix are a telephone number, as parse() of src/lib/phone.rules.ts judges it.
create function is_phone_number(dialled text) returns boolean language sql immutable parallel safe as $$
  select case
    when dialled ~ '^(\+|00)46' then stodpunkt.is_national_number(regexp_replace(dialled, '^(\+|00)460?', ''))
    when dialled ~ '^(\+|00)' then dialled ~ '^(\+|00)[1-9]\d{6,14}$'
    else dialled ~ '^0' and stodpunkt.is_national_number(substr(dialled, 2)) end
$$;

-- The digits of each number, without country and trunk prefix: '08-123 45 67 ankn 12, +46 70 123 45 67' has 81234567 and
-- 701234567. As phonesIn of src/lib/phone.rules.ts: a number ends at a slash, a parenthesis, a dash with blanks, or where the next
-- one begins. Digits that are no number are found as they stand.
create function phone_numbers(phone text) returns text[] language plpgsql immutable parallel safe as $$
declare
  run text;
  found text[] := '{}';
  groups text[];
  separators text[];
  number text;
  is_end boolean;
begin
  for run in select m[1] from regexp_matches(phone, '([+(]*\d[-\d\s().\u2010-\u2013/]*)', 'g') m loop
    run := regexp_replace(regexp_replace(run, '\(0\)', ''), '\D+$', '');
    select array_agg(m[2] order by at), array_agg(m[1] order by at) into groups, separators
      from regexp_matches(run, '(\D*)(\d+)', 'g') with ordinality matches(m, at);
    number := '';
    for i in 1 .. cardinality(groups) loop
      number := number || case when number = '' and separators[i] ~ '\+' then '+' else '' end || groups[i];
      is_end := i = cardinality(groups) or stodpunkt.is_phone_number(number) and (
        separators[i + 1] ~ '[/(\n]|\s[-\u2010-\u2013]|[-\u2010-\u2013]\s'
        or separators[i + 1] ~ '^[-\u2010-\u2013]$' and separators[i] ~ '^\s+$' and length(groups[i]) = length(groups[i + 1])
        or groups[i + 1] ~ '^0' and length(array_to_string(groups[i + 1:], '')) >= 8);
      if is_end then
        found := found || regexp_replace(number, '^(\+46|0046|\+|00|46)?0?', '');
        number := '';
      end if;
    end loop;
  end loop;
  return array(select digits from unnest(found) digits where length(digits) >= 5);
end
$$;

drop index customers_by_phone;
create index customers_by_phone on customers using gin (phone_numbers(phone));

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

-- The search of Inkorg compares each number by itself too. A generated column keeps the values of its old function until it
-- is made again.
create or replace function enquiry_text(name text, email text, phone text, message text)
returns text language sql immutable parallel safe as $$
  select ' ' || lower((name || ' ' || email || ' ' || array_to_string(stodpunkt.phone_numbers(coalesce(phone, '')), ' ') || ' '
    || regexp_replace(normalize(message), '\s+', ' ', 'g')) collate "sv-SE-x-icu")
$$;
alter table enquiries drop column said;
alter table enquiries add column said text not null generated always as (enquiry_text(name, email, phone, message)) stored;
create index enquiries_texts on enquiries using gin (said gin_trgm_ops) with (fastupdate = off);

create or replace function enquiry_condition(search text) returns text language sql stable as $$
  select case when search ~ '^[-+()./ 0-9]+$' and search ~ '([0-9].*){3}'
    then format('(%s or said like %L)', words,
      '%' || regexp_replace(regexp_replace(search, '\D', '', 'g'), '^(00460?|460?|0)', '') || '%') else words end
  from (
    select coalesce(string_agg(distinct format('said like %L',
      case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true') as words
    from regexp_split_to_table(lower(normalize(search) collate "sv-SE-x-icu"), '\s+') word where word <> '') asked
$$;
drop function dialled(text);
