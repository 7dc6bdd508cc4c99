-- When answers are due: the order of lists, reminders of staff, and how promises were kept (docs/decisions/115).

create index enquiries_open_by_due on enquiries (org_id, coalesce(due_at, 'infinity'), created_at, id)
  where done_at is null and not is_suspect and kind <> 'automatic';
create index tickets_active_by_due on tickets (org_id, coalesce(due_at, 'infinity'), ticket_number) where status <> 'closed';
-- 'Att göra' of a person is sorted: its own and unassigned tickets are few, while those of a person's past are many.
create index tickets_to_do on tickets (org_id, assigned_to) where status in ('open', 'in_progress') and on_hold_since is null;

-- Reminders of an answer that is due: one row for each ticket and enquiry that has ever waited for one. Triggers write when it is
-- due; a job adds when three quarters of the time have passed, and notes of what it has reminded.
create table answer_reminders (
  org_id uuid not null references organizations,
  -- Of one wait: the next one has a new id, which names its mail.
  id uuid not null default gen_random_uuid() constraint answer_reminders_id unique,
  ticket_id uuid,
  enquiry_id uuid,
  -- Null while nobody waits.
  due_at timestamptz,
  -- Since when it is due at that moment: nobody is reminded of a moment that had passed by then.
  due_since timestamptz not null default now(),
  -- The customer's first unanswered word, with which a new wait begins.
  asked_at timestamptz,
  soon_at timestamptz,
  -- When staff were reminded, once in each wait.
  soon_reminded_at timestamptz,
  late_reminded_at timestamptz,
  primary key (org_id, id),
  constraint answer_reminders_have_one_subject check (num_nonnulls(ticket_id, enquiry_id) = 1),
  constraint answer_reminders_of_ticket unique (org_id, ticket_id),
  constraint answer_reminders_of_enquiry unique (org_id, enquiry_id),
  constraint answer_reminders_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade,
  constraint answer_reminders_enquiry foreign key (org_id, enquiry_id) references enquiries (org_id, id) on delete cascade
);
create index answer_reminders_new on answer_reminders (id) where due_at is not null and soon_at is null;
create index answer_reminders_soon on answer_reminders (soon_at) where due_at is not null and soon_reminded_at is null;
create index answer_reminders_late on answer_reminders (due_at) where late_reminded_at is null;
call protect('answer_reminders');
create policy jobs_read on answer_reminders for select to stodpunkt_jobs using (true);
grant select on answer_reminders to stodpunkt_jobs;

-- A breach that staff have yet to be reminded of, at the next opening, stays one when the calendar moves it.
create function keep_answer_reminder() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'tickets' then
    insert into stodpunkt.answer_reminders as r (org_id, ticket_id, due_at) values (new.org_id, new.id, new.due_at)
    on conflict (org_id, ticket_id) do update set due_at = excluded.due_at, soon_at = null,
      due_since = case when r.due_at <= now() and r.late_reminded_at is null then r.due_since else now() end;
  else
    insert into stodpunkt.answer_reminders as r (org_id, enquiry_id, due_at) values (new.org_id, new.id, new.due_at)
    on conflict (org_id, enquiry_id) do update set due_at = excluded.due_at, soon_at = null,
      due_since = case when r.due_at <= now() and r.late_reminded_at is null then r.due_since else now() end;
  end if;
  return null;
end $$;
revoke all on function keep_answer_reminder() from public;
create trigger keep_answer_reminder after insert on tickets for each row
  when (new.due_at is not null and current_setting('app.quiet', true) is distinct from 'on') execute function keep_answer_reminder();
create trigger keep_answer_reminder_moved after update on tickets for each row
  when (old.due_at is distinct from new.due_at) execute function keep_answer_reminder();
create trigger keep_answer_reminder after insert on enquiries for each row
  when (new.due_at is not null and current_setting('app.quiet', true) is distinct from 'on') execute function keep_answer_reminder();
create trigger keep_answer_reminder_moved after update on enquiries for each row
  when (old.due_at is distinct from new.due_at) execute function keep_answer_reminder();

-- Adds when three quarters of the time have passed. A wait that began with another word is a new one, of which nobody has been
-- reminded. Does nothing for those that are due at another moment since.
create function place_answer_reminders(ids uuid[], due timestamptz[], asked timestamptz[], soon timestamptz[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
-- Without waiting for those that a transaction is changing, which the next run places.
declare
  free constant uuid[] := array(select id from stodpunkt.answer_reminders where id = any (ids) order by id for update skip locked);
begin
  update stodpunkt.answer_reminders reminder set soon_at = placed.soon_at, asked_at = placed.asked_at,
    id = case when is_new then gen_random_uuid() else reminder.id end,
    soon_reminded_at = case when not is_new then soon_reminded_at end,
    late_reminded_at = case when not is_new then late_reminded_at end
  from unnest(ids, due, asked, soon) placed (id, due_at, asked_at, soon_at)
    cross join lateral (select placed.asked_at is distinct from of_wait.asked_at as is_new
      from stodpunkt.answer_reminders of_wait where of_wait.id = placed.id) wait
  where reminder.id = placed.id and reminder.id = any (free) and reminder.due_at = placed.due_at and reminder.soon_at is null;
end $$;
revoke all on function place_answer_reminders(uuid[], timestamptz[], timestamptz[], timestamptz[]) from public;
grant execute on function place_answer_reminders(uuid[], timestamptz[], timestamptz[], timestamptz[]) to stodpunkt_jobs;

-- Notifies of an answer that is due soon or late: once, however many processes run the job. Returns whether this call did.
create function remind_of_answer(reminder uuid, of_event text, due timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  noted stodpunkt.answer_reminders;
  assignee uuid;
begin
  if of_event = 'soon' then
    update stodpunkt.answer_reminders set soon_reminded_at = now()
    where id = reminder and due_at = due and soon_reminded_at is null returning * into noted;
  else
    update stodpunkt.answer_reminders set late_reminded_at = now()
    where id = reminder and due_at = due and late_reminded_at is null returning * into noted;
  end if;
  if noted.id is null then return false; end if;
  assignee := coalesce(
    (select assigned_to from stodpunkt.tickets where org_id = noted.org_id and id = noted.ticket_id),
    (select assigned_to from stodpunkt.enquiries where org_id = noted.org_id and id = noted.enquiry_id));
  perform stodpunkt.add_notifications(noted.org_id, of_event, stodpunkt.responsible_staff(noted.org_id, assignee), null,
    noted.ticket_id, noted.enquiry_id);
  return true;
end $$;
revoke all on function remind_of_answer(uuid, text, timestamptz) from public;
grant execute on function remind_of_answer(uuid, text, timestamptz) to stodpunkt_jobs;

-- How promises were kept. `finished_at`: when a ticket that is resolved or closed became so; null for others. `answer_minutes`:
-- the working minutes until the first answer, which a job adds, as the opening hours are computed by the program.
alter table tickets add finished_at timestamptz, add answer_minutes integer;
alter table enquiries add first_answered_at timestamptz, add answer_minutes integer;

create function keep_finished() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.status not in ('resolved', 'closed') then
    new.finished_at := null;
  elsif tg_op = 'INSERT' then
    new.finished_at := coalesce(new.finished_at, new.resolved_at, new.created_at);
  elsif old.status not in ('resolved', 'closed') then
    new.finished_at := now();
  end if;
  return new;
end $$;
revoke all on function keep_finished() from public;
create trigger keep_finished before insert or update of status on tickets for each row execute function keep_finished();

-- Of existing tickets, and of those inserted with app.quiet on, by their history.
create procedure derive_finished() language sql set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.tickets ticket set finished_at = coalesce(
    (select max(created_at) from stodpunkt.ticket_changes change
      where change.org_id = ticket.org_id and change.ticket_id = ticket.id and change.field = 'status'
        and change.after in ('resolved', 'closed') and change.before not in ('resolved', 'closed')),
    resolved_at, last_activity_at)
  where status in ('resolved', 'closed')
$$;
revoke all on procedure derive_finished() from public;
select set_config('app.quiet', 'on', true);
call derive_finished();
update enquiries set first_answered_at = answered.at
from (select org_id, enquiry_id, min(created_at) as at from enquiry_replies where author is not null group by 1, 2) answered
where answered.org_id = enquiries.org_id and answered.enquiry_id = enquiries.id;
select set_config('app.quiet', '', true);

-- Of another first answer the minutes are counted anew.
create function recount_answer_minutes() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.answer_minutes := null;
  return new;
end $$;
revoke all on function recount_answer_minutes() from public;
create trigger recount_answer_minutes before update on tickets for each row
  when (old.first_answered_at is distinct from new.first_answered_at) execute function recount_answer_minutes();

create function note_first_answer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.enquiries set first_answered_at = new.created_at
  where org_id = new.org_id and id = new.enquiry_id and first_answered_at is null;
  return null;
end $$;
revoke all on function note_first_answer() from public;
create trigger note_first_answer after insert on enquiry_replies for each row
  when (new.author is not null and current_setting('app.quiet', true) is distinct from 'on') execute function note_first_answer();

create index tickets_uncounted_answers on tickets (first_answered_at)
  where first_answered_at is not null and promised_at is not null and answer_minutes is null;
create index enquiries_uncounted_answers on enquiries (first_answered_at)
  where first_answered_at is not null and promised_at is not null and answer_minutes is null;
grant select (answer_minutes) on tickets to stodpunkt_jobs;
grant select (first_answered_at, answer_minutes) on enquiries to stodpunkt_jobs;

-- When what a ticket promises to answer arrived: the first word of the customer in it or in those merged into it.
create function promise_asked_at(org uuid, of_ticket uuid) returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare ticket stodpunkt.tickets;
begin
  select * into ticket from stodpunkt.tickets t where t.org_id = org and t.id = of_ticket;
  return (select min(asked.at) from jsonb_to_recordset(ticket.told || coalesce(
      (select jsonb_agg(told.one) from stodpunkt.tickets merged cross join jsonb_array_elements(merged.told) told (one)
        where merged.org_id = org and merged.merged_into = of_ticket and stodpunkt.takes_promise(ticket, merged)), '[]'))
    asked (at timestamptz));
end $$;
revoke all on function promise_asked_at(uuid, uuid) from public;
grant execute on function promise_asked_at(uuid, uuid) to stodpunkt_jobs;

-- Returns how many have been noted.
create function note_answer_minutes(orgs uuid[], ids uuid[], answered timestamptz[], minutes integer[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_tickets integer;
  of_enquiries integer;
begin
  update stodpunkt.tickets ticket set answer_minutes = counted.minutes
  from unnest(orgs, ids, answered, minutes) counted (org_id, id, answered_at, minutes)
  where ticket.org_id = counted.org_id and ticket.id = counted.id and first_answered_at = answered_at;
  get diagnostics of_tickets = row_count;
  update stodpunkt.enquiries enquiry set answer_minutes = counted.minutes
  from unnest(orgs, ids, answered, minutes) counted (org_id, id, answered_at, minutes)
  where enquiry.org_id = counted.org_id and enquiry.id = counted.id and first_answered_at = answered_at;
  get diagnostics of_enquiries = row_count;
  return of_tickets + of_enquiries;
end $$;
revoke all on function note_answer_minutes(uuid[], uuid[], timestamptz[], integer[]) from public;
grant execute on function note_answer_minutes(uuid[], uuid[], timestamptz[], integer[]) to stodpunkt_jobs;

-- What became of a first answer that was promised. The same as firstAnswer in src/features/tickets/answer-clock.rules.ts;
-- answers.api.test.ts beside its queries compares the two.
create function first_answer(promised timestamptz, answered timestamptz, finished timestamptz, at timestamptz) returns text
language sql immutable parallel safe as $$
  select case
    when answered is not null and (finished is null or answered <= finished)
      then case when answered <= promised then 'kept' else 'missed' end
    when coalesce(finished, at) > promised then 'missed'
    when finished is null then 'open'
    else 'uncounted'
  end
$$;

-- Read without the tables, and without what was promised earlier.
create index tickets_promised on tickets (org_id, promised_at) include (first_answered_at, finished_at, answer_minutes)
  where promised_at is not null and merged_into is null;
create index tickets_promised_to_customer on tickets (org_id, customer_id, promised_at)
  include (first_answered_at, finished_at, answer_minutes) where promised_at is not null and merged_into is null;
create index enquiries_promised on enquiries (org_id, promised_at) include (id, first_answered_at, done_at, answer_minutes)
  where promised_at is not null and not is_suspect and kind <> 'automatic';

-- How many first answers were kept and missed of those promised since a moment, and the median of the working minutes until an
-- answer: of one customer its tickets, otherwise all tickets, and the enquiries that have not become one.
create function measure_answers(org uuid, customer uuid, since timestamptz, at timestamptz)
returns table (kept integer, missed integer, median_minutes integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  if customer is not null then
    return query
    select count(*) filter (where outcome = 'kept')::integer, count(*) filter (where outcome = 'missed')::integer,
      round((percentile_cont(0.5) within group (order by minutes))::numeric)::integer
    from (select stodpunkt.first_answer(promised_at, first_answered_at, finished_at, at) as outcome, answer_minutes as minutes
      from stodpunkt.tickets
      where org_id = org and customer_id = customer and promised_at >= since and merged_into is null) promised
    where outcome in ('kept', 'missed');
  else
    return query
    select count(*) filter (where outcome = 'kept')::integer, count(*) filter (where outcome = 'missed')::integer,
      round((percentile_cont(0.5) within group (order by minutes))::numeric)::integer
    from (
      select stodpunkt.first_answer(promised_at, first_answered_at, finished_at, at) as outcome, answer_minutes as minutes
      from stodpunkt.tickets
      where org_id = org and promised_at >= since and merged_into is null
      union all
      select stodpunkt.first_answer(promised_at, first_answered_at, done_at, at), answer_minutes
      from stodpunkt.enquiries
      where org_id = org and promised_at >= since and not is_suspect and kind <> 'automatic' and comment_id is null
        and not exists (select from stodpunkt.tickets made where made.org_id = enquiries.org_id and made.enquiry_id = enquiries.id)
    ) promised
    where outcome in ('kept', 'missed');
  end if;
end $$;
revoke all on function measure_answers(uuid, uuid, timestamptz, timestamptz) from public;

create function answers_to_customer(customer uuid, since timestamptz)
returns table (kept integer, missed integer, median_minutes integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(actor.is_staff(), false) then return; end if;
  return query select * from stodpunkt.measure_answers(actor.org_id(), customer, since, now());
end $$;
revoke all on function answers_to_customer(uuid, timestamptz) from public;
grant execute on function answers_to_customer(uuid, timestamptz) to stodpunkt_app;

-- The figures of all customers together, which a job refreshes: to read what they are of would take the longer the more tickets
-- a company has.
create table answer_figures (
  org_id uuid primary key references organizations,
  kept integer not null,
  missed integer not null,
  median_minutes integer,
  counted_at timestamptz not null default now()
);
call protect('answer_figures');
create policy staff_read on answer_figures for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on answer_figures to stodpunkt_app;

create function refresh_answer_figures(since timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.answer_figures (org_id, kept, missed, median_minutes)
  select org.id, measured.kept, measured.missed, measured.median_minutes
  from stodpunkt.organizations org cross join lateral stodpunkt.measure_answers(org.id, null, since, now()) measured
  order by org.id
  on conflict (org_id) do update
    set kept = excluded.kept, missed = excluded.missed, median_minutes = excluded.median_minutes, counted_at = now();
end $$;
revoke all on function refresh_answer_figures(timestamptz) from public;
grant execute on function refresh_answer_figures(timestamptz) to stodpunkt_jobs;
