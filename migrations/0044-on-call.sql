-- Jour: who is called outside opening hours, and the alarms of urgent tickets and enquiries (docs/decisions/114).

-- A day of the roster is from this time of its date to the same time of the next, in Stockholm.
create function on_call_starts() returns interval language sql immutable parallel safe as $$ select interval '8 hours' $$;
-- By local time, so that the change to and from summer time moves nothing.
create function on_call_day(at timestamptz) returns date language sql stable parallel safe as $$
  select ((at at time zone stodpunkt.business_time_zone()) - stodpunkt.on_call_starts())::date
$$;

-- Whom to call, in order: the list is for calling and is no record of working time.
create table on_call_days (
  org_id uuid not null,
  day date not null constraint on_call_days_day check (day >= first_work_date()),
  position smallint not null constraint on_call_days_position_range check (position between 1 and 3),
  user_id uuid not null,
  primary key (org_id, day, position),
  constraint on_call_days_person_once unique (org_id, day, user_id),
  constraint on_call_days_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
create index on_call_days_of_person on on_call_days (org_id, user_id);
call protect('on_call_days');
create policy staff_read on on_call_days for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on on_call_days for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on on_call_days for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant select, insert, delete on on_call_days to stodpunkt_app;

-- Who has jour on the days of a period, in order: people who have left have none.
create function listed_on_call(org uuid, first_day date, last_day date) returns table (day date, user_id uuid, called_as smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select listed.day, listed.user_id, listed.position from stodpunkt.on_call_days listed
  where listed.org_id = org and listed.day between first_day and last_day
    -- Each person's login by a subquery, as a join would read the logins of all customers.
    and listed.user_id = any(array(select person.user_id from stodpunkt.user_roles person
      where person.org_id = org
        and (select login.disabled_at is null from auth.users login where login.id = person.user_id)))
  order by listed.day, listed.position
$$;
revoke all on function listed_on_call(uuid, date, date) from public;

-- The same, for the company's own staff.
create function on_call_between(first_day date, last_day date) returns table (day date, user_id uuid, called_as smallint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select listed.* from stodpunkt.listed_on_call(actor.org_id(), first_day, last_day) listed where actor.is_staff()
$$;
revoke all on function on_call_between(date, date) from public;
grant execute on function on_call_between(date, date) to stodpunkt_app;

-- Who has jour at an instant, in the order in which they are called.
create function on_call_at(org uuid, at timestamptz) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select listed.user_id from stodpunkt.listed_on_call(org, stodpunkt.on_call_day(at), stodpunkt.on_call_day(at)) listed
  order by listed.called_as
$$;
revoke all on function on_call_at(uuid, timestamptz) from public;
grant execute on function on_call_at(uuid, timestamptz) to stodpunkt_jobs;

-- Whether a company uses jour: from the first day that is filled in until an administrator ends it, which empties the list. One
-- whose days have run out still does.
create function keeps_roster(org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from stodpunkt.on_call_days listed where listed.org_id = org)
$$;
revoke all on function keeps_roster(uuid) from public;

-- An urgent ticket or enquiry that may wake somebody. A job ends it at once if the company was open at its arrival.
create table on_call_alarms (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  ticket_id uuid,
  enquiry_id uuid,
  arrived_at timestamptz not null default now(),
  steps smallint not null default 0 constraint on_call_alarms_steps_range check (steps between 0 and 500),
  -- When the next person is alarmed; null: at once, or as soon as somebody has jour.
  next_at timestamptz,
  ended_at timestamptz,
  ended_as text constraint on_call_alarms_ended_as_values
    check (ended_as in ('taken', 'assigned', 'answered', 'done', 'merged', 'lowered', 'open')),
  -- Who has the ticket or enquiry, if that ended it.
  taken_by uuid,
  primary key (org_id, id),
  constraint on_call_alarms_have_one_subject check (num_nonnulls(ticket_id, enquiry_id) = 1),
  constraint on_call_alarms_end check ((ended_at is null) = (ended_as is null)),
  constraint on_call_alarms_one_of_ticket unique (org_id, ticket_id),
  constraint on_call_alarms_one_of_enquiry unique (org_id, enquiry_id),
  constraint on_call_alarms_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade,
  constraint on_call_alarms_enquiry foreign key (org_id, enquiry_id) references enquiries (org_id, id) on delete cascade
);
create index on_call_alarms_running on on_call_alarms (org_id, arrived_at) where ended_at is null;
call protect('on_call_alarms');
create policy staff_read on on_call_alarms for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on on_call_alarms for select to stodpunkt_jobs using (true);
create policy jobs_step on on_call_alarms for update to stodpunkt_jobs using (ended_at is null) with check (true);
grant select on on_call_alarms to stodpunkt_app;
grant select, update (steps, next_at, ended_at, ended_as) on on_call_alarms to stodpunkt_jobs;
-- Whoever is woken is told whom to ring.
grant select (phone, mobile) on contacts to stodpunkt_jobs;
grant select (phone) on customers to stodpunkt_jobs;

-- Whom an alarm has reached, and when: each person once in a step, each step once.
create table on_call_alarm_steps (
  org_id uuid not null,
  alarm_id uuid not null,
  step smallint not null constraint on_call_alarm_steps_step_range check (step between 1 and 500),
  user_id uuid not null,
  at timestamptz not null,
  primary key (org_id, alarm_id, step, user_id),
  constraint on_call_alarm_steps_alarm foreign key (org_id, alarm_id) references on_call_alarms (org_id, id) on delete cascade,
  constraint on_call_alarm_steps_person foreign key (org_id, user_id) references profiles (org_id, id) on delete cascade
);
create index on_call_alarm_steps_of_person on on_call_alarm_steps (org_id, user_id);
call protect('on_call_alarm_steps');
create policy staff_read on on_call_alarm_steps for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on on_call_alarm_steps for select to stodpunkt_jobs using (true);
create policy jobs_add on on_call_alarm_steps for insert to stodpunkt_jobs with check (true);
grant select on on_call_alarm_steps to stodpunkt_app;
grant select, insert on on_call_alarm_steps to stodpunkt_jobs;

-- In the bell too, whatever the person has chosen: no column of staff_settings has the event.
create function notify_staff_of_alarm() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.add_notifications(new.org_id, 'alarm', array[new.user_id], null, alarm.ticket_id, alarm.enquiry_id)
  from stodpunkt.on_call_alarms alarm where alarm.org_id = new.org_id and alarm.id = new.alarm_id;
  return null;
end $$;
revoke all on function notify_staff_of_alarm() from public;
create trigger notify_staff after insert on on_call_alarm_steps for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_staff_of_alarm();

-- One event for each statement that changed the roster or an alarm.
create function announce_on_call() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'on-call', 'org', org_id)) from changed group by org_id;
  return null;
end $$;
revoke all on function announce_on_call() from public;
create trigger notify after insert on on_call_days referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_on_call();
create trigger notify_removed after delete on on_call_days referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_on_call();
create trigger notify after insert on on_call_alarms referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_on_call();
create trigger notify_changed after update on on_call_alarms referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_on_call();
create trigger notify_removed after delete on on_call_alarms referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function announce_on_call();

-- Adds an alarm and its job in this transaction, unless the company does not use jour: then there is nobody to wake.
create function add_alarm(org uuid, of_ticket uuid, of_enquiry uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added uuid;
begin
  if not stodpunkt.keeps_roster(org) then return; end if;
  insert into stodpunkt.on_call_alarms (org_id, ticket_id, enquiry_id) values (org, of_ticket, of_enquiry)
  on conflict do nothing returning id into added;
  if added is null then return; end if;
  perform jobs.enqueue('on-call-alarm', json_build_object('orgId', org, 'alarmId', added), 25);
end $$;
revoke all on function add_alarm(uuid, uuid, uuid) from public;

-- A ticket that a login or, by mail, an authenticated contact opened: no other mail becomes a ticket (docs/decisions/060).
create function alarm_of_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from stodpunkt.profiles where id = new.created_by) then return null; end if;
  perform stodpunkt.add_alarm(new.org_id, new.id, null);
  return null;
end $$;
revoke all on function alarm_of_ticket() from public;
create trigger raise_alarm after insert on tickets for each row
  when (new.priority = 'urgent' and new.assigned_to is null and new.status not in ('resolved', 'closed')
    and coalesce(new.created_by, new.reported_by) is not null and current_setting('app.quiet', true) is distinct from 'on')
  execute function alarm_of_ticket();

-- Whether a customer's terms of today include jour: those of its agreement, or the company's default terms.
create function includes_on_call(org uuid, customer uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with today (date) as (select (now() at time zone stodpunkt.business_time_zone())::date)
  select coalesce((
    select terms.includes_on_call from stodpunkt.terms
    where terms.org_id = org and terms.id = coalesce(
      (select agreement.terms_id from stodpunkt.agreements agreement, today
       where agreement.org_id = org and agreement.customer_id = customer and agreement.valid_from <= today.date
       order by agreement.valid_from desc limit 1),
      (select usual.terms_id from stodpunkt.default_terms usual, today
       where usual.org_id = org and usual.valid_from <= today.date order by usual.valid_from desc limit 1))), false)
$$;
revoke all on function includes_on_call(uuid, uuid) from public;

-- Nobody has checked who sends a form. It wakes somebody only when its address is one of a customer whose terms include jour.
create function alarm_of_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from (
      select known.customer_id from stodpunkt.senders_known(new.org_id, new.email) known
      union
      select customer.id from stodpunkt.customers customer
      where customer.org_id = new.org_id and lower(customer.email) = lower(new.email) and customer.archived_at is null
    ) sender where stodpunkt.includes_on_call(new.org_id, sender.customer_id)
  ) then
    perform stodpunkt.add_alarm(new.org_id, null, new.id);
  end if;
  return null;
end $$;
revoke all on function alarm_of_enquiry() from public;
create trigger raise_alarm after insert on enquiries for each row
  when (new.is_urgent and not new.is_suspect and current_setting('app.quiet', true) is distinct from 'on')
  execute function alarm_of_enquiry();

-- Ends what runs. Does nothing otherwise.
create function end_alarm(org uuid, of_ticket uuid, of_enquiry uuid, as_what text, assignee uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.on_call_alarms set ended_at = now(), ended_as = as_what, taken_by = assignee
  where org_id = org and (ticket_id = of_ticket or enquiry_id = of_enquiry) and ended_at is null;
end $$;
revoke all on function end_alarm(uuid, uuid, uuid, text, uuid) from public;

create function end_alarm_of_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.end_alarm(new.org_id, new.id, null,
    case when new.merged_into is not null then 'merged' when new.status in ('resolved', 'closed') then 'done'
      when new.assigned_to is not null then 'assigned' else 'lowered' end,
    new.assigned_to);
  return null;
end $$;
revoke all on function end_alarm_of_ticket() from public;
create trigger end_alarm after update of assigned_to, status, merged_into, priority on tickets for each row
  when (old.priority = 'urgent' and (new.assigned_to is not null or new.status in ('resolved', 'closed')
    or new.merged_into is not null or new.priority <> 'urgent'))
  execute function end_alarm_of_ticket();

-- What ended it was a mistake, or is handed back: within an hour the alarm goes on, unless somebody has answered.
create function resume_alarm_of_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.on_call_alarms alarm set ended_at = null, ended_as = null, taken_by = null
  where alarm.org_id = new.org_id and alarm.ticket_id = new.id and alarm.ended_as not in ('answered', 'open')
    and alarm.ended_at > now() - interval '1 hour'
    and not exists (select from stodpunkt.ticket_comments answer where answer.org_id = new.org_id and answer.ticket_id = new.id
      and not answer.is_internal and not answer.by_customer);
  return null;
end $$;
revoke all on function resume_alarm_of_ticket() from public;
create trigger resume_alarm after update of assigned_to, status, merged_into, priority on tickets for each row
  when (new.priority = 'urgent' and new.assigned_to is null and new.merged_into is null
    and new.status not in ('resolved', 'closed')
    and (old.priority, old.assigned_to, old.merged_into, old.status)
      is distinct from (new.priority, new.assigned_to, new.merged_into, new.status))
  execute function resume_alarm_of_ticket();

create function end_alarm_of_answered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.end_alarm(new.org_id, new.ticket_id, null, 'answered', new.user_id);
  return null;
end $$;
revoke all on function end_alarm_of_answered() from public;
create trigger end_alarm after insert on ticket_comments for each row
  when (not new.is_internal and not new.by_customer) execute function end_alarm_of_answered();

create function end_alarm_of_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.end_alarm(new.org_id, null, new.id, case when new.assigned_to is null then 'done' else 'assigned' end,
    new.assigned_to);
  return null;
end $$;
revoke all on function end_alarm_of_enquiry() from public;
create trigger end_alarm after update of assigned_to, done_at, is_suspect on enquiries for each row
  when (new.is_urgent and (new.assigned_to is not null or new.done_at is not null or new.is_suspect))
  execute function end_alarm_of_enquiry();

create function end_alarm_of_replied() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.end_alarm(new.org_id, null, new.enquiry_id, 'answered', new.author);
  return null;
end $$;
revoke all on function end_alarm_of_replied() from public;
create trigger end_alarm after insert on enquiry_replies for each row
  when (new.author is not null) execute function end_alarm_of_replied();

-- 'Jag tar den': assigns the ticket or enquiry to the actor, which ends the alarm. Returns how the alarm ended and who has it; of two
-- who press at once, the second waits for the first and learns who it was. No row for an alarm of another organization. The ticket or
-- enquiry is locked before the alarm, as whoever changes it does.
create function take_alarm(alarm uuid) returns table (ended_as text, taken_by uuid)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  found_alarm stodpunkt.on_call_alarms;
begin
  if not actor.is_staff() then return; end if;
  select * into found_alarm from stodpunkt.on_call_alarms a where a.org_id = actor.org_id() and a.id = alarm;
  if found_alarm.id is null then return; end if;
  perform from stodpunkt.tickets t where t.org_id = found_alarm.org_id and t.id = found_alarm.ticket_id for no key update;
  perform from stodpunkt.enquiries e where e.org_id = found_alarm.org_id and e.id = found_alarm.enquiry_id for no key update;
  update stodpunkt.on_call_alarms a set ended_at = now(), ended_as = 'taken', taken_by = actor.user_id()
  where a.org_id = found_alarm.org_id and a.id = alarm and a.ended_at is null;
  if found then
    update stodpunkt.tickets t set assigned_to = actor.user_id(), version = t.version + 1
    where t.org_id = found_alarm.org_id and t.id = found_alarm.ticket_id;
    update stodpunkt.enquiries e set assigned_to = actor.user_id(), version = e.version + 1
    where e.org_id = found_alarm.org_id and e.id = found_alarm.enquiry_id;
  end if;
  return query select a.ended_as, a.taken_by from stodpunkt.on_call_alarms a where a.org_id = found_alarm.org_id and a.id = alarm;
end $$;
revoke all on function take_alarm(uuid) from public;
grant execute on function take_alarm(uuid) to stodpunkt_app;
