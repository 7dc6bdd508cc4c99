-- Prepaid hours of a customer (timbank, docs/decisions/068), a row per purchase: drawn from when a basis is billed, returned when
-- the basis is taken back. A purchase is never changed; one that nothing is drawn from may be removed.
create table prepaid_hours (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  bought_on date not null,
  -- The last date of work that the purchase covers; null if it does not expire.
  valid_until date constraint prepaid_hours_valid_until check (valid_until >= bought_on),
  minutes integer not null constraint prepaid_hours_minutes_range check (minutes between 1 and 600000),
  -- Without VAT, for all the hours.
  price_ore integer not null constraint prepaid_hours_price_range check (price_ore between 0 and 100000000),
  created_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references auth.users,
  primary key (org_id, id),
  constraint prepaid_hours_removed_by_somebody check ((removed_at is null) = (removed_by is null)),
  constraint prepaid_hours_customer foreign key (org_id, customer_id) references customers
);
create index prepaid_hours_of_customer on prepaid_hours (org_id, customer_id, bought_on) where removed_at is null;
-- The prepaid hours that a line draws from or sells.
alter table invoice_basis_lines add constraint invoice_basis_lines_prepaid_hours foreign key (org_id, prepaid_hours_id) references prepaid_hours;

call protect('prepaid_hours');
create policy staff_read on prepaid_hours for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on prepaid_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and removed_at is null and (select actor.is_customer())
    and (select actor.sees_company()));
create policy admin_create on prepaid_hours for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id() and removed_at is null);
create policy admin_remove on prepaid_hours for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and removed_at is null)
  with check (org_id = actor.org_id() and actor.is_admin() and removed_by = actor.user_id());
create policy jobs_read on prepaid_hours for select to stodpunkt_jobs using (true);
grant select on prepaid_hours to stodpunkt_app;
grant insert (org_id, id, customer_id, bought_on, valid_until, minutes, price_ore, created_by) on prepaid_hours to stodpunkt_app;
grant update (removed_at, removed_by) on prepaid_hours to stodpunkt_app;
grant select on prepaid_hours to stodpunkt_jobs;

-- What was drawn from prepaid hours for a basis, and returned when that was taken back. Late rows may give back hours that the
-- rounding of their month had drawn. Written only by draw_prepaid_hours().
create table drawdowns (
  org_id uuid not null,
  prepaid_hours_id uuid not null,
  basis_id uuid not null,
  is_return boolean not null,
  minutes integer not null constraint drawdowns_sign check (minutes <> 0),
  created_at timestamptz not null default now(),
  primary key (org_id, prepaid_hours_id, basis_id, is_return),
  constraint drawdowns_prepaid_hours foreign key (org_id, prepaid_hours_id) references prepaid_hours,
  constraint drawdowns_invoice_basis foreign key (org_id, basis_id) references invoice_bases
);
create index drawdowns_of_invoice_basis on drawdowns (org_id, basis_id);

call protect('drawdowns');
create policy staff_read on drawdowns for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on drawdowns for select to stodpunkt_jobs using (true);
grant select on drawdowns to stodpunkt_app;
grant select on drawdowns to stodpunkt_jobs;

-- The minutes that are currently drawn from prepaid hours.
create function prepaid_hours_minutes_drawn(of_org uuid, of_prepaid_hours uuid) returns integer language sql stable as $$
  select coalesce(sum(minutes), 0)::int from stodpunkt.drawdowns where org_id = of_org and prepaid_hours_id = of_prepaid_hours
$$;

create function guard_prepaid_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.bought_on not between stodpunkt.first_work_date()
      and stodpunkt.last_work_date((now() at time zone stodpunkt.business_time_zone())::date) then
      raise exception 'bought_on out of range' using errcode = 'check_violation', constraint = 'prepaid_hours_bought_on';
    end if;
    return new;
  end if;
  if old.removed_at is not null
    or (new.org_id, new.id, new.customer_id, new.bought_on, new.valid_until, new.minutes, new.price_ore)
      is distinct from (old.org_id, old.id, old.customer_id, old.bought_on, old.valid_until, old.minutes, old.price_ore) then
    raise exception 'prepaid hours are never changed' using errcode = 'check_violation', constraint = 'prepaid_hours_unchanged';
  end if;
  if stodpunkt.prepaid_hours_minutes_drawn(old.org_id, old.id) <> 0 then
    raise exception 'the prepaid hours are drawn from' using errcode = 'check_violation', constraint = 'prepaid_hours_undrawn';
  end if;
  return new;
end $$;
revoke all on function guard_prepaid_hours() from public;
create trigger guard before insert or update on prepaid_hours for each row execute function guard_prepaid_hours();
-- Prepaid hours whose purchase was billed cannot be removed until that basis is taken back.
create trigger guard_billed before update on prepaid_hours for each row execute function guard_billed_row('pot');

-- Locks the prepaid hours, so that two concurrent invoice bases never draw more than there is.
create function guard_drawdown() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  purchase stodpunkt.prepaid_hours;
begin
  if tg_op <> 'INSERT' then
    raise exception 'drawdowns are never changed' using errcode = 'check_violation', constraint = 'drawdowns_unchanged';
  end if;
  select * into purchase from stodpunkt.prepaid_hours where org_id = new.org_id and id = new.prepaid_hours_id for no key update;
  if purchase.removed_at is not null
    or stodpunkt.prepaid_hours_minutes_drawn(new.org_id, new.prepaid_hours_id) + new.minutes not between 0 and purchase.minutes then
    raise exception 'too few prepaid hours are left' using errcode = 'check_violation', constraint = 'drawdowns_within_prepaid_hours';
  end if;
  return new;
end $$;
revoke all on function guard_drawdown() from public;
create trigger guard before insert or update or delete on drawdowns for each row execute function guard_drawdown();

-- A purchase or its removal changes the price of its month, and what other months draw. Locks the customer, as time entries do.
create function mark_invoice_bases_of_prepaid_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id = new.customer_id for key share;
  perform stodpunkt.mark_invoice_bases(new.org_id, new.customer_id, new.bought_on);
  perform stodpunkt.note_late_rows(new.org_id, new.customer_id, new.bought_on);
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', new.org_id, 'customer', new.customer_id,
    'internal', false, 'contacts', '[]'::jsonb));
  return null;
end $$;
revoke all on function mark_invoice_bases_of_prepaid_hours() from public;
create trigger mark_invoice_bases after insert or update on prepaid_hours for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function mark_invoice_bases_of_prepaid_hours();

-- Locks the customer of a basis, as making one does, and then the prepaid hours that it bought or draws from, in a fixed order.
-- Two bases of a customer are billed one after the other: each marks the other, and they may have the same period of a charge.
create function lock_prepaid_hours_of_invoice_basis(of_org uuid, of_basis uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Two bases of a customer that are billed at once would mark each other.
  perform from stodpunkt.customers c join stodpunkt.invoice_bases b on b.org_id = c.org_id and b.customer_id = c.id
  where b.org_id = of_org and b.id = of_basis for no key update of c;
  perform from stodpunkt.prepaid_hours p where p.org_id = of_org and p.id in (
    select prepaid_hours_id from stodpunkt.invoice_basis_lines l where l.org_id = of_org and l.basis_id = of_basis)
  order by p.id for no key update;
end $$;
revoke all on function lock_prepaid_hours_of_invoice_basis(uuid, uuid) from public;
grant execute on function lock_prepaid_hours_of_invoice_basis(uuid, uuid) to stodpunkt_app;

create function lock_prepaid_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.lock_prepaid_hours_of_invoice_basis(old.org_id, old.id);
  return new;
end $$;
revoke all on function lock_prepaid_hours() from public;
create trigger prepaid_hours_of_billed before update on invoice_bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function lock_prepaid_hours();

-- Draws the hours in the lines of a billed basis, and returns them when the basis is taken back.
create function draw_prepaid_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'billed' then
    insert into stodpunkt.drawdowns (org_id, prepaid_hours_id, basis_id, is_return, minutes)
    select org_id, prepaid_hours_id, basis_id, false, sum(quantity) from stodpunkt.invoice_basis_lines
    where org_id = new.org_id and basis_id = new.id and kind = 'drawn' group by org_id, prepaid_hours_id, basis_id
    having sum(quantity) <> 0 order by prepaid_hours_id;
  else
    insert into stodpunkt.drawdowns (org_id, prepaid_hours_id, basis_id, is_return, minutes)
    select org_id, prepaid_hours_id, basis_id, true, -minutes from stodpunkt.drawdowns
    where org_id = new.org_id and basis_id = new.id and not is_return order by prepaid_hours_id;
  end if;
  return null;
end $$;
revoke all on function draw_prepaid_hours() from public;
create trigger draw_prepaid_hours after update on invoice_bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function draw_prepaid_hours();

-- How much is used of the current month's included hours and of all prepaid hours, including unbilled time, as last computed by a
-- job (src/features/billing/server/used-hours-tasks.ts). Customers may read it, unlike time. Also records the notifications of
-- administrators.
create table used_hours (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- Either the month whose included hours these are, or the prepaid hours.
  month date,
  prepaid_hours_id uuid,
  minutes integer not null,
  used_minutes integer not null,
  -- The highest share that administrators were notified of, in percent; it never decreases.
  notified_percent integer not null default 0,
  notified_at timestamptz,
  primary key (org_id, id),
  constraint used_hours_of_one check (num_nonnulls(month, prepaid_hours_id) = 1),
  constraint used_hours_once unique nulls not distinct (org_id, customer_id, month, prepaid_hours_id),
  constraint used_hours_customer foreign key (org_id, customer_id) references customers on delete cascade,
  constraint used_hours_prepaid_hours foreign key (org_id, prepaid_hours_id) references prepaid_hours
);
create index used_hours_notified on used_hours (org_id, notified_percent) where notified_percent > 0;
create index used_hours_of_prepaid_hours on used_hours (org_id, prepaid_hours_id) where prepaid_hours_id is not null;

call protect('used_hours');
create policy staff_read on used_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on used_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and (select actor.is_customer())
    and (select actor.sees_company()));
create policy jobs_keep on used_hours to stodpunkt_jobs using (true) with check (true);
grant select on used_hours to stodpunkt_app;
grant select, insert, delete, update (minutes, used_minutes, notified_percent, notified_at) on used_hours to stodpunkt_jobs;

-- The columns that decide the price of a month, for the job; no descriptions and notes.
create policy jobs_read on time_entries for select to stodpunkt_jobs using (true);
grant select (org_id, id, customer_id, ticket_id, kind, is_rut, work_date, time_from, from_is_first, is_placed, minutes,
  unbilled_reason, deleted_at) on time_entries to stodpunkt_jobs;

-- Customers with hours that can be used up.
create function has_hours(of_org uuid, of_customer uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from stodpunkt.used_hours where org_id = of_org and customer_id = of_customer)
    or exists (select from stodpunkt.prepaid_hours where org_id = of_org and customer_id = of_customer and removed_at is null)
    or exists (select from stodpunkt.agreements a join stodpunkt.terms t on t.org_id = a.org_id and t.id = a.terms_id
      where a.org_id = of_org and a.customer_id = of_customer and t.included_minutes > 0)
    or exists (select from stodpunkt.default_terms d join stodpunkt.terms t on t.org_id = d.org_id and t.id = d.terms_id
      where d.org_id = of_org and t.included_minutes > 0);
end $$;
revoke all on function has_hours(uuid, uuid) from public;
grant execute on function has_hours(uuid, uuid) to stodpunkt_jobs;

create function compute_used_hours(of_org uuid, of_customer uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if stodpunkt.has_hours(of_org, of_customer) then
    perform jobs.enqueue('used-hours', json_build_object('orgId', of_org, 'customerId', of_customer), 25);
  end if;
end $$;
revoke all on function compute_used_hours(uuid, uuid) from public;

create function use_hours_of_new_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.compute_used_hours(org_id, customer_id) from (select distinct org_id, customer_id from new_entries) customers;
  return null;
end $$;
revoke all on function use_hours_of_new_time() from public;
create trigger use_hours after insert on time_entries referencing new table as new_entries
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function use_hours_of_new_time();

-- For tables with a customer_id.
create function use_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform stodpunkt.compute_used_hours(old.org_id, old.customer_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.customer_id <> old.customer_id then
    perform stodpunkt.compute_used_hours(new.org_id, new.customer_id);
  end if;
  return null;
end $$;
revoke all on function use_hours() from public;
create trigger use_hours_changed after update on time_entries for each row
  when ((new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to, new.from_is_first,
      new.to_is_first, new.is_placed, new.unbilled_reason, new.deleted_at)
    is distinct from
    (old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to, old.from_is_first,
      old.to_is_first, old.is_placed, old.unbilled_reason, old.deleted_at))
  execute function use_hours();
create trigger use_hours after insert or update on prepaid_hours for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();
create trigger use_hours after insert or update or delete on agreements for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();
create trigger use_hours after update on invoice_bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state
    and current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();

create trigger notify after insert or update or delete on used_hours for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_billing();
