-- Prepaid hours of a customer (timbank, docs/decisions/068): bought once, drawn from when a basis is billed, given back when the
-- basis is taken back. A pot is never changed; one that nothing is drawn from may be removed.
create table pots (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  bought_on date not null,
  -- The last date of work that it covers; null for one that does not expire.
  valid_until date constraint pots_valid_until check (valid_until >= bought_on),
  minutes integer not null constraint pots_minutes_range check (minutes between 1 and 600000),
  -- Without VAT, of the whole pot.
  price_ore integer not null constraint pots_price_range check (price_ore between 0 and 100000000),
  created_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by uuid references auth.users,
  primary key (org_id, id),
  constraint pots_removed_by_somebody check ((removed_at is null) = (removed_by is null)),
  constraint pots_customer foreign key (org_id, customer_id) references customers
);
create index pots_of_customer on pots (org_id, customer_id, bought_on) where removed_at is null;
-- A line that hours are drawn for, or bought with, names its pot.
alter table basis_lines add constraint basis_lines_pot foreign key (org_id, pot_id) references pots;

call protect('pots');
create policy staff_read on pots for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on pots for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and removed_at is null and (select actor.is_customer())
    and (select actor.sees_company()));
create policy admin_create on pots for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id() and removed_at is null);
create policy admin_remove on pots for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and removed_at is null)
  with check (org_id = actor.org_id() and actor.is_admin() and removed_by = actor.user_id());
create policy jobs_read on pots for select to stodpunkt_jobs using (true);
grant select on pots to stodpunkt_app;
grant insert (org_id, id, customer_id, bought_on, valid_until, minutes, price_ore, created_by) on pots to stodpunkt_app;
grant update (removed_at, removed_by) on pots to stodpunkt_app;
grant select on pots to stodpunkt_jobs;

-- What was drawn from a pot for a basis, and given back when that was taken back; draw_pots() alone writes it.
create table pot_draws (
  org_id uuid not null,
  pot_id uuid not null,
  basis_id uuid not null,
  is_return boolean not null,
  minutes integer not null constraint pot_draws_sign check (minutes <> 0 and (minutes < 0) = is_return),
  created_at timestamptz not null default now(),
  primary key (org_id, pot_id, basis_id, is_return),
  constraint pot_draws_pot foreign key (org_id, pot_id) references pots,
  constraint pot_draws_basis foreign key (org_id, basis_id) references bases
);
create index pot_draws_of_basis on pot_draws (org_id, basis_id);

call protect('pot_draws');
create policy staff_read on pot_draws for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on pot_draws for select to stodpunkt_jobs using (true);
grant select on pot_draws to stodpunkt_app;
grant select on pot_draws to stodpunkt_jobs;

-- The minutes that are drawn from a pot now.
create function pot_minutes_drawn(of_org uuid, of_pot uuid) returns integer language sql stable as $$
  select coalesce(sum(minutes), 0)::int from stodpunkt.pot_draws where org_id = of_org and pot_id = of_pot
$$;

create function guard_pot() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.bought_on not between stodpunkt.first_work_date()
      and stodpunkt.last_work_date((now() at time zone stodpunkt.business_time_zone())::date) then
      raise exception 'bought_on out of range' using errcode = 'check_violation', constraint = 'pots_bought_on';
    end if;
    return new;
  end if;
  if old.removed_at is not null
    or (new.org_id, new.id, new.customer_id, new.bought_on, new.valid_until, new.minutes, new.price_ore)
      is distinct from (old.org_id, old.id, old.customer_id, old.bought_on, old.valid_until, old.minutes, old.price_ore) then
    raise exception 'a pot is never changed' using errcode = 'check_violation', constraint = 'pots_unchanged';
  end if;
  if stodpunkt.pot_minutes_drawn(old.org_id, old.id) <> 0 then
    raise exception 'hours are drawn from the pot' using errcode = 'check_violation', constraint = 'pots_undrawn';
  end if;
  return new;
end $$;
revoke all on function guard_pot() from public;
create trigger guard before insert or update on pots for each row execute function guard_pot();
-- A pot that was billed as bought stays until that basis is taken back.
create trigger guard_billed before update on pots for each row execute function guard_billed_row('pot');

-- The pot is locked, so that two bases at once never draw more than there is.
create function guard_pot_draw() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  pot stodpunkt.pots;
begin
  if tg_op <> 'INSERT' then
    raise exception 'what was drawn is never changed' using errcode = 'check_violation', constraint = 'pot_draws_unchanged';
  end if;
  select * into pot from stodpunkt.pots where org_id = new.org_id and id = new.pot_id for no key update;
  if pot.removed_at is not null
    or stodpunkt.pot_minutes_drawn(new.org_id, new.pot_id) + new.minutes not between 0 and pot.minutes then
    raise exception 'the pot has too few hours left' using errcode = 'check_violation', constraint = 'pot_draws_within_pot';
  end if;
  return new;
end $$;
revoke all on function guard_pot_draw() from public;
create trigger guard before insert or update or delete on pot_draws for each row execute function guard_pot_draw();

-- Live bases that are not billed, of the months in which a pot may be drawn from.
create function outdate_bases_in_pot(pot pots) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select stodpunkt.outdate_bases(org_id, customer_id, month) from stodpunkt.bases
  where org_id = pot.org_id and customer_id = pot.customer_id and state in ('draft', 'sent', 'approved')
    and month between date_trunc('month', pot.bought_on)::date and coalesce(pot.valid_until, 'infinity')
$$;
revoke all on function outdate_bases_in_pot(pots) from public;

-- A pot is bought or removed: what its month costs changes, and what other months draw. The customer is locked as by time.
create function outdate_bases_of_pot() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id = new.customer_id for key share;
  perform stodpunkt.outdate_bases(new.org_id, new.customer_id, new.bought_on);
  perform stodpunkt.outdate_bases_in_pot(new);
  perform pg_notify('live', jsonb_build_object('about', 'basis', 'org', new.org_id, 'customer', new.customer_id,
    'internal', false, 'contacts', '[]'::jsonb)::text);
  return null;
end $$;
revoke all on function outdate_bases_of_pot() from public;
create trigger outdate_bases after insert or update on pots for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function outdate_bases_of_pot();

-- Locks the customer of a basis as making one does, then the pots that it bought or draws from, in their order.
create function lock_pots_of_basis(of_org uuid, of_basis uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers c join stodpunkt.bases b on b.org_id = c.org_id and b.customer_id = c.id
  where b.org_id = of_org and b.id = of_basis for key share of c;
  perform from stodpunkt.pots p where p.org_id = of_org and p.id in (
    select pot_id from stodpunkt.basis_lines l where l.org_id = of_org and l.basis_id = of_basis)
  order by p.id for no key update;
end $$;
revoke all on function lock_pots_of_basis(uuid, uuid) from public;
grant execute on function lock_pots_of_basis(uuid, uuid) to stodpunkt_app;

create function lock_pots() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.lock_pots_of_basis(old.org_id, old.id);
  return new;
end $$;
revoke all on function lock_pots() from public;
create trigger pots_of_billed before update on bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function lock_pots();

-- Draws what the lines of a billed basis say, and gives it back when the basis is taken back. Other bases that are not billed
-- become outdated when they would draw other hours now.
create function draw_pots() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'billed' then
    insert into stodpunkt.pot_draws (org_id, pot_id, basis_id, is_return, minutes)
    select org_id, pot_id, basis_id, false, sum(quantity) from stodpunkt.basis_lines
    where org_id = new.org_id and basis_id = new.id and kind = 'drawn' group by org_id, pot_id, basis_id order by pot_id;
    perform stodpunkt.outdate_bases(b.org_id, b.customer_id, b.month) from stodpunkt.bases b
    where b.org_id = new.org_id and b.customer_id = new.customer_id and b.state in ('draft', 'sent', 'approved') and exists (
      select from stodpunkt.basis_lines l join stodpunkt.pots p on p.org_id = l.org_id and p.id = l.pot_id
      where l.org_id = b.org_id and l.basis_id = b.id and l.kind = 'drawn'
        and p.id in (select pot_id from stodpunkt.pot_draws d where d.org_id = new.org_id and d.basis_id = new.id)
      group by p.id, p.minutes, p.org_id
      having sum(l.quantity) > p.minutes - stodpunkt.pot_minutes_drawn(p.org_id, p.id));
  else
    insert into stodpunkt.pot_draws (org_id, pot_id, basis_id, is_return, minutes)
    select org_id, pot_id, basis_id, true, -minutes from stodpunkt.pot_draws
    where org_id = new.org_id and basis_id = new.id and not is_return order by pot_id;
    perform stodpunkt.outdate_bases_in_pot(p) from stodpunkt.pots p join stodpunkt.pot_draws d on d.org_id = p.org_id
      and d.pot_id = p.id
    where d.org_id = new.org_id and d.basis_id = new.id and d.is_return;
  end if;
  return null;
end $$;
revoke all on function draw_pots() from public;
create trigger draw_pots after update on bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function draw_pots();

-- How much is used of the included hours of the current month and of each pot, with time that is not billed yet: what a job
-- computed last (src/agreements/server/used-hours-tasks.ts). Customers read it, who never read time; and it remembers what
-- administrators have been told.
create table used_hours (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- Of one of the two: the month whose included hours these are, or the pot.
  month date,
  pot_id uuid,
  minutes integer not null,
  used_minutes integer not null,
  -- The highest share that was told, in percent; it never falls.
  told_percent integer not null default 0,
  told_at timestamptz,
  primary key (org_id, id),
  constraint used_hours_of_one check (num_nonnulls(month, pot_id) = 1),
  constraint used_hours_once unique nulls not distinct (org_id, customer_id, month, pot_id),
  constraint used_hours_customer foreign key (org_id, customer_id) references customers on delete cascade,
  constraint used_hours_pot foreign key (org_id, pot_id) references pots
);
create index used_hours_told on used_hours (org_id, told_percent) where told_percent > 0;
create index used_hours_of_pot on used_hours (org_id, pot_id) where pot_id is not null;

call protect('used_hours');
create policy staff_read on used_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on used_hours for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and (select actor.is_customer())
    and (select actor.sees_company()));
create policy jobs_keep on used_hours to stodpunkt_jobs using (true) with check (true);
grant select on used_hours to stodpunkt_app;
grant select, insert, delete, update (minutes, used_minutes, told_percent, told_at) on used_hours to stodpunkt_jobs;

-- What decides the price of a month, for the job; no description and no note.
create policy jobs_read on time_entries for select to stodpunkt_jobs using (true);
grant select (org_id, id, customer_id, ticket_id, kind, is_rut, work_date, time_from, from_is_first, is_placed, minutes, deleted_at)
  on time_entries to stodpunkt_jobs;

-- Customers with hours that can be used up.
create function has_hours(of_org uuid, of_customer uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from stodpunkt.used_hours where org_id = of_org and customer_id = of_customer)
    or exists (select from stodpunkt.pots where org_id = of_org and customer_id = of_customer and removed_at is null)
    or exists (select from stodpunkt.agreements a join stodpunkt.terms t on t.org_id = a.org_id and t.id = a.terms_id
      where a.org_id = of_org and a.customer_id = of_customer and t.included_minutes > 0)
    or exists (select from stodpunkt.default_terms d join stodpunkt.terms t on t.org_id = d.org_id and t.id = d.terms_id
      where d.org_id = of_org and t.included_minutes > 0)
$$;
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

-- Of tables that name a customer.
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
      new.to_is_first, new.is_placed, new.deleted_at)
    is distinct from
    (old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to, old.from_is_first,
      old.to_is_first, old.is_placed, old.deleted_at))
  execute function use_hours();
create trigger use_hours after insert or update on pots for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();
create trigger use_hours after insert or update or delete on agreements for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();
create trigger use_hours after update on bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state
    and current_setting('app.quiet', true) is distinct from 'on') execute function use_hours();

-- Staff and the customer's logins with 'Hela företaget' are told of it as of what is billed.
create function tell_used_hours() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  hours stodpunkt.used_hours := coalesce(new, old);
begin
  perform pg_notify('live', jsonb_build_object('about', 'basis', 'org', hours.org_id, 'customer', hours.customer_id,
    'internal', false, 'contacts', '[]'::jsonb)::text);
  return null;
end $$;
create trigger tell after insert or update or delete on used_hours for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_used_hours();
