-- The answer clock: since when a customer waits for our word, and when it is due (docs/decisions/111). The moments are computed in
-- TypeScript (src/features/tickets/answer-clock.rules.ts) by each transaction that changes what they depend on.

alter table tickets
  -- When the answer is due by the calendar and targets of now; null while the customer waits for none.
  add due_at timestamptz,
  -- When the first answer is due by what the customer was told: no setting moves it, a higher priority moves it earlier. Null for
  -- a ticket that no customer asked for; kept after the answer.
  add promised_at timestamptz,
  -- Our first public word.
  add first_answered_at timestamptz,
  -- When the ticket is to be solved, if there is such a target; null while it waits for the customer.
  add solve_by timestamptz,
  -- The moments of the first answer as they were first computed: [{priority, at, due}], of the customer's first word and of each
  -- priority set since.
  add told jsonb not null default '[]',
  -- False for tickets from before customers were told.
  add tells boolean not null default false,
  -- The transaction that changed what these moments depend on and has yet to compute them. Never of a committed transaction of the
  -- program's roles (tickets_are_settled).
  add unsettled_in xid8;
create index tickets_unsettled on tickets (unsettled_in) where unsettled_in is not null;

alter table enquiries
  add due_at timestamptz,
  add promised_at timestamptz,
  add told jsonb not null default '[]',
  add tells boolean not null default false,
  add unsettled_in xid8;
alter table tickets alter tells set default true;
alter table enquiries alter tells set default true;
create index enquiries_unsettled on enquiries (unsettled_in) where unsettled_in is not null;

-- Agreements whose urgent tickets wake whoever has jour.
alter table terms add includes_on_call boolean not null default false;

grant select (unanswered_since, first_answered_at, due_at, promised_at, solve_by) on tickets to stodpunkt_jobs;
grant select (done_at, due_at, promised_at) on enquiries to stodpunkt_jobs;

-- The history. Functions are in plpgsql, which keeps plans, while a SQL function that is not inlined is planned at each call.

-- How soon the sender of an enquiry is answered: a priority, or 'message' for the contact form.
create function urgency_of(enquiry enquiries) returns text language sql immutable parallel safe as $$
  select case when enquiry.kind = 'contact' then 'message' when enquiry.is_urgent then 'urgent' else 'normal' end
$$;

-- The messages of an enquiry, with the order in which they were stored. In SQL and without a search path, like the next one, so
-- that a list of enquiries is planned as one query.
create function messages_of_enquiry(org uuid, enquiry uuid) returns table (at timestamptz, stored_at timestamptz, is_ours boolean)
language sql stable as $$
  select e.created_at, e.created_at, false from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry
  union all
  select r.created_at, coalesce(r.stored_at, r.created_at), r.author is not null from stodpunkt.enquiry_replies r
  where r.org_id = org and r.enquiry_id = enquiry
$$;
revoke all on function messages_of_enquiry(uuid, uuid) from public;
grant execute on function messages_of_enquiry(uuid, uuid) to stodpunkt_app, stodpunkt_jobs;

-- The sender's first message that was stored after our last one, and the last message of either. Runs with the caller's rights.
create function clock_of_enquiry(org uuid, enquiry uuid) returns table (unanswered_since timestamptz, last_activity_at timestamptz)
language sql stable as $$
  select min(m.at) filter (where not m.is_ours and (m.answered_at is null or m.stored_at > m.answered_at)), max(m.at)
  from (
    select *, max(stored_at) filter (where is_ours) over () as answered_at from stodpunkt.messages_of_enquiry(org, enquiry)
  ) m
$$;
revoke all on function clock_of_enquiry(uuid, uuid) from public;
grant execute on function clock_of_enquiry(uuid, uuid) to stodpunkt_app, stodpunkt_jobs;
grant select (stored_at) on enquiry_replies to stodpunkt_jobs;

-- Whether a login or a contact of the customer opened the ticket. One without a creator was opened by a contact's mail, or by the
-- job of recurring tickets. Its reporter may have been changed since.
create function is_opened_by_customer(ticket tickets) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return ticket.enquiry_id is null and ticket.recurring_id is null
    and not exists (select from stodpunkt.profiles p where p.id = ticket.created_by)
    and (ticket.created_by is not null or coalesce(
      (select c.before is not null from stodpunkt.ticket_changes c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field = 'reporter' order by c.created_at, c.id limit 1),
      ticket.reported_by is not null));
end $$;
revoke all on function is_opened_by_customer(tickets) from public;

-- The public words of both sides in a ticket, of the customer those that ask for an answer: the ticket itself, its comments, and the
-- messages of the enquiry that it was made from, of which removed_enquiries keeps the moments.
create function words_of_ticket(ticket tickets)
returns table (at timestamptz, stored_at timestamptz, is_ours boolean, is_in_enquiry boolean)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select c.created_at, coalesce(c.stored_at, c.created_at), not c.by_customer, false from stodpunkt.ticket_comments c
  where c.org_id = ticket.org_id and c.ticket_id = ticket.id and not c.is_internal and not c.is_during_hold;
  if ticket.enquiry_id is not null then
    return query select m.at, m.stored_at, m.is_ours, true from stodpunkt.messages_of_enquiry(ticket.org_id, ticket.enquiry_id) m;
    return;
  end if;
  return query
  select m.at, m.stored_at, m.is_ours, true from stodpunkt.removed_enquiries r,
    jsonb_to_recordset(r.messages) m (at timestamptz, stored_at timestamptz, is_ours boolean)
  where r.org_id = ticket.org_id and r.ticket_id = ticket.id;
  if stodpunkt.is_opened_by_customer(ticket) then
    return query select ticket.created_at, ticket.created_at, false, false;
  end if;
end $$;
revoke all on function words_of_ticket(tickets) from public;

-- Until when words of the customer no longer count: a ticket that was finished, and that the customer's comment took up again,
-- waits since that comment. Only what was finished after a moment.
create function last_taken_up(org uuid, ticket uuid, since timestamptz) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select max(done.created_at) from stodpunkt.ticket_changes done
    where done.org_id = org and done.ticket_id = ticket and done.field = 'status' and done.after in ('resolved', 'closed')
      and done.created_at > since
      and done.created_at < (select max(c.created_at) from stodpunkt.ticket_changes c
        where c.org_id = org and c.ticket_id = ticket and c.field = 'status' and c.by_comment
          and c.before in ('resolved', 'closed')));
end $$;
revoke all on function last_taken_up(uuid, uuid, timestamptz) from public;

-- The customer's first word in a ticket, or in the enquiry that it was made from, that was stored after our last one; null when there
-- is none. Our words in the ticket answer both, those in the enquiry its own alone. `survivor` is the ticket into which it is merged,
-- in which our words answer it since then.
create function unanswered_word(ticket tickets, in_enquiry boolean, survivor uuid) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  answered constant timestamptz := greatest(
    (select max(w.stored_at) from stodpunkt.words_of_ticket(ticket) w where w.is_ours and (in_enquiry or not w.is_in_enquiry)),
    (select max(coalesce(c.stored_at, c.created_at)) from stodpunkt.ticket_comments c
      where c.org_id = ticket.org_id and c.ticket_id = survivor and not c.by_customer and not c.is_internal
        and coalesce(c.stored_at, c.created_at) > ticket.merged_at),
    stodpunkt.last_taken_up(ticket.org_id, ticket.id, '-infinity'),
    stodpunkt.last_taken_up(ticket.org_id, survivor, ticket.merged_at));
begin
  return (select min(w.at) from stodpunkt.words_of_ticket(ticket) w
    where not w.is_ours and w.is_in_enquiry = in_enquiry and (answered is null or w.stored_at > answered));
end $$;
revoke all on function unanswered_word(tickets, boolean, uuid) from public;

-- unanswered_since of a ticket that is neither resolved nor closed, from its history and that of the tickets merged into it, except
-- those that were done.
create function first_unanswered_at(ticket tickets) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return least(stodpunkt.unanswered_word(ticket, false, null), stodpunkt.unanswered_word(ticket, true, null),
    (select min(least(stodpunkt.unanswered_word(m, false, ticket.id), stodpunkt.unanswered_word(m, true, ticket.id)))
      from stodpunkt.tickets m
      where m.org_id = ticket.org_id and m.merged_into = ticket.id and m.status_before_merge not in ('resolved', 'closed')));
end $$;
revoke all on function first_unanswered_at(tickets) from public;

-- When our first public word in a ticket, or in the enquiry that it was made from, was written.
create function first_answer_at(ticket tickets) returns timestamptz
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select min(w.at) from stodpunkt.words_of_ticket(ticket) w where w.is_ours);
end $$;
revoke all on function first_answer_at(tickets) from public;

-- Derives what triggers store of every ticket, for existing rows and those inserted with app.quiet on.
create procedure derive_ticket_clocks() language sql set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.tickets ticket
  set unanswered_since = case when status not in ('resolved', 'closed') then stodpunkt.first_unanswered_at(ticket) end,
    first_answered_at = stodpunkt.first_answer_at(ticket),
    last_activity_at = greatest(created_at,
      (select max(c.created_at) from stodpunkt.ticket_comments c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and not c.is_internal),
      (select max(c.created_at) from stodpunkt.ticket_changes c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field = 'status'))
$$;
revoke all on procedure derive_ticket_clocks() from public;

-- Tickets of 1.0.0, without notifications. Search finds unanswered tickets by the word '@waiting'.
select set_config('app.quiet', 'on', true);
call derive_ticket_clocks();
update ticket_search found set words = words || array_to_tsvector(array['@waiting'])
from tickets ticket
where ticket.unanswered_since is not null and found.org_id = ticket.org_id and found.ticket_id = ticket.id;

create function keep_ticket_clock() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare is_done constant boolean := new.status in ('resolved', 'closed');
begin
  if tg_op = 'INSERT' then
    new.last_activity_at := new.created_at;
    new.unanswered_since := case when not is_done then stodpunkt.first_unanswered_at(new) end;
    new.first_answered_at := stodpunkt.first_answer_at(new);
    new.on_hold_since := null;
    new.due_at := null;
    new.promised_at := null;
    new.solve_by := null;
    new.told := '[]';
  elsif new.status <> old.status then
    new.last_activity_at := now();
    if is_done then
      new.unanswered_since := null;
      new.on_hold_since := null;
    -- A customer's comment that reopens the ticket sets it itself.
    elsif old.status in ('resolved', 'closed') and not actor.is_customer() then
      new.unanswered_since := stodpunkt.first_unanswered_at(new);
    end if;
  end if;
  return new;
end $$;
revoke all on function keep_ticket_clock() from public;
create trigger keep_clock before insert or update of status on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function keep_ticket_clock();

create function run_ticket_clock() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Also when these columns stay: a word may start a wait of its own beside that of an enquiry or of a merged ticket.
  update stodpunkt.tickets ticket
  set last_activity_at = greatest(last_activity_at, new.created_at), unsettled_in = pg_current_xact_id(),
    unanswered_since = case when status not in ('resolved', 'closed') then stodpunkt.first_unanswered_at(ticket) end,
    first_answered_at = case when new.by_customer then first_answered_at else least(first_answered_at, new.created_at) end,
    on_hold_since = case when new.holds then new.created_at when new.is_automatic then on_hold_since end
  where org_id = new.org_id and id = new.ticket_id;
  return null;
end $$;
revoke all on function run_ticket_clock() from public;

-- Its name makes it run after `reopen` and before `search_words`: every transaction locks a ticket before its words.
create trigger run_clock after insert on ticket_comments for each row
  when (not new.is_internal and current_setting('app.quiet', true) is distinct from 'on')
  execute function run_ticket_clock();

-- Both sides' messages in an enquiry count in the ticket that was made from it, and in that into which it is merged. One of the sender
-- ends a wait for the customer. Setting the status, unchanged, fires `notify`.
create function run_enquiry_clock() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids uuid[];
  locked uuid[];
begin
  update stodpunkt.enquiries set unsettled_in = pg_current_xact_id() where org_id = new.org_id and id = new.enquiry_id;
  -- In the order of their ids, as a merge locks them; again if one was merged while this waited.
  loop
    ids := array(select coalesce(t.merged_into, t.id) from stodpunkt.tickets t
      where t.org_id = new.org_id and t.enquiry_id = new.enquiry_id
      union select t.id from stodpunkt.tickets t where t.org_id = new.org_id and t.enquiry_id = new.enquiry_id order by 1);
    exit when ids is not distinct from locked;
    perform from stodpunkt.tickets where org_id = new.org_id and id = any (ids) order by id for no key update;
    locked := ids;
  end loop;
  update stodpunkt.tickets ticket set status = status, unsettled_in = pg_current_xact_id(),
    unanswered_since = case when status not in ('resolved', 'closed') then stodpunkt.first_unanswered_at(ticket) end,
    first_answered_at = stodpunkt.first_answer_at(ticket),
    on_hold_since = case when new.author is not null then on_hold_since end
  where org_id = new.org_id and id = any (ids);
  return null;
end $$;
revoke all on function run_enquiry_clock() from public;
create trigger run_clock after insert on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function run_enquiry_clock();

-- The enquiry is locked by whoever replies, so that the order is that of its locks.
create function stamp_stored() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.stored_at := clock_timestamp();
  return new;
end $$;
revoke all on function stamp_stored() from public;
create trigger stamp_stored before insert on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function stamp_stored();

-- What the moments are computed of.

-- The moments from which an answer in a ticket is due, since a word of the customer in it or in the enquiry that it was made from,
-- each with how soon: the urgency of the enquiry or the priority of then, and each priority set later, in `survivor` since the ticket
-- was merged into it, and whether by a merge. Nothing without a word.
create function asked_since(ticket tickets, since timestamptz, in_enquiry boolean, survivor uuid) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  opened_with constant text := coalesce((select c.before from stodpunkt.ticket_changes c
    where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field = 'priority' order by c.created_at, c.id limit 1),
    ticket.priority);
  is_before constant boolean := in_enquiry and since < ticket.created_at;
begin
  if since is null then return '[]'; end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('priority', asked.priority, 'at', asked.at, 'isByMerge', asked.by_merge)
      order by asked.at), '[]') from (
    select case when is_before then coalesce(
        (select stodpunkt.urgency_of(e) from stodpunkt.enquiries e where e.org_id = ticket.org_id and e.id = ticket.enquiry_id),
        (select r.urgency from stodpunkt.removed_enquiries r
          where r.org_id = ticket.org_id and r.ticket_id = ticket.id and r.urgency is not null limit 1),
        opened_with)
      else coalesce((select c.after from stodpunkt.ticket_changes c
        where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field = 'priority' and c.created_at <= since
        order by c.created_at desc, c.id desc limit 1), opened_with) end as priority, since as at, false as by_merge
    union all
    select opened_with, ticket.created_at, false where is_before
    union all
    select c.after, c.created_at, c.by_merge from stodpunkt.ticket_changes c
    where c.org_id = ticket.org_id and c.field = 'priority'
      and (c.ticket_id = ticket.id and c.created_at > since or c.ticket_id = survivor and c.created_at > ticket.merged_at)
  ) asked);
end $$;
revoke all on function asked_since(tickets, timestamptz, boolean, uuid) from public;

-- The same since the customer's first unanswered words.
create function asked_in(ticket tickets, survivor uuid) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return stodpunkt.asked_since(ticket, stodpunkt.unanswered_word(ticket, false, survivor), false, survivor)
    || stodpunkt.asked_since(ticket, stodpunkt.unanswered_word(ticket, true, survivor), true, survivor);
end $$;
revoke all on function asked_in(tickets, uuid) from public;

-- Whether a ticket promises what was told in one that is merged into it: nobody had answered that one, nor the survivor by then.
create function takes_promise(survivor tickets, merged tickets) returns boolean language sql immutable parallel safe as $$
  select merged.merged_into = survivor.id and merged.status_before_merge not in ('resolved', 'closed')
    and merged.first_answered_at is null
    and (survivor.first_answered_at is null or survivor.first_answered_at > merged.merged_at)
$$;
revoke all on function takes_promise(tickets, tickets) from public;

-- What the moments of a ticket depend on, for `computeAnswer` in answer-clock.queries.ts. A ticket takes what was told in its enquiry,
-- and until its first answer what was told in tickets merged into it.
create function answer_facts_of_ticket(ticket tickets) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  is_done constant boolean := ticket.status in ('resolved', 'closed');
  first_in_enquiry constant timestamptz := (select min(w.at) from stodpunkt.words_of_ticket(ticket) w
    where not w.is_ours and w.is_in_enquiry);
  merged jsonb := '{"asked": [], "told": []}';
  part record;
  of_enquiry stodpunkt.enquiries;
begin
  select * into of_enquiry from stodpunkt.enquiries e where e.org_id = ticket.org_id and e.id = ticket.enquiry_id;
  for part in
    select stodpunkt.asked_in(m, ticket.id) as asked,
      case when stodpunkt.takes_promise(ticket, m) then m.told else '[]' end as told
    from stodpunkt.tickets m
    where m.org_id = ticket.org_id and m.merged_into = ticket.id and m.status_before_merge not in ('resolved', 'closed')
    order by m.id
  loop
    merged := jsonb_build_object('asked', merged -> 'asked' || part.asked, 'told', merged -> 'told' || part.told);
  end loop;
  return jsonb_build_object('kind', 'ticket', 'orgId', ticket.org_id, 'id', ticket.id, 'customerId', ticket.customer_id,
    'priority', ticket.priority,
    'asked', case when is_done then '[]' else stodpunkt.asked_in(ticket, null) || (merged -> 'asked') end,
    'firstAsked', case when first_in_enquiry is not null then stodpunkt.asked_since(ticket, first_in_enquiry, true, null)
      when stodpunkt.is_opened_by_customer(ticket) then stodpunkt.asked_since(ticket, ticket.created_at, false, null)
      else '[]' end,
    'firstAnsweredAt', ticket.first_answered_at,
    'tells', ticket.tells and coalesce(of_enquiry.tells, true), 'told', ticket.told,
    'enquiryTold', coalesce(of_enquiry.told, '[]'),
    'mergedTold', merged -> 'told',
    'arrivedAt', least(first_in_enquiry, ticket.created_at),
    'isToBeSolved', not is_done,
    'onHoldSince', ticket.on_hold_since,
    'changes', (select coalesce(jsonb_agg(jsonb_build_object('field', c.field, 'before', c.before, 'after', c.after,
        'at', c.created_at) order by c.created_at, c.id), '[]')
      from stodpunkt.ticket_changes c
      where c.org_id = ticket.org_id and c.ticket_id = ticket.id and c.field in ('status', 'hold', 'merged')),
    'dueAt', ticket.due_at, 'promisedAt', ticket.promised_at, 'solveBy', ticket.solve_by);
end $$;
revoke all on function answer_facts_of_ticket(tickets) from public;

-- The same of an enquiry, which asks for no answer while it is suspect, and when it is done or has become a ticket or a comment.
-- A suspect one promises its first answer all the same, as its sender is told when it comes.
create function answer_facts_of_enquiry(enquiry enquiries) returns jsonb
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  since constant timestamptz := (select c.unanswered_since from stodpunkt.clock_of_enquiry(enquiry.org_id, enquiry.id) c);
  is_open constant boolean := enquiry.kind <> 'automatic' and not enquiry.is_suspect and enquiry.done_at is null
    and enquiry.comment_id is null
    and not exists (select from stodpunkt.tickets t where t.org_id = enquiry.org_id and t.enquiry_id = enquiry.id);
  urgency constant text := stodpunkt.urgency_of(enquiry);
begin
  return jsonb_build_object('kind', 'enquiry', 'orgId', enquiry.org_id, 'id', enquiry.id, 'customerId', null, 'priority', 'normal',
    'asked', case when is_open and since is not null
      then jsonb_build_array(jsonb_build_object('priority', urgency, 'at', since)) else '[]' end,
    'firstAsked', case when enquiry.kind <> 'automatic' and enquiry.comment_id is null
      then jsonb_build_array(jsonb_build_object('priority', urgency, 'at', enquiry.created_at)) else '[]' end,
    'firstAnsweredAt', (select min(m.at) from stodpunkt.messages_of_enquiry(enquiry.org_id, enquiry.id) m where m.is_ours),
    'tells', enquiry.tells, 'told', enquiry.told, 'enquiryTold', '[]'::jsonb, 'mergedTold', '[]'::jsonb, 'arrivedAt', enquiry.created_at, 'isToBeSolved', false, 'onHoldSince', null,
    'changes', '[]'::jsonb, 'dueAt', enquiry.due_at, 'promisedAt', enquiry.promised_at, 'solveBy', null);
end $$;
revoke all on function answer_facts_of_enquiry(enquiries) from public;

-- Which moments are to be computed.

create function unsettle_answers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.unsettled_in := pg_current_xact_id();
  return new;
end $$;
revoke all on function unsettle_answers() from public;

-- Their names make them run after the triggers that set these columns.
create trigger unsettle before insert on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function unsettle_answers();
create trigger unsettle_changed before update on tickets for each row
  when ((old.status, old.priority, old.unanswered_since, old.first_answered_at, old.on_hold_since, old.merged_into)
    is distinct from (new.status, new.priority, new.unanswered_since, new.first_answered_at, new.on_hold_since, new.merged_into)
    and current_setting('app.quiet', true) is distinct from 'on')
  execute function unsettle_answers();
create trigger unsettle before insert on enquiries for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function unsettle_answers();
create trigger unsettle_changed before update on enquiries for each row
  when ((old.kind, old.is_urgent, old.is_suspect, old.done_at is null, old.comment_id)
    is distinct from (new.kind, new.is_urgent, new.is_suspect, new.done_at is null, new.comment_id)
    and current_setting('app.quiet', true) is distinct from 'on')
  execute function unsettle_answers();

-- What is to be computed in this transaction.
create function unsettled_answers() returns setof jsonb
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select stodpunkt.answer_facts_of_ticket(t) from stodpunkt.tickets t where t.unsettled_in = pg_current_xact_id_if_assigned()
  union all
  select stodpunkt.answer_facts_of_enquiry(e) from stodpunkt.enquiries e where e.unsettled_in = pg_current_xact_id_if_assigned();
end $$;
revoke all on function unsettled_answers() from public;
grant execute on function unsettled_answers() to stodpunkt_app, stodpunkt_jobs, stodpunkt_site;

-- Stores computed moments; with `own` only those that this transaction has unsettled.
create function store_answers(answers jsonb, own xid8) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.tickets t
  set due_at = a."dueAt", promised_at = a."promisedAt", solve_by = a."solveBy", told = a.told, unsettled_in = null
  from jsonb_to_recordset(answers) a (kind text, "orgId" uuid, id uuid, "dueAt" timestamptz, "promisedAt" timestamptz,
    "solveBy" timestamptz, told jsonb)
  where a.kind = 'ticket' and t.org_id = a."orgId" and t.id = a.id and (own is null or t.unsettled_in = own);
  update stodpunkt.enquiries e set due_at = a."dueAt", promised_at = a."promisedAt", told = a.told, unsettled_in = null
  from jsonb_to_recordset(answers) a (kind text, "orgId" uuid, id uuid, "dueAt" timestamptz, "promisedAt" timestamptz, told jsonb)
  where a.kind = 'enquiry' and e.org_id = a."orgId" and e.id = a.id and (own is null or e.unsettled_in = own);
end $$;
revoke all on function store_answers(jsonb, xid8) from public;

create function settle_answers(answers jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.store_answers(answers, pg_current_xact_id());
end $$;
revoke all on function settle_answers(jsonb) from public;
grant execute on function settle_answers(jsonb) to stodpunkt_app, stodpunkt_jobs, stodpunkt_site;

-- What the moments of a company's tickets or enquiries depend on, in the order of their ids and locked: of those that are open, or
-- of all.
create function list_answers(org uuid, of_kind text, after uuid, row_limit integer, with_done boolean) returns setof jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare ids uuid[];
begin
  -- A separate statement sees what was committed before the locks.
  if of_kind = 'ticket' then
    ids := array(select t.id from stodpunkt.tickets t
      where t.org_id = org and (with_done or t.status not in ('resolved', 'closed')) and (after is null or t.id > after)
      order by t.id limit row_limit for no key update);
    return query select stodpunkt.answer_facts_of_ticket(t) from stodpunkt.tickets t where t.org_id = org and t.id = any (ids);
  else
    ids := array(select e.id from stodpunkt.enquiries e
      where e.org_id = org and (with_done or e.done_at is null) and (after is null or e.id > after)
      order by e.id limit row_limit for no key update);
    return query select stodpunkt.answer_facts_of_enquiry(e) from stodpunkt.enquiries e where e.org_id = org and e.id = any (ids);
  end if;
end $$;
revoke all on function list_answers(uuid, text, uuid, integer, boolean) from public;
grant execute on function list_answers(uuid, text, uuid, integer, boolean) to stodpunkt_jobs;

create function recompute_answers(answers jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.store_answers(answers, null);
end $$;
revoke all on function recompute_answers(jsonb) from public;
grant execute on function recompute_answers(jsonb) to stodpunkt_jobs;

-- Refuses at commit what a role of the program has changed without computing the moments. Operators' own statements are left to the
-- job that recomputes. A definer's rights do not change the setting `role`.
create function require_settled() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare is_unsettled boolean;
begin
  if current_setting('role') not in ('stodpunkt_app', 'stodpunkt_jobs', 'stodpunkt_site') then return null; end if;
  if tg_table_name = 'tickets' then
    is_unsettled := exists (select from stodpunkt.tickets t
      where t.org_id = new.org_id and t.id = new.id and t.unsettled_in = pg_current_xact_id());
  else
    is_unsettled := exists (select from stodpunkt.enquiries e
      where e.org_id = new.org_id and e.id = new.id and e.unsettled_in = pg_current_xact_id());
  end if;
  if is_unsettled then
    raise exception 'when the answer of % is due has not been computed', new.id
      using errcode = 'check_violation', constraint = tg_name, table = tg_table_name;
  end if;
  return null;
end $$;
revoke all on function require_settled() from public;
create constraint trigger tickets_are_settled after insert or update on tickets deferrable initially deferred for each row
  when (new.unsettled_in is not null) execute function require_settled();
create constraint trigger enquiries_are_settled after insert or update on enquiries deferrable initially deferred for each row
  when (new.unsettled_in is not null) execute function require_settled();
