-- Travel and material: rows beside those of time, in no report (docs/specification.md, Travel and material). The price is of
-- one unit without VAT, in whole öre; empty until somebody knows it. A row and its ticket are always of the same customer.
create table expenses (
  org_id uuid not null references organizations,
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

create trigger expenses_not_blank before insert or update of article, unit on expenses
  for each row when (is_blank(new.article) or is_blank(new.unit)) execute function refuse_blank();
create trigger guard_technician before insert or update of user_id on expenses for each row
  execute function guard_technician();

create function guard_expense() returns trigger language plpgsql as $$
begin
  if new.work_date not between stodpunkt.first_work_date()
    and stodpunkt.last_work_date((now() at time zone stodpunkt.business_time_zone())::date) then
    raise exception 'work_date out of range' using errcode = 'check_violation', constraint = 'expenses_work_date';
  end if;
  -- As of time: technicians change their own rows, administrators all.
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
grant update (user_id, customer_id, ticket_id, work_date, kind, article, quantity, unit, price_ore, description, deleted_at,
  version) on expenses to stodpunkt_app;

-- A live event of time: what shows the rows of one shows those of the other.
create function tell_new_expenses() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', org_id, 'reported', false, 'tickets',
    stodpunkt.told_tickets(coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}')))::text)
  from new_expenses group by org_id;
  return null;
end $$;
create trigger tell after insert on expenses referencing new table as new_expenses
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_new_expenses();

create function tell_changed_expenses() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', org_id, 'reported', false, 'tickets',
    stodpunkt.told_tickets(coalesce(array_agg(distinct ticket_id) filter (where ticket_id is not null), '{}')))::text)
  from (select org_id, ticket_id from new_expenses union all select org_id, ticket_id from old_expenses) expenses
  group by org_id;
  return null;
end $$;
create trigger tell_changed after update on expenses referencing old table as old_expenses new table as new_expenses
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_changed_expenses();
