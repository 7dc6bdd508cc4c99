-- How tickets and enquiries are found (docs/decisions/103): a ticket also by its people, equipment, files and quoted mail, and
-- by words with one typing error.

-- The numbers of a contact or customer, as words that cannot be typed: '+701234567', without country and trunk prefix.
create function number_words(numbers text) returns text[] language sql immutable parallel safe as $$
  select array(select '+' || digits from unnest(string_to_array(nullif(numbers, ''), ' ')) digits)
$$;

-- The words of a text, and the telephone numbers in it: '070-123 45 67' also as '+701234567'.
create function text_words(given text) returns text[] language sql immutable parallel safe as $$
  select stodpunkt.words_in(given) || stodpunkt.number_words(array_to_string(stodpunkt.written_numbers(given), ' '))
$$;

create function customer_words(customer customers) returns text[] language sql stable parallel safe as $$
  select stodpunkt.words_in(concat_ws(' ', customer.name, customer.email)) || stodpunkt.number_words(customer.numbers)
$$;

create function contact_words(contact contacts) returns text[] language sql stable parallel safe as $$
  select stodpunkt.words_in(concat_ws(' ', contact.name, contact.email)) || stodpunkt.number_words(contact.numbers)
$$;

-- A serial number also without its punctuation.
create function equipment_words(equipment equipment) returns text[] language sql stable parallel safe as $$
  select stodpunkt.words_in(concat_ws(' ', equipment.name, equipment.model, equipment.serial,
    regexp_replace(equipment.serial, '[^[:alnum:]]', '', 'g')))
$$;

-- The contacts of a ticket: who reported it, and who wrote in it.
create view ticket_people with (security_invoker = true) as
  select org_id, id as ticket_id, reported_by as contact_id from tickets where reported_by is not null
  union
  select org_id, ticket_id, contact_id from ticket_comments where contact_id is not null
  union
  select c.org_id, c.ticket_id, login.contact_id
  from ticket_comments c join customer_users login on login.org_id = c.org_id and login.user_id = c.user_id
  where c.by_customer;

-- Names and numbers come before the texts, of which very long ones are cut. A semicolon keeps digits of two texts from being read
-- as one telephone number.
create or replace view ticket_texts with (security_invoker = true) as
  select ticket.org_id, ticket.id as ticket_id, ticket.customer_id, ticket.created_at,
    filter_words(ticket) || customer_words(customer)
      || array(select unnest(contact_words(contact)) from ticket_people person
        join contacts contact on contact.org_id = person.org_id and contact.id = person.contact_id
        where person.org_id = ticket.org_id and person.ticket_id = ticket.id)
      || array(select unnest(equipment_words(thing)) from ticket_equipment link
        join equipment thing on thing.org_id = link.org_id and thing.id = link.equipment_id
        where link.org_id = ticket.org_id and link.ticket_id = ticket.id)
      || text_words(left(concat_ws('; ', ticket.title, ticket.description,
        (select string_agg(file.name, '; ') from files file where file.org_id = ticket.org_id and file.ticket_id = ticket.id),
        (select string_agg(comment, '; ') from ticket_comments c where c.org_id = ticket.org_id and c.ticket_id = ticket.id),
        ticket.folded,
        (select string_agg(folded, '; ') from ticket_comments c where c.org_id = ticket.org_id and c.ticket_id = ticket.id)
      ), 200000)) as words
  from tickets ticket join customers customer on customer.org_id = ticket.org_id and customer.id = ticket.customer_id;

-- Adds words to a ticket that has fewer than `most`. The row is locked before they are compared with its own, so that a
-- concurrent refresh loses none. Words that the ticket has are neither written nor looked up again: a row's words are all
-- written to the index whenever it changes.
create function add_ticket_words(org uuid, ticket uuid, written text[], most integer) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  known tsvector;
  added text[];
begin
  select words into known from stodpunkt.ticket_search where org_id = org and ticket_id = ticket for no key update;
  if known is null or length(known) >= most then return; end if;
  added := array(select unnest(written) except select unnest(tsvector_to_array(known)));
  if added = '{}' then return; end if;
  update stodpunkt.ticket_search set words = known || array_to_tsvector(added) where org_id = org and ticket_id = ticket;
  perform stodpunkt.learn_words(org, added);
end $$;
revoke all on function add_ticket_words(uuid, uuid, text[], integer) from public;

-- Finds tickets by what they have now, and no longer by what they had. The rows are locked before the texts are read.
create function refresh_ticket_words(org uuid, changed uuid[], written text[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.ticket_search where org_id = org and ticket_id = any (changed) order by ticket_id for no key update;
  update stodpunkt.ticket_search found set words = array_to_tsvector(texts.words)
  from stodpunkt.ticket_texts texts
  where texts.org_id = org and texts.ticket_id = any (changed)
    and found.org_id = texts.org_id and found.ticket_id = texts.ticket_id;
  perform stodpunkt.learn_words(org, written);
end $$;
revoke all on function refresh_ticket_words(uuid, uuid[], text[]) from public;

create or replace function index_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  written constant text[] := stodpunkt.text_words(concat_ws('; ', new.title, new.description, new.folded))
    || array(select unnest(stodpunkt.customer_words(c)) from stodpunkt.customers c
      where c.org_id = new.org_id and c.id = new.customer_id)
    || array(select unnest(stodpunkt.contact_words(c)) from stodpunkt.contacts c
      where c.org_id = new.org_id and c.id = new.reported_by);
begin
  insert into stodpunkt.ticket_search (org_id, ticket_id, created_at, words)
  values (new.org_id, new.id, new.created_at, array_to_tsvector(stodpunkt.filter_words(new) || written));
  perform stodpunkt.learn_words(new.org_id, written);
  return null;
end $$;

-- Does not touch the ticket, whose version customers see. After 3 000 distinct words new ones are ignored.
create or replace function index_comment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  author constant uuid := case when new.by_customer then coalesce(new.contact_id, (select contact_id
    from stodpunkt.customer_users where org_id = new.org_id and user_id = new.user_id)) end;
begin
  perform stodpunkt.add_ticket_words(new.org_id, new.ticket_id, stodpunkt.text_words(concat_ws('; ', new.comment, new.folded))
    || array(select unnest(stodpunkt.contact_words(c)) from stodpunkt.contacts c
      where c.org_id = new.org_id and c.id = author), 3000);
  return null;
end $$;

-- The quoted part of a mail is stored after its text.
create function index_quotation() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_ticket_words(new.org_id, (to_jsonb(new) ->> tg_argv[0])::uuid, stodpunkt.text_words(new.folded), 3000);
  return null;
end $$;
revoke all on function index_quotation() from public;
create trigger search_quotation after update of folded on tickets for each row
  when (new.folded is not null) execute function index_quotation('id');
create trigger search_quotation after update of folded on ticket_comments for each row
  when (new.folded is not null) execute function index_quotation('ticket_id');

create function index_reporter() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.refresh_ticket_words(new.org_id, array[new.id], array(
    select unnest(stodpunkt.contact_words(c)) from stodpunkt.contacts c where c.org_id = new.org_id and c.id = new.reported_by));
  return null;
end $$;
revoke all on function index_reporter() from public;
create trigger search_reporter after update of reported_by on tickets for each row
  when (old.reported_by is distinct from new.reported_by and current_setting('app.quiet', true) is distinct from 'on')
  execute function index_reporter();

create or replace function index_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.refresh_ticket_words(new.org_id,
    array(select id from stodpunkt.tickets where org_id = new.org_id and customer_id = new.id), stodpunkt.customer_words(new));
  return null;
end $$;
drop trigger search_words on customers;
create trigger search_words after update of name, email, phone on customers for each row
  when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone)) execute function index_customer();

create function index_contact() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.refresh_ticket_words(new.org_id, array(
    select ticket.id from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.customer_id = new.customer_id
      and exists (select from stodpunkt.ticket_people person
        where person.org_id = ticket.org_id and person.ticket_id = ticket.id and person.contact_id = new.id)),
    stodpunkt.contact_words(new));
  return null;
end $$;
revoke all on function index_contact() from public;
create trigger search_words after update of name, email, phone, mobile on contacts for each row
  when ((old.name, old.email, old.phone, old.mobile) is distinct from (new.name, new.email, new.phone, new.mobile))
  execute function index_contact();

create function index_equipment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.refresh_ticket_words(new.org_id, array(
    select ticket_id from stodpunkt.ticket_equipment
    where org_id = new.org_id and customer_id = new.customer_id and equipment_id = new.id), stodpunkt.equipment_words(new));
  return null;
end $$;
revoke all on function index_equipment() from public;
create trigger search_words after update of name, model, serial on equipment for each row
  when ((old.name, old.model, old.serial) is distinct from (new.name, new.model, new.serial)) execute function index_equipment();

-- Equipment and files that are added to a ticket, or removed.
create function index_ticket_equipment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform stodpunkt.add_ticket_words(new.org_id, new.ticket_id, stodpunkt.equipment_words(e), 4000)
    from stodpunkt.equipment e where e.org_id = new.org_id and e.id = new.equipment_id;
  else
    perform stodpunkt.refresh_ticket_words(old.org_id, array[old.ticket_id], '{}');
  end if;
  return null;
end $$;
revoke all on function index_ticket_equipment() from public;
create trigger search_words after insert or delete on ticket_equipment for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function index_ticket_equipment();

create function index_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform stodpunkt.refresh_ticket_words(old.org_id, array[old.ticket_id], '{}');
  else
    perform stodpunkt.add_ticket_words(new.org_id, new.ticket_id, stodpunkt.text_words(new.name), 4000);
  end if;
  return null;
end $$;
revoke all on function index_file() from public;
create trigger search_words after insert on files for each row when (new.ticket_id is not null) execute function index_file();
create trigger search_words_attached after update of ticket_id on files for each row
  when (new.ticket_id is not null and old.ticket_id is null) execute function index_file();
create trigger search_words_removed after delete on files for each row
  when (old.ticket_id is not null) execute function index_file();

-- Whether two words differ in one letter, or in the order of two adjacent ones.
create function is_one_error(one text, other text) returns boolean language plpgsql immutable parallel safe as $$
declare same integer := 0;
begin
  while same < length(one) and substr(one, same + 1, 1) = substr(other, same + 1, 1) loop
    same := same + 1;
  end loop;
  return substr(one, same + 2) in (substr(other, same + 2), substr(other, same + 1))
    or substr(one, same + 1) = substr(other, same + 2)
    or substr(one, same + 1, 2) = reverse(substr(other, same + 1, 2)) and substr(one, same + 3) = substr(other, same + 3);
end $$;

-- The words of the organization that contain the term or end with its stem, the 200 shortest.
create function words_like(term text) returns text[] language plpgsql stable as $$
begin
  return array(select word from stodpunkt.ticket_words
    where length(term) > 2 and org_id = actor.org_id() and word !~ '^\+'
      and (word like '%' || stodpunkt.base_of(term) || '%' or stem like '%' || stodpunkt.stem_of(term))
    group by word order by length(word), word limit 200);
end $$;

-- The words that a term is with one typing error, which leaves the first or the last letters of the word or of its stem as they
-- are. A term with a digit is a number or a name of a thing, and is not corrected.
create function words_near(term text) returns text[] language plpgsql stable as $$
declare
  stemmed constant text := stodpunkt.stem_of(term);
  part constant integer := (length(term) - 1) / 2;
  stem_part constant integer := (length(stemmed) - 1) / 2;
begin
  if length(term) < 5 or term ~ '\d' then return '{}'; end if;
  return array(
    select word from stodpunkt.ticket_words
    where org_id = actor.org_id() and (word like left(term, part) || '%' or word like '%' || right(term, part))
      and length(word) between length(term) - 1 and length(term) + 1 and stodpunkt.is_one_error(word, term)
    union
    select word from stodpunkt.ticket_words
    where length(stemmed) > 4 and org_id = actor.org_id()
      and (stem like left(stemmed, stem_part) || '%' or stem like '%' || right(stemmed, stem_part))
      and length(stem) between length(stemmed) - 1 and length(stemmed) + 1 and stodpunkt.is_one_error(stem, stemmed)
    order by word limit 20);
end $$;

-- Tickets that have every term; null without terms. '#1001' is a number, '1001' a number or text.
create function terms_question(terms text[]) returns tsquery language plpgsql stable as $$
declare
  question tsquery;
  one tsquery;
  term text;
  alike text[];
begin
  foreach term in array terms loop
    alike := stodpunkt.words_like(term);
    if alike = '{}' then
      alike := array(select distinct unnest(stodpunkt.words_like(near)) from unnest(stodpunkt.words_near(term)) near limit 200);
    end if;
    one := stodpunkt.any_of(alike || array[term, '#' || term]);
    question := coalesce(question && one, one);
  end loop;
  return question;
end $$;

-- Tickets with a telephone number that contains each number typed, or with its groups of digits as words; null for what is no
-- number. Fewer digits than a number has are compared with its beginning: three, or two after Stockholm's 08, since all numbers of
-- mobiles or of an area would take long to read.
create function numbers_question(typed text) returns tsquery language plpgsql stable as $$
declare
  groups constant text[] := stodpunkt.words_in(typed);
  question tsquery;
  one tsquery;
  digits text;
  begun constant text := stodpunkt.searched_digits(typed);
begin
  foreach digits in array stodpunkt.phone_numbers(typed) loop
    one := stodpunkt.any_of(array(select word from stodpunkt.ticket_words
      where org_id = actor.org_id() and word like '+%' || digits || '%' group by word order by word limit 200) || ('+' || digits));
    question := coalesce(question && one, one);
  end loop;
  if question is null and begun ~ '^(8\d|\d{3})' then
    question := format('''+%s'':*', begun)::tsquery;
  end if;
  return question || case cardinality(groups) when 1 then stodpunkt.terms_question(groups)
    else (select string_agg(quote_literal(word), '&')::tsquery from unnest(groups) word) end;
end $$;

-- The parts of a search that may be telephone numbers: from a 0 or a plus sign, or all of it when it has six digits and no letter.
create function numbers_typed(typed text) returns text[] language sql immutable parallel safe as $$
  select case when exists (select from regexp_matches(typed, '\+|\m0')) then
    array(select match[1] from regexp_matches(typed, '((?:\+|\(?\m0)[-\d\s().\u2010-\u2013/]*\d)', 'g') match)
  when typed ~ '^[-\d\s().\u2010-\u2013/]+$' and length(regexp_replace(typed, '\D', '', 'g')) > 5 then array[typed]
  else '{}' end
$$;

-- A search as up to two queries on ticket_search, all of which a ticket must match; none without a letter or digit. Each word
-- must be in the ticket: inside another word, in another inflection, with a typing error when nothing else is like it, or, with
-- one or two letters, as it is. Digits that may be a telephone number are found as such, however written, or as words.
create or replace function questions_of(typed text) returns tsquery[] language plpgsql stable as $$
declare
  questions tsquery[] := '{}';
  rest text := regexp_replace(typed, '#[0-9]+\M', ' ', 'g');
  written text;
  numbered tsquery;
  term text;
begin
  foreach written in array stodpunkt.numbers_typed(rest) loop
    numbered := stodpunkt.numbers_question(written);
    continue when numbered is null;
    questions := questions || numbered;
    rest := replace(rest, written, ' ');
  end loop;
  for term in
    select match[1] from regexp_matches(typed, '#[0-9]+\M', 'g') match union select unnest(stodpunkt.words_in(rest))
  loop
    questions := questions || stodpunkt.terms_question(array[term]);
  end loop;
  while cardinality(questions) > 2 loop
    questions := array[questions[1], questions[2] && questions[3]] || questions[4:];
  end loop;
  return questions;
end $$;

-- The same for a search that has addresses or domains, which are stored in ASCII.
create function questions_of(typed text, in_ascii text) returns tsquery[] language plpgsql stable as $$
declare
  as_typed constant tsquery[] := stodpunkt.questions_of(typed);
  converted tsquery[];
begin
  if in_ascii = typed then return as_typed; end if;
  converted := stodpunkt.questions_of(in_ascii);
  return array[(as_typed[1] && coalesce(as_typed[2], as_typed[1])) || (converted[1] && coalesce(converted[2], converted[1]))];
end $$;

-- The largest number of hits that is counted: SEARCH_COUNT_MAX, shown as '999+'.
create function search_count_max() returns integer language sql immutable parallel safe as $$ select 1000 $$;

-- How many tickets of a tab match all the questions. Of a tab that grows for years the newest two months are read first, then the
-- four before and so on: a word of many tickets has as many as are counted in some months.
create function count_matches(tab tsquery, is_long boolean, questions tsquery[]) returns bigint language plpgsql stable as $$
declare
  org constant uuid := actor.org_id();
  since constant timestamp := date_trunc('month', now() at time zone 'UTC') - interval '17 months';
  periods constant tsquery[] := case when is_long then array[stodpunkt.months_since(since, 16, 17),
    stodpunkt.months_since(since, 12, 15), stodpunkt.months_since(since, 0, 11), null] else array[null::tsquery] end;
  period tsquery;
  matches bigint := 0;
begin
  foreach period in array periods loop
    matches := matches + (select count(*) from (
      select from stodpunkt.ticket_search
      where org_id = org and words @@ tab and words @@ coalesce(period, tab)
        and words @@ questions[1] and words @@ coalesce(questions[2], questions[1])
        and (period is not null or not is_long or created_at < since at time zone 'UTC')
      limit stodpunkt.search_count_max()) matching);
    exit when matches >= stodpunkt.search_count_max();
  end loop;
  return least(matches, stodpunkt.search_count_max());
end $$;

-- How many tickets of each tab a search finds without other filters.
create function count_searched_tickets(search text, in_ascii text) returns table (active bigint, archived bigint)
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  questions constant tsquery[] := case when actor.is_staff() then stodpunkt.questions_of(search, in_ascii) else '{}' end;
begin
  if questions = '{}' then return query select 0::bigint, 0::bigint; return; end if;
  return query select
    stodpunkt.count_matches(stodpunkt.any_of(
      array(select '@' || status from unnest(stodpunkt.active_ticket_statuses()) status)), false, questions),
    stodpunkt.count_matches(stodpunkt.any_of(array['@closed']), true, questions);
end $$;
revoke all on function count_searched_tickets(text, text) from public;
grant execute on function count_searched_tickets(text, text) to stodpunkt_app;

-- The replies to an enquiry and the names of its files, by which it is found too.
create function index_enquiry(org uuid, enquiry uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.enquiries e set other_texts = left(concat_ws(' ',
    (select string_agg(f.name, ' ' order by f.id) from stodpunkt.files f where f.org_id = org and f.enquiry_id = enquiry),
    (select string_agg(concat_ws(' ', r.text, r.folded), ' ' order by r.created_at, r.id)
      from stodpunkt.enquiry_replies r where r.org_id = org and r.enquiry_id = enquiry)), 100000)
  where e.org_id = org and e.id = enquiry;
end $$;
revoke all on function index_enquiry(uuid, uuid) from public;

create function index_part_of_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' and old.enquiry_id is not null then perform stodpunkt.index_enquiry(old.org_id, old.enquiry_id); end if;
  if tg_op <> 'DELETE' and new.enquiry_id is not null then perform stodpunkt.index_enquiry(new.org_id, new.enquiry_id); end if;
  return null;
end $$;
revoke all on function index_part_of_enquiry() from public;
create trigger search_enquiry after insert on files for each row
  when (new.enquiry_id is not null) execute function index_part_of_enquiry();
create trigger search_enquiry_moved after update of enquiry_id on files for each row
  when (old.enquiry_id is distinct from new.enquiry_id) execute function index_part_of_enquiry();
create trigger search_enquiry_removed after delete on files for each row
  when (old.enquiry_id is not null) execute function index_part_of_enquiry();
create trigger search_enquiry after insert or update of folded on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function index_part_of_enquiry();

-- Without an event for other_texts: what they come from has its own.
drop trigger notify on enquiries;
create trigger notify after insert or update of name, email, phone, message, folded, is_suspect, read_at, done_at, assigned_to,
  ticket_hint, comment_id, version on enquiries for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_enquiry('id');

-- How many enquiries of each tab a search finds.
create function count_searched_enquiries(search text, in_ascii text)
returns table (open bigint, automatic bigint, done bigint, suspect bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  counted constant text := format(
    '(select count(*) from (select from stodpunkt.enquiries where org_id = %L and %%s and %s limit %s) e)',
    actor.org_id(), replace(stodpunkt.enquiry_condition(search, in_ascii), '%', '%%'), stodpunkt.search_count_max());
begin
  if not actor.is_staff() or actor.org_id() is null then
    return query select 0::bigint, 0::bigint, 0::bigint, 0::bigint;
    return;
  end if;
  return query execute 'select ' || (
    select string_agg(format(counted, stodpunkt.enquiries_in_tab(tab)), ', ' order by at)
    from unnest(array['open', 'automatic', 'done', 'suspect']) with ordinality tabs (tab, at));
end $$;
revoke all on function count_searched_enquiries(text, text) from public;
grant execute on function count_searched_enquiries(text, text) to stodpunkt_app;

-- What was written before.
select set_config('app.quiet', 'on', true);
select index_enquiry(org_id, enquiry_id) from enquiry_replies group by org_id, enquiry_id;
call rebuild_ticket_search();
