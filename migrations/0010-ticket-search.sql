-- Search of tickets, for staff. Row-level security keeps `@@` and `like` from using their indexes (docs/decisions/011), so the
-- words stand in tables that only the functions here read and write: no actor has a right on them, and no internal comment
-- can reach a customer.

-- One row per ticket: the words of its title, description, customer's name and comments, its number, and the values that
-- lists are filtered by, as words that cannot be typed: '#1001', '@2026-11' (month), '@closed', '@urgent', '@<assignee>'.
create table ticket_search (
  org_id uuid not null,
  ticket_id uuid not null,
  created_at timestamptz not null,
  words tsvector not null,
  primary key (org_id, ticket_id),
  foreign key (org_id, ticket_id) references tickets on delete cascade
);

call protect('ticket_search');

-- Not part of backups: it is rebuilt from the tickets.
drop policy backup_read on ticket_search;
revoke all on ticket_search from stodpunkt_backup;

-- The distinct words of an organization. A search term is first looked up in these: 'nätverk' becomes nätverksproblem or
-- gästnätverket or …, which the index of ticket_search finds. Two transactions that add the same new word both insert it:
-- a duplicate does no harm, and neither waits.
create table ticket_words (
  org_id uuid not null references organizations,
  word text not null,
  stem text not null
);

-- Runs of lower-case letters and digits, normalised (NFC); longer ones are cut into pieces of 64.
create function words_in(given text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(
    regexp_replace(lower(normalize(given) collate "sv-SE-x-icu"), '[^[:alnum:] ]|([[:alnum:]]{64})', '\1 ', 'g'), ' '), '')
$$;

-- Strips endings that the stemming dictionary does not know: nätverket, kontot, kameran, kabeln, datorn, datorer.
create function base_of(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(word, '(..[^n])et$|(..[nt]o)t$|(...a|..el)n$|(..or)(n|er|erna)$', '\1\2\3\4')
$$;

-- The Swedish stem, the same for skrivaren, skrivare and skriver.
create function stem_of(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('pg_catalog.swedish_stem', stodpunkt.base_of(word)))[1], word)
$$;

create function filter_words(ticket tickets) returns text[] language sql stable parallel safe as $$
  select array['#' || ticket.ticket_number, '@' || to_char(ticket.created_at at time zone 'UTC', 'YYYY-MM'),
    '@' || ticket.status, '@' || ticket.priority, '@' || coalesce(ticket.assigned_to::text, 'nobody')]
$$;

-- All text of a ticket, as far as a tsvector holds it.
create view ticket_texts with (security_invoker = true) as
  select ticket.org_id, ticket.id as ticket_id, ticket.customer_id, ticket.created_at,
    filter_words(ticket) || words_in(left(concat_ws(' ', title, description, customer.name,
      (select string_agg(comment, ' ') from ticket_comments c where c.org_id = ticket.org_id and c.ticket_id = ticket.id)
    ), 200000)) as words
  from tickets ticket join customers customer on customer.org_id = ticket.org_id and customer.id = ticket.customer_id;

-- Rebuilds the search tables, for example after the demo data, which is written with app.quiet on.
create procedure rebuild_ticket_search() language plpgsql set search_path = stodpunkt, pg_temp as $$
begin
  drop index if exists ticket_search_words, ticket_words_known, ticket_words_inside;
  delete from ticket_words;
  delete from ticket_search;
  insert into ticket_search (org_id, ticket_id, created_at, words)
  select org_id, ticket_id, created_at, array_to_tsvector(words) from ticket_texts order by created_at;
  insert into ticket_words (org_id, word, stem)
  select org.id, word, stem_of(word)
  from organizations org, ts_stat(format('select words from ticket_search where org_id = %L', org.id))
  where word !~ '^[#@]';
  -- Without a list of pending entries no search has to read it and no writer to put it in order.
  create index ticket_search_words on ticket_search using gin (words) with (fastupdate = off);
  create index ticket_words_known on ticket_words (org_id, word);
  create index ticket_words_inside on ticket_words using gin (word gin_trgm_ops, stem gin_trgm_ops) with (fastupdate = off);
end $$;

create function learn_words(org uuid, words text[]) returns void language plpgsql as $$
begin
  insert into stodpunkt.ticket_words (org_id, word, stem)
  select org, word, stodpunkt.stem_of(word) from (select distinct unnest(words) as word) written
  where not exists (select from stodpunkt.ticket_words known where known.org_id = org and known.word = written.word);
end $$;

create function index_ticket() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  customer constant text := (select name from stodpunkt.customers where org_id = new.org_id and id = new.customer_id);
  written constant text[] := stodpunkt.words_in(concat_ws(' ', new.title, new.description, customer));
begin
  insert into stodpunkt.ticket_search (org_id, ticket_id, created_at, words)
  values (new.org_id, new.id, new.created_at, array_to_tsvector(stodpunkt.filter_words(new) || written));
  perform stodpunkt.learn_words(new.org_id, written);
  return null;
end $$;
revoke all on function index_ticket() from public;

create trigger search_words after insert on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function index_ticket();

create function index_filters() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.ticket_search
  set words = ts_delete(words, stodpunkt.filter_words(old)) || array_to_tsvector(stodpunkt.filter_words(new))
  where org_id = new.org_id and ticket_id = new.id;
  return null;
end $$;
revoke all on function index_filters() from public;

create trigger search_filters after update of status, priority, assigned_to on tickets for each row
  when ((old.status, old.priority, old.assigned_to) is distinct from (new.status, new.priority, new.assigned_to))
  execute function index_filters();

-- Does not touch the ticket, whose version customers see. After 3 000 distinct words new ones are ignored.
create function index_comment() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare written constant text[] := stodpunkt.words_in(new.comment);
begin
  update stodpunkt.ticket_search set words = words || array_to_tsvector(written)
  where org_id = new.org_id and ticket_id = new.ticket_id and length(words) < 3000;
  perform stodpunkt.learn_words(new.org_id, written);
  return null;
end $$;
revoke all on function index_comment() from public;

-- Named to run after `reopen`: every transaction locks a ticket before its words.
create trigger search_words after insert on ticket_comments for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function index_comment();

-- Tickets are found by their customer's new name and no longer by the old one. Their rows are locked before the texts are
-- read, so that no concurrent comment is lost.
create function index_customer() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.ticket_search found
  join stodpunkt.tickets ticket on ticket.org_id = found.org_id and ticket.id = found.ticket_id
  where ticket.org_id = new.org_id and ticket.customer_id = new.id order by ticket_id for update of found;
  update stodpunkt.ticket_search found set words = array_to_tsvector(texts.words)
  from stodpunkt.ticket_texts texts
  where texts.org_id = new.org_id and texts.customer_id = new.id
    and found.org_id = texts.org_id and found.ticket_id = texts.ticket_id;
  perform stodpunkt.learn_words(new.org_id, stodpunkt.words_in(new.name));
  return null;
end $$;
revoke all on function index_customer() from public;

create trigger search_words after update of name on customers for each row
  when (old.name <> new.name) execute function index_customer();

create function any_of(words text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', '|')::tsquery from unnest(words) word
$$;

-- A search term as queries on ticket_search, one per word; none without a letter or digit. Each word must be in the ticket:
-- inside another word (of the 200 shortest such), in another inflection, or, with one or two letters, as it is. '#1001' is a
-- number, '1001' a number or text.
create function questions_of(typed text) returns tsquery[] language plpgsql stable as $$
declare
  questions tsquery[] := '{}';
  term text;
begin
  for term in
    select match[1] from regexp_matches(typed, '#[0-9]+\M', 'g') match
    union select unnest(stodpunkt.words_in(regexp_replace(typed, '#[0-9]+\M', ' ', 'g')))
  loop
    questions := questions || (
      select stodpunkt.any_of(array_agg(word) || array[term, '#' || term]) from (
        select word from stodpunkt.ticket_words
        where length(term) > 2 and org_id = actor.org_id()
          and (word like '%' || stodpunkt.base_of(term) || '%' or stem like '%' || stodpunkt.stem_of(term))
        order by length(word), word limit 200) alike);
    if cardinality(questions) = 3 then questions := array[questions[1], questions[2] && questions[3]]; end if;
  end loop;
  return questions;
end $$;

create function search_tickets(search text, tab text, of_status text, of_priority text, of_assignee text,
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

call protect('ticket_words');
drop policy backup_read on ticket_words;
revoke all on ticket_words from stodpunkt_backup;

call rebuild_ticket_search();
