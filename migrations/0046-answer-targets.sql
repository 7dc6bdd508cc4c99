-- Targets (docs/decisions/116): how soon a customer has our first answer, and a ticket is solved, in minutes by priority. Working
-- minutes; to the first answer of urgent ones at all hours, where the company has an emergency number.
create domain answer_minutes as integer constraint answer_minutes_range check (value between 1 and 6000);
create domain solve_minutes as integer constraint solve_minutes_range check (value between 1 and 30000);

alter table company_facts
  add urgent_answer_minutes answer_minutes not null default 30,
  add high_answer_minutes answer_minutes not null default 120,
  add normal_answer_minutes answer_minutes not null default 240,
  add low_answer_minutes answer_minutes not null default 480,
  -- Null: no target.
  add urgent_solve_minutes solve_minutes,
  add high_solve_minutes solve_minutes,
  add normal_solve_minutes solve_minutes,
  add low_solve_minutes solve_minutes;
grant select (urgent_answer_minutes, high_answer_minutes, normal_answer_minutes, low_answer_minutes, urgent_solve_minutes,
  high_solve_minutes, normal_solve_minutes, low_solve_minutes) on company_facts to stodpunkt_jobs;

-- Null: the company's own.
alter table terms
  add urgent_answer_minutes answer_minutes,
  add high_answer_minutes answer_minutes,
  add normal_answer_minutes answer_minutes,
  add low_answer_minutes answer_minutes,
  add urgent_solve_minutes solve_minutes,
  add high_solve_minutes solve_minutes,
  add normal_solve_minutes solve_minutes,
  add low_solve_minutes solve_minutes;

-- The targets of the terms that customers, each with its company, have today, by their agreement or as the company's default; nulls
-- without either. A definer function, since logins of customers read no terms, and their comments decide when an answer is due.
create function terms_targets(orgs uuid[], customers uuid[]) returns table (
  org_id uuid, customer_id uuid,
  urgent_answer_minutes integer, high_answer_minutes integer, normal_answer_minutes integer, low_answer_minutes integer,
  urgent_solve_minutes integer, high_solve_minutes integer, normal_solve_minutes integer, low_solve_minutes integer
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.org_id, c.id,
    t.urgent_answer_minutes::integer, t.high_answer_minutes::integer, t.normal_answer_minutes::integer,
    t.low_answer_minutes::integer, t.urgent_solve_minutes::integer, t.high_solve_minutes::integer,
    t.normal_solve_minutes::integer, t.low_solve_minutes::integer
  from (select (now() at time zone stodpunkt.business_time_zone())::date as today) as clock
  cross join unnest(orgs, customers) as asked (org, customer)
  join stodpunkt.customers c on c.org_id = asked.org and c.id = asked.customer
  left join stodpunkt.terms t on t.org_id = c.org_id and t.id = coalesce(
    (select a.terms_id from stodpunkt.agreements a
     where a.org_id = c.org_id and a.customer_id = c.id and a.valid_from <= today order by a.valid_from desc limit 1),
    (select d.terms_id from stodpunkt.default_terms d
     where d.org_id = c.org_id and d.valid_from <= today order by d.valid_from desc limit 1))
  where current_setting('role') <> 'stodpunkt_app'
    or c.org_id = actor.org_id() and (not actor.is_customer() or c.id = actor.customer_id());
end $$;
revoke all on function terms_targets(uuid[], uuid[]) from public;
grant execute on function terms_targets(uuid[], uuid[]) to stodpunkt_app, stodpunkt_jobs;

-- The run of a job that computes anew when the answers of a company's open tickets and enquiries are due, after a change of what
-- they depend on. One row a company: it says where the run is, so that another attempt or process goes on from there.
create table answer_recomputations (
  org_id uuid primary key references organizations,
  -- The changes so far, how many of them the run under way follows, and how many the finished ones: one more run follows all
  -- changes that were made during a run.
  requested integer not null,
  running integer,
  finished integer not null default 0,
  -- A transaction with many changes is one.
  requested_in xid8 not null,
  -- The job that the run belongs to, and when it last stored a batch.
  job text,
  stored_at timestamptz,
  started_at timestamptz,
  -- Transactions that began to write before the run, and may have computed by what applied then, have lower numbers.
  started_before xid8,
  -- What has been computed: all tickets before enquiries, each in the order of their ids.
  kind text constraint answer_recomputations_kind_values check (kind in ('ticket', 'enquiry')),
  after uuid,
  done integer not null default 0,
  total integer not null default 0,
  constraint answer_recomputations_has_place check ((running is null) = (kind is null))
);
call protect('answer_recomputations');
create policy staff_read on answer_recomputations for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_all on answer_recomputations for all to stodpunkt_jobs using (true) with check (true);
grant select on answer_recomputations to stodpunkt_app;
grant select, update on answer_recomputations to stodpunkt_jobs;

-- Queues a run for a company that has something open, once a transaction.
create function request_recomputation(org uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from stodpunkt.tickets t where t.org_id = org and t.status not in ('resolved', 'closed'))
    and not exists (select from stodpunkt.enquiries e where e.org_id = org and e.done_at is null) then
    return;
  end if;
  insert into stodpunkt.answer_recomputations as r (org_id, requested, requested_in) values (org, 1, pg_current_xact_id())
  on conflict (org_id) do update set requested = r.requested + 1, requested_in = excluded.requested_in
  where r.requested_in <> excluded.requested_in;
  if found then
    perform jobs.enqueue('recompute-answers', json_build_object('orgId', org), 25);
  end if;
end $$;
revoke all on function request_recomputation(uuid) from public;
grant execute on function request_recomputation(uuid) to stodpunkt_jobs;

create function recompute_answers_after() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.request_recomputation(coalesce(new.org_id, old.org_id));
  return null;
end $$;
revoke all on function recompute_answers_after() from public;
-- The calendar, the targets, and whether urgent answers are due at all hours.
create trigger recompute_answers after update on company_facts for each row
  when ((new.opens, new.closes, new.day_hours, new.eves, new.half_days, new.half_day_closes, new.hours_from, new.closed_days,
      new.emergency_phone is null, new.urgent_answer_minutes, new.high_answer_minutes, new.normal_answer_minutes,
      new.low_answer_minutes, new.urgent_solve_minutes, new.high_solve_minutes, new.normal_solve_minutes, new.low_solve_minutes)
    is distinct from
    (old.opens, old.closes, old.day_hours, old.eves, old.half_days, old.half_day_closes, old.hours_from, old.closed_days,
      old.emergency_phone is null, old.urgent_answer_minutes, old.high_answer_minutes, old.normal_answer_minutes,
      old.low_answer_minutes, old.urgent_solve_minutes, old.high_solve_minutes, old.normal_solve_minutes, old.low_solve_minutes))
  execute function recompute_answers_after();
-- Terms do not change: a version of them applies by these rows.
create trigger recompute_answers after insert or update or delete on agreements for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function recompute_answers_after();
create trigger recompute_answers after insert or update or delete on default_terms for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function recompute_answers_after();

-- Begins a run that follows all changes so far.
create function start_recomputation(org uuid, of_job text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.answer_recomputations
  set running = requested, job = of_job, kind = 'ticket', after = null, done = 0, stored_at = now(), started_at = now(),
    started_before = pg_current_xact_id(),
    total = (select count(*) from stodpunkt.tickets t where t.org_id = org and t.status not in ('resolved', 'closed'))
      + (select count(*) from stodpunkt.enquiries e where e.org_id = org and e.done_at is null)
  where org_id = org;
end $$;
revoke all on function start_recomputation(uuid, text) from public;
grant execute on function start_recomputation(uuid, text) to stodpunkt_jobs;

-- For the screens of staff: twenty times in a run how far it is, and at its end that lists may be in another order.
create function notify_recomputation() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'recomputation', 'org', new.org_id));
  if old.running is not null and new.running is null then
    perform stodpunkt.announce(jsonb_build_object('about', 'answers', 'org', new.org_id));
  end if;
  return null;
end $$;
create trigger notify after update on answer_recomputations for each row
  when (new.running is distinct from old.running
    or new.done * 20 / greatest(new.total, 1) <> old.done * 20 / greatest(new.total, 1))
  execute function notify_recomputation();

-- When the answers of what is open already are due.
select request_recomputation(id) from organizations;
