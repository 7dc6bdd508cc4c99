-- The promise of an answer: opening hours that apply from a date (docs/decisions/110).

-- Opening hours that have been replaced: they apply before `until`, the first day of those that replace them. A day has the
-- hours of the nearest later `until`, else those of company_facts. Only the triggers below write here; they copy what the
-- constraints of company_facts have accepted.
create table former_hours (
  org_id uuid not null references organizations,
  until date not null constraint former_hours_until check (until >= first_work_date()),
  opens time not null,
  closes time not null,
  day_hours text,
  eves text not null,
  half_days text not null,
  half_day_closes time not null,
  primary key (org_id, until)
);

call protect('former_hours');
create policy reader_read on former_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()));
create policy site_read on former_hours for select to stodpunkt_site using (true);
create policy jobs_read on former_hours for select to stodpunkt_jobs using (true);
grant select on former_hours to stodpunkt_app;
grant select on former_hours to stodpunkt_site;
grant select on former_hours to stodpunkt_jobs;

-- The first day of the opening hours of company_facts, on which the former ones end; null when there have been no others.
-- Closed days are dates themselves.
alter table company_facts
  add hours_from date,
  add constraint company_facts_hours_from foreign key (org_id, hours_from) references former_hours;

-- Keeps the hours that end on `hours_from`. Changed hours without a new date apply from today, or are a correction of hours to
-- come; so does null instead of a date. A date alone moves hours to come.
create function keep_former_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today constant date := (now() at time zone stodpunkt.business_time_zone())::date;
  is_to_come constant boolean := coalesce(old.hours_from > today, false);
  is_same constant boolean := (old.opens, old.closes, old.day_hours, old.eves, old.half_days, old.half_day_closes)
    is not distinct from (new.opens, new.closes, new.day_hours, new.eves, new.half_days, new.half_day_closes);
begin
  if new.hours_from is not distinct from old.hours_from then
    new.hours_from := case when is_to_come then old.hours_from else today end;
  elsif new.hours_from is null then
    new.hours_from := case when is_same and not is_to_come then old.hours_from else today end;
  end if;
  insert into stodpunkt.former_hours (org_id, until, opens, closes, day_hours, eves, half_days, half_day_closes)
  select new.org_id, new.hours_from, opens, closes, day_hours, eves, half_days, half_day_closes
  from (
    select until, opens, closes, day_hours, eves, half_days, half_day_closes from stodpunkt.former_hours
    where org_id = new.org_id
      and until >= case when is_to_come and is_same then least(old.hours_from, new.hours_from) else new.hours_from end
    union all
    select null, old.opens, old.closes, old.day_hours, old.eves, old.half_days, old.half_day_closes
  ) in_effect
  order by until nulls last limit 1
  on conflict (org_id, until) do nothing;
  return new;
end $$;
revoke all on function keep_former_hours() from public;
create trigger keep_former_hours before update on company_facts for each row
  when ((old.hours_from, old.opens, old.closes, old.day_hours, old.eves, old.half_days, old.half_day_closes)
    is distinct from (new.hours_from, new.opens, new.closes, new.day_hours, new.eves, new.half_days, new.half_day_closes))
  execute function keep_former_hours();

-- Afterwards, as the row refers to the former hours before it.
create function drop_replaced_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from stodpunkt.former_hours where org_id = new.org_id and until > new.hours_from;
  return null;
end $$;
revoke all on function drop_replaced_hours() from public;
create trigger drop_replaced_hours after update on company_facts for each row
  when (old.hours_from is distinct from new.hours_from) execute function drop_replaced_hours();
