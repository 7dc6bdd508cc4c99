-- Inkorg also has mail beside the enquiries of the public forms; automatic mail has a tab of its own.

-- The text of an enquiry for search: lower case, each word after a space, telephone numbers as digits without prefix, also those in
-- the message.
create or replace function enquiry_text(name text, email text, phone text, message text)
returns text language sql immutable parallel safe as $$
  select ' ' || lower((name || ' ' || email || ' ' || array_to_string(stodpunkt.phone_numbers(coalesce(phone, ''))
    || stodpunkt.written_numbers(message), ' ') || ' ' || regexp_replace(normalize(message), '\s+', ' ', 'g')) collate "sv-SE-x-icu")
$$;

alter table enquiries
  drop constraint enquiries_kind_values,
  add constraint enquiries_kind_values check (kind in ('contact', 'support', 'mail', 'automatic')),
  add authentication text constraint enquiries_authentication_values check (authentication in ('server', 'microsoft', 'dkim', 'none')),
  -- The addresses in Reply-To of a mail, in lower case, without the sender's own. They are not authenticated.
  add reply_to text[] not null default '{}'
    constraint enquiries_reply_to_are_addresses check (cardinality(reply_to) <= 10
      and array_to_string(reply_to, ' ') ~ '^([^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+( |$))*$'),
  -- The quotation and signature of the mail, as for tickets.
  add folded text constraint enquiries_folded_length check (length(folded) between 1 and 20000),
  -- The ticket that the mail named, but on which its sender may not comment. Written only by enquire_by_mail. No foreign key:
  -- tickets refer to enquiries, and a backup cannot load two tables that refer to each other.
  add ticket_hint uuid,
  -- The comment that the mail became, on the ticket that it named. Written only by accept_mail. No foreign key, as for ticket_hint;
  -- comments are never deleted.
  add comment_id uuid,
  -- Replies and names of files, by which it is found too (0034-search.sql).
  add other_texts text not null default '',
  -- Recreated, since a generated column is not recomputed when its function is replaced.
  drop said,
  add said text not null generated always as (
    enquiry_text(name, email, phone, rtrim(message || ' ' || coalesce(folded, '') || ' ' || other_texts))) stored,
  add constraint enquiries_of_mail_have_authentication check ((authentication is null) = (kind in ('contact', 'support'))),
  add constraint enquiries_reply_to_is_of_mail check (reply_to = '{}' or kind in ('mail', 'automatic')),
  add constraint enquiries_reply_to_differs check (lower(email) <> all (reply_to)),
  add constraint enquiries_folded_is_of_mail check (folded is null or kind in ('mail', 'automatic')),
  add constraint enquiries_comment_is_of_mail check (comment_id is null or kind = 'mail');
create index enquiries_texts on enquiries using gin (said gin_trgm_ops) with (fastupdate = off);
create index enquiries_by_ticket_hint on enquiries (org_id, ticket_hint) where ticket_hint is not null;
create unique index enquiries_of_comment on enquiries (org_id, comment_id) where comment_id is not null;
create index enquiries_automatic on enquiries (org_id, created_at desc, id desc)
  where kind = 'automatic' and done_at is null and not is_suspect;
drop index enquiries_open;
create index enquiries_open on enquiries (org_id, created_at desc, id desc)
  where done_at is null and not is_suspect and kind <> 'automatic';
drop index enquiries_unread;
create index enquiries_unread on enquiries (org_id)
  where read_at is null and done_at is null and not is_suspect and kind <> 'automatic';
grant select (authentication, reply_to, ticket_hint, comment_id, assigned_to, folded) on enquiries to stodpunkt_jobs;

-- The SQL condition that the text contains each word: one or two letters must begin a word, longer ones may be part of one. Input
-- that looks like a phone number is also compared as one. The input is quoted and its wildcards are escaped. `in_ascii` is the
-- search with its addresses and domains as they are stored. The number alone is also that of the enquiry (ticketNumberIn in
-- ticket-number.rules.ts).
drop function enquiry_condition(text);
create function enquiry_condition(search text, in_ascii text) returns text language sql stable as $$
  select format('(%s%s)', string_agg(distinct case when typed ~ '(\d.*){3}' and digits is not null
    then format('%s or said like %L', words, '%' || digits || '%') else words end, ' or '),
    ' or number = ' || (regexp_match(search, '^\s*#?\s*([0-9]{1,9})\s*$'))[1])
  from unnest(array[search, in_ascii]) typed cross join lateral stodpunkt.searched_digits(typed) digits cross join lateral (
    select coalesce(string_agg(distinct format('said like %L',
      case when length(word) < 3 then '% ' else '%' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and '), 'true') as words
    from regexp_split_to_table(lower(normalize(typed) collate "sv-SE-x-icu"), '\s+') word where word <> '') asked
$$;
drop function dialled(text);

-- The condition of a tab, as in the partial indexes.
create function enquiries_in_tab(tab text) returns text language sql immutable parallel safe as $$
  select case tab
    when 'suspect' then 'is_suspect'
    when 'done' then 'done_at is not null and not is_suspect'
    when 'automatic' then 'kind = ''automatic'' and done_at is null and not is_suspect'
    else 'done_at is null and not is_suspect and kind <> ''automatic''' end
$$;

drop function search_enquiries(text, text, timestamptz, uuid, integer);
create function search_enquiries(search text, in_ascii text, tab text, after_at timestamptz, after_id uuid, row_limit integer)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  recent constant integer := stodpunkt.recent_rows_searched_first();
  condition constant text := stodpunkt.enquiry_condition(search, in_ascii);
  scope text := format('org_id = %L and ', actor.org_id()) || stodpunkt.enquiries_in_tab(tab);
  last record;
  found_here integer;
begin
  if not actor.is_staff() or actor.org_id() is null then return; end if;
  if after_id is not null then
    scope := scope || format(' and (created_at, id) < (%L::timestamptz, %L::uuid)', after_at, after_id);
  end if;
  return query execute format('select id, created_at from (
      select id, created_at, said, number from stodpunkt.enquiries
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
revoke all on function search_enquiries(text, text, text, timestamptz, uuid, integer) from public;
grant execute on function search_enquiries(text, text, text, timestamptz, uuid, integer) to stodpunkt_app;

drop function count_enquiries();
-- How many enquiries each tab has. A function, as a policy that evaluates is_staff() for each row takes twice as long.
create function count_enquiries() returns table (open bigint, done bigint, suspect bigint, automatic bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select
    (select count(*) from stodpunkt.enquiries
      where org_id = actor.org_id() and done_at is null and not is_suspect and kind <> 'automatic'),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is not null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and is_suspect),
    (select count(*) from stodpunkt.enquiries
      where org_id = actor.org_id() and kind = 'automatic' and done_at is null and not is_suspect)
  where actor.is_staff();
end $$;
revoke all on function count_enquiries() from public;
grant execute on function count_enquiries() to stodpunkt_app;

alter table enquiry_replies
  -- Null: the sender's own reply.
  alter author drop not null,
  -- The address that staff chose instead of the sender's; null: the sender's.
  add sent_to text constraint enquiry_replies_sent_to_is_of_staff check (sent_to is null or author is not null),
  -- When it was stored, as of comments.
  add stored_at timestamptz,
  add folded text constraint enquiry_replies_folded_length check (length(folded) between 1 and 20000),
  add constraint enquiry_replies_folded_is_of_mail check (folded is null or author is null),
  -- Addresses that also get the reply.
  add cc text[] not null default '{}' constraint enquiry_replies_cc_are_addresses check (cardinality(cc) <= 10
    and array_to_string(cc, ' ') ~ '^([^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+( |$))*$'),
  add constraint enquiry_replies_cc_is_of_staff check (cc = '{}' or author is not null);
alter policy staff_create on enquiry_replies
  with check (org_id = actor.org_id() and actor.is_staff() and author = actor.user_id()
    and (sent_to is null or exists (select from enquiries e
      where e.org_id = enquiry_replies.org_id and e.id = enquiry_replies.enquiry_id and enquiry_replies.sent_to = any (e.reply_to))));
grant insert (sent_to, cc) on enquiry_replies to stodpunkt_app;
grant select (sent_to, cc, created_at) on enquiry_replies to stodpunkt_jobs;

-- Receipts of mail and of the forms are counted together.
create policy jobs_count on form_counters to stodpunkt_jobs using (true) with check (true);
grant select, insert (key), update (count) on form_counters to stodpunkt_jobs;

-- A deleted enquiry that had become a ticket, so that replies to its mail still find the ticket (docs/decisions/066). Text and
-- addresses are deleted; the hashes only show whether a sender is one whom its mail was sent to.
create function address_hash(address text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(lower(address), 'UTF8'))
$$;

create table removed_enquiries (
  org_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- Who may comment on the ticket as the enquiry's sender; empty for a mail that was accepted as a comment.
  address_hashes bytea[] not null,
  -- Its urgency, and when each message of it was sent and stored, from which the ticket's answers are due (0041-answer-clock.sql).
  urgency text,
  messages jsonb not null default '[]',
  primary key (org_id, id),
  constraint removed_enquiries_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade
);
create index removed_enquiries_of_ticket on removed_enquiries (org_id, ticket_id);

-- Written only by the trigger.
call protect('removed_enquiries');
create policy jobs_read on removed_enquiries for select to stodpunkt_jobs using (true);
grant select on removed_enquiries to stodpunkt_jobs;

create function keep_ticket_of_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.removed_enquiries (org_id, id, ticket_id, address_hashes, urgency, messages)
  select t.org_id, old.id, t.id,
    case when t.enquiry_id = old.id and not old.is_suspect then array(
      select stodpunkt.address_hash(old.email)
      union select stodpunkt.address_hash(r.sent_to) from stodpunkt.enquiry_replies r
      where r.org_id = old.org_id and r.enquiry_id = old.id and r.sent_to is not null)
    else '{}' end,
    case when t.enquiry_id = old.id then stodpunkt.urgency_of(old) end,
    case when t.enquiry_id = old.id then (select jsonb_agg(m) from stodpunkt.messages_of_enquiry(old.org_id, old.id) m) else '[]' end
  from stodpunkt.tickets t
  where t.org_id = old.org_id and (t.enquiry_id = old.id or old.comment_id is not null and t.id = old.ticket_hint)
  on conflict do nothing;
  return old;
end $$;
revoke all on function keep_ticket_of_enquiry() from public;
-- Runs before the ticket's foreign key is set to null.
create trigger keep_ticket before delete on enquiries for each row execute function keep_ticket_of_enquiry();
