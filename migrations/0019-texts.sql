-- How names, titles and telephone numbers are stored and compared: on one line, in Unicode NFC, and each number separately.

-- Without control characters, line and paragraph separators, and bidirectional controls, which would garble lists, subjects of
-- mails and CSV files.
create function is_one_line(given text) returns boolean language sql immutable parallel safe as $$
  select given !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]'
$$;

-- The same as sanitizedLine in src/shared/text.rules.ts.
create function on_one_line(given text) returns text language sql immutable parallel safe as $$
  select coalesce(string_agg(part, ' ' order by place), '') from (
    select btrim(piece, E' \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\ufeff')
      as part, place
    from regexp_split_to_table(
      regexp_replace(given, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'),
      '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+') with ordinality as pieces (piece, place)
  ) parts where part <> ''
$$;

-- Unicode NFC, so that search finds names from Mac files or PDFs, which have å as a and a combining ring. NFC makes a few
-- characters longer: such a text is left unchanged, as it might exceed its limit.
create function composed(given text) returns text language sql immutable parallel safe as $$
  select case when given is not normalized and length(normalize(given)) <= length(given) then normalize(given) else given end
$$;

-- Normalizes the columns that are the trigger's arguments.
create function compose_letters() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, stodpunkt.composed(value)) from jsonb_each_text(to_jsonb(new))
    where key = any (tg_argv) and value is not null));
end $$;

-- Puts the names and titles of 1.0.0 on one line, without notifications.
select set_config('app.quiet', 'on', true);
update organizations set name = on_one_line(name) where not is_one_line(name);
update profiles set full_name = on_one_line(full_name) where not is_one_line(full_name);
update customer_users set full_name = on_one_line(full_name) where not is_one_line(full_name);
update customers set name = on_one_line(name) where not is_one_line(name);
-- A telephone number of bidirectional controls only is empty.
update enquiries set name = on_one_line(name), phone = nullif(on_one_line(phone), '')
where not is_one_line(name) or not is_one_line(phone);

-- The changed titles have other words in the search.
do $$
declare changed record;
begin
  for changed in update tickets set title = on_one_line(title) where not is_one_line(title) returning org_id, id loop
    update ticket_search found set words = array_to_tsvector(texts.words) from ticket_texts texts
    where found.org_id = changed.org_id and found.ticket_id = changed.id
      and texts.org_id = changed.org_id and texts.ticket_id = changed.id;
    perform learn_words(changed.org_id, words_in(title)) from tickets where org_id = changed.org_id and id = changed.id;
  end loop;
end $$;

alter table organizations add constraint organizations_name_is_one_line check (is_one_line(name));
alter table profiles add constraint profiles_full_name_is_one_line check (is_one_line(full_name));
alter table customer_users add constraint customer_users_full_name_is_one_line check (is_one_line(full_name));
alter table customers add constraint customers_name_is_one_line check (is_one_line(name));
alter table tickets add constraint tickets_title_is_one_line check (is_one_line(title));
alter table enquiries
  add constraint enquiries_name_is_one_line check (is_one_line(name)),
  add constraint enquiries_phone_is_one_line check (is_one_line(phone));

-- Normalizes the texts of 1.0.0 to NFC. Without triggers: nobody is notified, and the words of the search are normalized
-- already. Reported time, snapshots and the audit log stay unchanged.
do $$
declare
  listed record;
  changes text;
  differs text;
begin
  for listed in select * from (values
    ('organizations', array['name'], 'true'),
    ('profiles', array['full_name'], 'true'),
    ('customer_users', array['full_name'], 'true'),
    ('customers', array['name', 'email', 'phone', 'address', 'notes'], 'true'),
    ('tickets', array['title'], 'true'),
    ('enquiries', array['name'], 'true'),
    ('time_entries', array['description', 'notes'], 'not reported')
  ) as listed (name, texts, condition)
  loop
    select string_agg(format('%1$I = composed(%1$I)', part), ', '), string_agg(format('%1$I <> composed(%1$I)', part), ' or ')
    into changes, differs from unnest(listed.texts) part;
    execute format('alter table %I disable trigger user', listed.name);
    execute format('update %I set %s where (%s) and %s', listed.name, changes, differs, listed.condition);
    execute format('alter table %I enable trigger user', listed.name);
  end loop;
end $$;

create trigger a_compose before insert or update of name on organizations for each row
  when (new.name is not normalized) execute function compose_letters('name');
create trigger a_compose before insert or update of full_name on profiles for each row
  when (new.full_name is not normalized) execute function compose_letters('full_name');
create trigger a_compose before insert or update of full_name on customer_users for each row
  when (new.full_name is not normalized) execute function compose_letters('full_name');
create trigger a_compose before insert or update of name, address on customers for each row
  when (new.name is not normalized or new.address is not normalized) execute function compose_letters('name', 'address');
create trigger a_compose before insert or update of title on tickets for each row
  when (new.title is not normalized) execute function compose_letters('title');
create trigger a_compose before insert or update of name on enquiries for each row
  when (new.name is not normalized) execute function compose_letters('name');

-- A telephone field may hold two numbers and extensions: each number is compared separately.
create function is_national_number(digits text) returns boolean language sql immutable parallel safe as $$
  select digits ~ case when digits ~ '^(10|7[02369])' then '^\d{9}$' else '^[1-9]\d{6,8}$' end
$$;

-- Whether digits with their prefix are a telephone number; the same as parse() in src/shared/phone.rules.ts.
create function is_phone_number(dialled text) returns boolean language sql immutable parallel safe as $$
  select case
    when dialled ~ '^(\+|00)46' then stodpunkt.is_national_number(regexp_replace(dialled, '^(\+|00)460?', ''))
    when dialled ~ '^(\+|00)' then dialled ~ '^(\+|00)[1-9]\d{6,14}$'
    else dialled ~ '^0' and stodpunkt.is_national_number(substr(dialled, 2)) end
$$;

-- The digits of a telephone number, or of the part of one that somebody searches for, without country and trunk prefix. Without a
-- plus sign a country code is removed only where a number can follow: '4601' is four digits of a number.
create function without_prefix(dialled text) returns text language sql immutable parallel safe as $$
  select replace(regexp_replace(dialled,
    '^(\+460?|\+|00460?(?=[1-9]\d)|00(?=[1-9]\d{6})|460?(?=[1-9]\d{6})|0)', ''), '+', '')
$$;

-- The digits of each number, without country and trunk prefix: '08-123 45 67 ankn 12, +46 70 123 45 67' has 81234567 and
-- 701234567. The same as phonesIn in src/shared/phone.rules.ts: a number ends at a slash, a parenthesis, a dash with blanks, or
-- where the next one begins. Digits that are not a number are returned unchanged.
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
        found := found || stodpunkt.without_prefix(number);
        number := '';
      end if;
    end loop;
  end loop;
  return array(select digits from unnest(found) digits where length(digits) >= 5);
end
$$;

drop index customers_by_phone;
create index customers_by_phone on customers using gin (phone_numbers(phone));

-- The digits of a search, as in phone_numbers(); null for what cannot be two or more digits of a telephone number.
create function searched_digits(typed text) returns text language sql immutable parallel safe as $$
  select digits from stodpunkt.without_prefix(regexp_replace(typed, '[^\d+]', '', 'g')) digits
  where typed ~ '^[-\d\s\u00a0+().\u2010-\u2013/]+$' and length(digits) > 1
$$;

-- The telephone numbers in a text, as in phone_numbers(): at least seven digits on one line, from a 0 or a plus sign. One may end
-- with digits that follow it: '070-123 45 67 2 st' has 7012345672, which a search for the number finds too.
create function written_numbers(given text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct number from
    regexp_matches(given, '(?:^|[^\w.\u2010-\u2013/-])((?:\+|\(?0{1,2}[1-9])[-\d \t\u00a0().\u2010-\u2013/]{4,40}\d)', 'g') found,
    unnest(stodpunkt.phone_numbers(found[1])) number where length(number) >= 7 order by number)
$$;
