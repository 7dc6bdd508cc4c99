-- A telephone field may hold two numbers and extensions: each number is compared by itself.

-- The digits of each number, without country and trunk prefix: '08-123 45 67 ankn 12, +46 70 123 45 67' has 81234567 and
-- 701234567. As phonesIn of src/lib/phone.rules.ts; blanks and slashes stand between numbers only when there are more digits
-- than one number has.
create function phone_numbers(phone text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(digits) filter (where length(digits) >= 5), '{}') from (
    select regexp_replace(regexp_replace(part, '\D', '', 'g'), '^(00460?|460?|0)', '') as digits
    from regexp_split_to_table(
      regexp_replace(phone, '[\s,;]*\(?\m(ankn(ytning)?|anknytn|ext|vx|växel)\M[.:]?\s*\d{1,6}\)?(?=\s*($|[,;/|\n]))', '', 'gi'),
      '\s*[,;|\n]\s*|\s+(eller|och|alt\.?)\s+', 'i') piece,
    regexp_split_to_table(piece,
      case when length(regexp_replace(piece, '\D', '', 'g')) > 13 then '\s*/\s*|\s+(?=\+\d|0\d{1,3}[\s-]|0\d{7,9}(\D|$))' else E'\x01' end) part
  ) parts
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
