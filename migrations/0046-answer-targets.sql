-- Targets (docs/decisions/116): how soon a customer has our first answer, and a ticket is solved, in minutes by priority. Working
-- minutes; to the first answer of urgent ones at all hours, where the company has an emergency number.
alter table company_facts
  add urgent_answer_minutes integer not null default 30
    constraint company_facts_urgent_answer_range check (urgent_answer_minutes between 1 and 6000),
  add high_answer_minutes integer not null default 120
    constraint company_facts_high_answer_range check (high_answer_minutes between 1 and 6000),
  add normal_answer_minutes integer not null default 240
    constraint company_facts_normal_answer_range check (normal_answer_minutes between 1 and 6000),
  add low_answer_minutes integer not null default 480
    constraint company_facts_low_answer_range check (low_answer_minutes between 1 and 6000),
  -- Null: no target.
  add urgent_solve_minutes integer
    constraint company_facts_urgent_solve_range check (urgent_solve_minutes between 1 and 30000),
  add high_solve_minutes integer
    constraint company_facts_high_solve_range check (high_solve_minutes between 1 and 30000),
  add normal_solve_minutes integer
    constraint company_facts_normal_solve_range check (normal_solve_minutes between 1 and 30000),
  add low_solve_minutes integer
    constraint company_facts_low_solve_range check (low_solve_minutes between 1 and 30000);
grant select (urgent_answer_minutes, high_answer_minutes, normal_answer_minutes, low_answer_minutes, urgent_solve_minutes,
  high_solve_minutes, normal_solve_minutes, low_solve_minutes) on company_facts to stodpunkt_jobs;

-- Null: the company's own.
alter table terms
  add urgent_answer_minutes integer
    constraint terms_urgent_answer_range check (urgent_answer_minutes between 1 and 6000),
  add high_answer_minutes integer
    constraint terms_high_answer_range check (high_answer_minutes between 1 and 6000),
  add normal_answer_minutes integer
    constraint terms_normal_answer_range check (normal_answer_minutes between 1 and 6000),
  add low_answer_minutes integer
    constraint terms_low_answer_range check (low_answer_minutes between 1 and 6000),
  add urgent_solve_minutes integer
    constraint terms_urgent_solve_range check (urgent_solve_minutes between 1 and 30000),
  add high_solve_minutes integer
    constraint terms_high_solve_range check (high_solve_minutes between 1 and 30000),
  add normal_solve_minutes integer
    constraint terms_normal_solve_range check (normal_solve_minutes between 1 and 30000),
  add low_solve_minutes integer
    constraint terms_low_solve_range check (low_solve_minutes between 1 and 30000);

-- The targets of the terms that customers have today, by their agreement or as the company's default; nulls without either. A
-- definer function, since logins of customers read no terms, and their comments decide when an answer is due.
create function terms_targets(customers uuid[]) returns table (
  org_id uuid, customer_id uuid,
  urgent_answer_minutes integer, high_answer_minutes integer, normal_answer_minutes integer, low_answer_minutes integer,
  urgent_solve_minutes integer, high_solve_minutes integer, normal_solve_minutes integer, low_solve_minutes integer
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.org_id, c.id,
    t.urgent_answer_minutes, t.high_answer_minutes, t.normal_answer_minutes, t.low_answer_minutes,
    t.urgent_solve_minutes, t.high_solve_minutes, t.normal_solve_minutes, t.low_solve_minutes
  from (select (now() at time zone stodpunkt.business_time_zone())::date as today) as clock
  cross join stodpunkt.customers c
  left join stodpunkt.terms t on t.org_id = c.org_id and t.id = coalesce(
    (select a.terms_id from stodpunkt.agreements a
     where a.org_id = c.org_id and a.customer_id = c.id and a.valid_from <= today order by a.valid_from desc limit 1),
    (select d.terms_id from stodpunkt.default_terms d
     where d.org_id = c.org_id and d.valid_from <= today order by d.valid_from desc limit 1))
  where c.id = any(customers)
    and (current_setting('role') <> 'stodpunkt_app'
      or c.org_id = actor.org_id() and (not actor.is_customer() or c.id = actor.customer_id()))
$$;
revoke all on function terms_targets(uuid[]) from public;
grant execute on function terms_targets(uuid[]) to stodpunkt_app, stodpunkt_jobs;
