-- Time: entries on tickets, on site or remote; sums and live events; the clock; travel and material.

alter table time_entries
  -- The foreign key includes the customer, so that a row and its ticket belong to the same one (docs/decisions/058). Tickets are
  -- never removed and never change customer.
  add ticket_id uuid,
  add kind text not null default 'remote' constraint time_entries_kind_values check (kind in ('remote', 'onsite')),
  -- Work on site that a private customer gets a tax reduction for (RUT).
  add is_rut boolean not null default false,
  -- In the hour that is repeated in autumn, a clock time means the second one, in standard time, unless these are true: then it
  -- means the first one, in summer time.
  add from_is_first boolean not null default false,
  add to_is_first boolean not null default false,
  -- False for a row that was entered as a duration in a cell of the week (docs/specification.md, The week): its clock times are
  -- arbitrary until somebody sets them.
  add is_placed boolean not null default true,
  -- The report that marked it last, also after the row was re-activated, so that row and report lead to each other. Without a
  -- foreign key: a marked report is never deleted, and checking the key would lock the report once for each of its rows.
  add report_id uuid,
  -- Why the customer does not pay for the row, which an invoice basis shows at 0 kr (docs/decisions/125); null: it is billed.
  add unbilled_reason text constraint time_entries_unbilled_reason_length
    check (unbilled_reason = btrim(unbilled_reason) and length(unbilled_reason) between 1 and 200),
  add constraint time_entries_ticket foreign key (org_id, customer_id, ticket_id)
    references tickets (org_id, customer_id, id),
  add constraint time_entries_rut_on_site check (not is_rut or kind = 'onsite'),
  drop constraint time_entries_not_empty,
  add constraint time_entries_not_empty check (time_from <> time_to or from_is_first and not to_is_first);

create trigger time_entries_not_blank before insert or update of unbilled_reason on time_entries
  for each row when (is_blank(new.unbilled_reason)) execute function refuse_blank();

-- Rows of 1.0.0: marking set both times to that of its transaction, by which a row's report is found.
update time_entries e set report_id = r.report_id
from report_rows r join reports on reports.org_id = r.org_id and reports.id = r.report_id
where e.org_id = r.org_id and e.id = r.time_entry_id and e.reported_at = reports.marked_at;

create index time_entries_of_ticket on time_entries (org_id, ticket_id, work_date desc, id desc) include (minutes)
  where ticket_id is not null and deleted_at is null;
-- The rows of one member of staff: the own week, and the archive's search by name. The own list and its sum have those that are
-- unreported, which are few.
create index time_entries_of_technician on time_entries (org_id, user_id, work_date desc, id desc) where deleted_at is null;
create index time_entries_own_unreported on time_entries (org_id, user_id, work_date desc, id desc) include (minutes)
  where not reported and deleted_at is null;
drop index time_entries_reported_by;
create index time_entries_of_report on time_entries (org_id, report_id) where report_id is not null;
grant update (ticket_id, kind, is_rut, from_is_first, to_is_first, is_placed, report_id, unbilled_reason) on time_entries to stodpunkt_app;

-- What a report also prints of a row: its ticket's number, and which of the repeated hours it was in; no clock times for a row
-- that has none.
alter table report_rows
  add ticket_number integer,
  add from_is_first boolean not null default false,
  add to_is_first boolean not null default false,
  alter time_from drop not null,
  alter time_to drop not null;

-- Whether a local time occurs twice, in autumn. `at time zone` means the second one.
create function is_repeated(moment timestamp) returns boolean language sql stable as $$
  select (moment at time zone stodpunkt.business_time_zone() - interval '1 hour')
    at time zone stodpunkt.business_time_zone() = moment
$$;

-- Elapsed minutes in Europe/Stockholm, stored so that a later time-zone database never changes history. A `to` before `from` is on
-- the next day, except when a row goes from the first to the second of the hours that are repeated in autumn: it ends on its own
-- day, even at an earlier or the same clock time. A local time that is skipped in spring is refused. The same as elapsedMinutes()
-- in time.rules.ts.
create or replace function set_minutes() returns trigger language plpgsql as $$
declare
  zone constant text := stodpunkt.business_time_zone();
  starts timestamp := new.work_date + new.time_from;
  ends timestamp := new.work_date + new.time_to;
  ends_in_repeated_hour constant boolean := stodpunkt.is_repeated(ends);
begin
  if new.work_date not between stodpunkt.first_work_date() and stodpunkt.last_work_date((now() at time zone zone)::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'time_entries_work_date';
  end if;
  new.from_is_first := new.from_is_first and stodpunkt.is_repeated(starts);
  if new.time_to < new.time_from then
    -- A whole day and the repeated hour; with to_is_first false it would mean the second hour of the same day.
    if new.from_is_first and new.to_is_first and ends_in_repeated_hour then
      raise exception 'longer than a day' using errcode = 'check_violation', constraint = 'time_entries_minutes_range';
    end if;
    if not (new.from_is_first and ends_in_repeated_hour) then ends := ends + interval '1 day'; end if;
  end if;
  new.to_is_first := new.to_is_first and stodpunkt.is_repeated(ends);
  if starts at time zone zone at time zone zone <> starts then
    raise exception 'time_from does not exist' using errcode = 'check_violation', constraint = 'time_entries_from_exists';
  end if;
  if ends at time zone zone at time zone zone <> ends then
    raise exception 'time_to does not exist' using errcode = 'check_violation', constraint = 'time_entries_to_exists';
  end if;
  new.minutes := extract(epoch from (ends at time zone zone) - (starts at time zone zone)) / 60
    + case when new.from_is_first then 60 else 0 end - case when new.to_is_first then 60 else 0 end;
  return new;
end $$;
drop trigger set_minutes on time_entries;
create trigger set_minutes before insert or update of work_date, time_from, time_to, from_is_first, to_is_first on time_entries
  for each row execute function set_minutes();

-- All staff mark and reactivate rows; only the technician and administrators change their content; a reported row is locked.
-- Row-level security cannot distinguish columns, so a trigger does.
create or replace function guard_time_entry() returns trigger language plpgsql as $$
declare
  is_content_changed constant boolean :=
    (new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.from_is_first, new.to_is_first, new.is_placed, new.description, new.notes, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.from_is_first, old.to_is_first, old.is_placed, old.description, old.notes, old.deleted_at);
begin
  if not is_content_changed then return new; end if;
  if old.reported then
    raise exception 'a reported row is locked' using errcode = 'check_violation', constraint = 'time_entries_locked';
  end if;
  if not actor.is_admin() and (old.user_id <> actor.user_id() or new.user_id <> actor.user_id()) then
    raise exception 'only the technician or an administrator changes a time entry' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Checked only when the row is marked: the history of a customer that becomes a company later is unchanged.
create function guard_rut() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from stodpunkt.customers where org_id = new.org_id and id = new.customer_id and is_private) then
    raise exception 'only a private customer gets a tax reduction' using errcode = 'check_violation',
      constraint = 'time_entries_rut_private';
  end if;
  return new;
end $$;
revoke all on function guard_rut() from public;
create trigger rut_new before insert on time_entries for each row when (new.is_rut) execute function guard_rut();
create trigger rut_changed before update on time_entries for each row
  when (new.is_rut and (not old.is_rut or new.customer_id <> old.customer_id)) execute function guard_rut();

-- Time of each customer, reported or not (docs/decisions/026), for the customer's page, which would otherwise read every time
-- entry of the customer.
create table customer_time_sums (
  org_id uuid not null,
  customer_id uuid not null,
  entries bigint not null,
  minutes bigint not null,
  primary key (org_id, customer_id),
  foreign key (org_id, customer_id) references customers on delete cascade,
  constraint customer_time_sums_positive check (entries >= 0 and minutes >= 0)
);

call protect('customer_time_sums');
create policy staff_read on customer_time_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on customer_time_sums to stodpunkt_app;

insert into customer_time_sums
select org_id, customer_id, count(*), sum(minutes) from time_entries where deleted_at is null group by 1, 2;

create function add_customer_time(org uuid, customer uuid, more_entries bigint, more_minutes bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.customer_time_sums set entries = entries + more_entries, minutes = minutes + more_minutes
  where org_id = org and customer_id = customer;
  if found then return; end if;
  insert into stodpunkt.customer_time_sums values (org, customer, more_entries, more_minutes)
  on conflict (org_id, customer_id) do update
    set entries = customer_time_sums.entries + more_entries, minutes = customer_time_sums.minutes + more_minutes;
end $$;
revoke all on function add_customer_time(uuid, uuid, bigint, bigint) from public;

-- The names of the triggers sort after those of the other sums: each statement locks the sums in the same order.
create function sum_whole_customer_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare sign constant integer := tg_argv[0];
begin
  perform stodpunkt.add_customer_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sign * count(*) as entries, sign * sum(minutes) as minutes
    from whole_entries where deleted_at is null group by 1, 2 order by 1, 2) sums;
  return null;
end $$;
revoke all on function sum_whole_customer_time() from public;

create trigger sums_of_customer after insert on time_entries referencing new table as whole_entries
  for each statement execute function sum_whole_customer_time('1');
create trigger sums_of_customer_gone after delete on time_entries referencing old table as whole_entries
  for each statement execute function sum_whole_customer_time('-1');

create function sum_changed_customer_time() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_customer_time(org_id, customer_id, entries, minutes) from (
    select org_id, customer_id, sum(entry) as entries, sum(minutes) as minutes from (
      select org_id, customer_id, 1 as entry, minutes from new_entries where deleted_at is null
      union all
      select org_id, customer_id, -1, -minutes from old_entries where deleted_at is null) changes
    group by 1, 2 having sum(entry) <> 0 or sum(minutes) <> 0 order by 1, 2) sums;
  return null;
end $$;
revoke all on function sum_changed_customer_time() from public;

create trigger sums_of_customer_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement execute function sum_changed_customer_time();

-- Recomputes all aggregates, for the owner, if `npm run doctor` reports a wrong one. Blocks writers.
create or replace function recount_sums() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table stodpunkt.time_entries, stodpunkt.expenses, stodpunkt.tickets in share row exclusive mode;
  delete from stodpunkt.open_time_sums;
  delete from stodpunkt.reported_time_sums;
  delete from stodpunkt.daily_time_sums;
  delete from stodpunkt.customer_time_sums;
  delete from stodpunkt.expense_sums;
  delete from stodpunkt.ticket_counts;
  insert into stodpunkt.open_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries
  where not reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.reported_time_sums
  select org_id, extract(year from work_date), count(*), sum(minutes) from stodpunkt.time_entries
  where reported and deleted_at is null group by 1, 2;
  insert into stodpunkt.daily_time_sums
  select org_id, work_date, user_id, count(*), sum(minutes) from stodpunkt.time_entries
  where deleted_at is null group by 1, 2, 3;
  insert into stodpunkt.customer_time_sums
  select org_id, customer_id, count(*), sum(minutes) from stodpunkt.time_entries where deleted_at is null group by 1, 2;
  insert into stodpunkt.expense_sums
  select org_id, date_trunc('month', work_date), user_id, count(*),
    coalesce(sum(round(price_ore * quantity)) filter (where unbilled_reason is null), 0),
    count(*) filter (where price_ore is null and unbilled_reason is null),
    coalesce(sum((quantity * 100)::bigint) filter (where kind = 'travel' and unit = 'km'), 0)
  from stodpunkt.expenses where deleted_at is null group by 1, 2, 3;
  insert into stodpunkt.ticket_counts (org_id, active, archived)
  select org_id, count(*) filter (where status <> 'closed'), count(*) filter (where status = 'closed')
  from stodpunkt.tickets group by 1;
end $$;

-- The tickets in a live event of time; null when there are more than 50, as a payload has at most 8000 bytes: the event may then
-- concern any ticket.
create function notified_tickets(tickets uuid[]) returns jsonb language sql immutable parallel safe as $$
  select case when cardinality(tickets) <= 50 then to_jsonb(tickets) else 'null' end
$$;

-- Live events of time: one per statement and organization, however many rows are marked. `reported`: the archive and reports
-- changed too.
create function notify_new_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'time', 'org', org_id, 'reported', bool_or(reported),
    'tickets', stodpunkt.notified_tickets(
      coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}'))))
  from new_entries group by org_id;
  return null;
end $$;
create trigger notify after insert on time_entries referencing new table as new_entries
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_new_time();

-- Lists the tickets whose sum changed: none when a month is marked.
create function notify_changed_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'time', 'org', entries.org_id, 'reported', bool_or(reported),
    'tickets', stodpunkt.notified_tickets(array(
      select ticket_id from (
        select ticket_id, 1 as entry, minutes from new_entries where org_id = entries.org_id and deleted_at is null
        union all
        select ticket_id, -1, -minutes from old_entries where org_id = entries.org_id and deleted_at is null) changes
      where ticket_id is not null group by 1 having sum(entry) <> 0 or sum(minutes) <> 0))))
  from (select org_id, reported from new_entries union all select org_id, reported from old_entries) entries
  group by entries.org_id;
  return null;
end $$;
create trigger notify_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_changed_time();

-- The clock of a member of staff (docs/decisions/062), one per person. A stopped clock stays until its time entry is saved or it is
-- discarded. Nobody else can read it.
create table clocks (
  user_id uuid primary key references auth.users on delete cascade,
  org_id uuid not null references organizations,
  id uuid not null constraint clocks_id unique,
  customer_id uuid,
  ticket_id uuid,
  started_at timestamptz not null default now(),
  stopped_at timestamptz,
  -- When the person last confirmed that it should go on running.
  confirmed_at timestamptz,
  constraint clocks_stop_after_start check (stopped_at >= started_at),
  constraint clocks_ticket_has_customer check (ticket_id is null or customer_id is not null),
  constraint clocks_customer foreign key (org_id, customer_id) references customers on delete set null (customer_id),
  constraint clocks_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);

call protect('clocks');
create policy own on clocks to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and actor.is_staff())
  with check (org_id = actor.org_id() and user_id = actor.user_id() and actor.is_staff());
-- Without started_at, which is always the database's time.
grant select, delete on clocks to stodpunkt_app;
grant insert (user_id, org_id, id, customer_id, ticket_id) on clocks to stodpunkt_app;
grant update (stopped_at, confirmed_at) on clocks to stodpunkt_app;

create function notify_clock() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare clock stodpunkt.clocks := coalesce(new, old);
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'clock', 'org', clock.org_id, 'user', clock.user_id));
  return null;
end $$;
create trigger notify after insert or update or delete on clocks for each row execute function notify_clock();

-- Travel and material, which are in no report (docs/specification.md, Travel and material). The price is that of one unit without
-- VAT, in whole öre; null until it is known. A row and its ticket always belong to the same customer.
create table expenses (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  ticket_id uuid,
  user_id uuid not null,
  work_date date not null,
  kind text not null constraint expenses_kind_values check (kind in ('travel', 'material')),
  article text not null
    constraint expenses_article_length check (article = btrim(article) and length(article) between 1 and 200),
  quantity numeric(10, 2) not null constraint expenses_quantity_range check (quantity > 0 and quantity <= 100000),
  unit text not null constraint expenses_unit_length check (unit = btrim(unit) and length(unit) between 1 and 20),
  price_ore integer constraint expenses_price_range check (price_ore between 0 and 10000000),
  description text constraint expenses_description_length check (length(description) <= 2000),
  -- As of time: why the customer does not pay for the row.
  unbilled_reason text constraint expenses_unbilled_reason_length
    check (unbilled_reason = btrim(unbilled_reason) and length(unbilled_reason) between 1 and 200),
  created_by uuid not null references auth.users,
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint expenses_technician foreign key (org_id, user_id) references profiles (org_id, id),
  constraint expenses_customer foreign key (org_id, customer_id) references customers,
  constraint expenses_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id)
);
create index expenses_all on expenses (org_id, work_date desc, id desc) where deleted_at is null;
create index expenses_of_customer on expenses (org_id, customer_id, work_date desc, id desc) where deleted_at is null;
create index expenses_of_ticket on expenses (org_id, ticket_id) where ticket_id is not null and deleted_at is null;
create index expenses_articles on expenses (org_id, kind, article, id desc) where deleted_at is null;

create trigger expenses_not_blank before insert or update of article, unit, unbilled_reason on expenses for each row
  when (is_blank(new.article) or is_blank(new.unit) or is_blank(new.unbilled_reason)) execute function refuse_blank();
create trigger guard_technician before insert or update of user_id on expenses for each row
  execute function guard_technician();

create function guard_expense() returns trigger language plpgsql as $$
begin
  if new.work_date not between stodpunkt.first_work_date()
    and stodpunkt.last_work_date((now() at time zone stodpunkt.business_time_zone())::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'expenses_work_date';
  end if;
  -- As for time, technicians change their own rows, administrators all.
  if tg_op = 'UPDATE' and not actor.is_admin() and (old.user_id <> actor.user_id() or new.user_id <> actor.user_id()) then
    raise exception 'only the technician or an administrator changes an expense' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard before insert or update on expenses for each row execute function guard_expense();

call protect('expenses');
create policy staff_read on expenses for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy technician_create on expenses for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id() and user_id = actor.user_id());
create policy admin_create on expenses for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id());
create policy staff_change on expenses for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on expenses to stodpunkt_app;
grant update (customer_id, ticket_id, user_id, work_date, kind, article, quantity, unit, price_ore, description,
  unbilled_reason, deleted_at, version) on expenses to stodpunkt_app;

-- Sends a live event of time, as the screens that show time also show travel and material.
create function notify_new_expenses() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'time', 'org', org_id, 'reported', false, 'tickets',
    stodpunkt.notified_tickets(coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}'))))
  from new_expenses group by org_id;
  return null;
end $$;
create trigger notify after insert on expenses referencing new table as new_expenses
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_new_expenses();

create function notify_changed_expenses() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'time', 'org', org_id, 'reported', false, 'tickets',
    stodpunkt.notified_tickets(coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}'))))
  from (select org_id, ticket_id from new_expenses union all select org_id, ticket_id from old_expenses) expenses
  group by org_id;
  return null;
end $$;
create trigger notify_changed after update on expenses referencing old table as old_expenses new table as new_expenses
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_changed_expenses();

-- Travel and material of each member of staff and month (docs/decisions/026), for the sum of the list, which would otherwise read
-- every row. `ore` is the sum of the rows with a price, each rounded to whole öre.
create table expense_sums (
  org_id uuid not null,
  month date not null,
  user_id uuid not null,
  entries bigint not null,
  ore bigint not null,
  unpriced bigint not null,
  hundredths_of_km bigint not null,
  primary key (org_id, month, user_id),
  constraint expense_sums_technician foreign key (org_id, user_id) references profiles (org_id, id),
  constraint expense_sums_positive check (least(entries, ore, unpriced, hundredths_of_km) >= 0)
);

call protect('expense_sums');
create policy staff_read on expense_sums for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on expense_sums to stodpunkt_app;

create function add_expenses(more expense_sums) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.expense_sums set entries = entries + more.entries, ore = ore + more.ore, unpriced = unpriced + more.unpriced,
    hundredths_of_km = hundredths_of_km + more.hundredths_of_km
  where org_id = more.org_id and month = more.month and user_id = more.user_id;
  if found then return; end if;
  insert into stodpunkt.expense_sums values (more.*)
  on conflict (org_id, month, user_id) do update set entries = expense_sums.entries + more.entries,
    ore = expense_sums.ore + more.ore, unpriced = expense_sums.unpriced + more.unpriced,
    hundredths_of_km = expense_sums.hundredths_of_km + more.hundredths_of_km;
end $$;
revoke all on function add_expenses(expense_sums) from public;

-- Once per statement and always in the same order, as for time.
create function sum_expenses() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare changes stodpunkt.expense_sums[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := array(select row(org_id, date_trunc('month', work_date)::date, user_id, count(*),
        coalesce(sum(round(price_ore * quantity)) filter (where unbilled_reason is null), 0),
        count(*) filter (where price_ore is null and unbilled_reason is null),
        coalesce(sum((quantity * 100)::bigint) filter (where kind = 'travel' and unit = 'km'), 0))::stodpunkt.expense_sums
      from new_expenses where deleted_at is null group by org_id, date_trunc('month', work_date), user_id);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || array(select row(org_id, date_trunc('month', work_date)::date, user_id, -count(*),
        -coalesce(sum(round(price_ore * quantity)) filter (where unbilled_reason is null), 0),
        -count(*) filter (where price_ore is null and unbilled_reason is null),
        -coalesce(sum((quantity * 100)::bigint) filter (where kind = 'travel' and unit = 'km'), 0))::stodpunkt.expense_sums
      from old_expenses where deleted_at is null group by org_id, date_trunc('month', work_date), user_id);
  end if;
  perform stodpunkt.add_expenses(sums) from (
    select org_id, month, user_id, sum(entries)::bigint, sum(ore)::bigint, sum(unpriced)::bigint, sum(hundredths_of_km)::bigint
    from unnest(changes) group by 1, 2, 3
    having (sum(entries), sum(ore), sum(unpriced), sum(hundredths_of_km)) <> (0, 0, 0, 0) order by 1, 2, 3) sums;
  return null;
end $$;
revoke all on function sum_expenses() from public;

create trigger sums after insert on expenses referencing new table as new_expenses
  for each statement execute function sum_expenses();
create trigger sums_changed after update on expenses referencing old table as old_expenses new table as new_expenses
  for each statement execute function sum_expenses();
create trigger sums_gone after delete on expenses referencing old table as old_expenses
  for each statement execute function sum_expenses();

-- The rows that lack a price, of which there are few.
create index expenses_unpriced on expenses (org_id, work_date desc, id desc)
  where price_ore is null and unbilled_reason is null and deleted_at is null;

-- A person's time of all years.
create index daily_time_sums_of_person on daily_time_sums (org_id, user_id, work_date);
