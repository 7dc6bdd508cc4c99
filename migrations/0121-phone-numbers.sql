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
      case when length(regexp_replace(piece, '\D', '', 'g')) > 13 then '\s*/\s*|\s+(?=\+\d|0\d{1,3}[\s-])' else E'\x01' end) part
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
