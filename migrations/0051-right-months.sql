-- What is billed from when, late rows on a later basis, and checks of bases whose rows or prices may have changed
-- (docs/decisions/120).

alter table company_facts
  add billing_from date not null default date_trunc('month', now() at time zone business_time_zone())::date
    constraint company_facts_billing_from_begins check (extract(day from billing_from) = 1 and billing_from >= first_work_date());
update company_facts f set billing_from = earliest.month
from (select org_id, min(month) as month from invoice_bases where state in ('draft', 'sent', 'approved', 'billed') group by org_id) earliest
where earliest.org_id = f.org_id;
grant select (billing_from) on company_facts to stodpunkt_jobs;

alter table invoice_bases
  -- Months without a billed basis whose rows were chosen for this one.
  add taken_months date[] not null default '{}',
  -- Since when something may have changed; a check sets `outdated_at` and `difference`, or clears all three.
  add check_at timestamptz,
  add difference jsonb,
  -- Changed prices for which staff keep what is approved.
  add kept_difference jsonb,
  add kept_reason text constraint invoice_bases_kept_reason_length check (length(kept_reason) <= 500),
  add kept_by uuid references auth.users,
  add kept_at timestamptz,
  add constraint invoice_bases_kept_for_a_reason check ((kept_difference is null) = (kept_reason is null)
    and (kept_difference is null) = (kept_at is null));
grant insert (taken_months) on invoice_bases to stodpunkt_app;
grant select (needs_approval, is_reverse_charge, vat, vat_ore, taken_months, check_at, kept_difference, billed_at)
  on invoice_bases to stodpunkt_jobs;

-- Null for lines of the basis's own month.
alter table invoice_basis_lines add month date;

-- Late rows may give back hours that the rounding of their month had drawn.
alter table drawdowns drop constraint drawdowns_sign, add constraint drawdowns_sign check (minutes <> 0);

-- The job that checks a basis composes it again; without internal notes.
create policy jobs_read on invoice_basis_lines for select to stodpunkt_jobs using (true);
create policy jobs_read on invoice_basis_rows for select to stodpunkt_jobs using (true);
create policy jobs_read on expenses for select to stodpunkt_jobs using (true);
grant select on invoice_basis_lines, invoice_basis_rows to stodpunkt_jobs;
grant select (org_id, id, customer_id, user_id, ticket_id, work_date, kind, article, article_id, quantity, unit, price_ore, description,
  unbilled_reason, version, deleted_at) on expenses to stodpunkt_jobs;
grant select (user_id, time_to, to_is_first, description, reported, version) on time_entries to stodpunkt_jobs;

drop trigger outdate_invoice_bases on time_entries;
drop trigger outdate_invoice_bases_changed on time_entries;
drop trigger outdate_invoice_bases on expenses;
drop trigger outdate_invoice_bases_changed on expenses;
drop trigger outdate_invoice_bases on prepaid_hours;
drop function outdate_invoice_bases_of_new_time();
drop function outdate_invoice_bases_of_changed_time();
drop function outdate_invoice_bases_of_prepaid_hours();

-- Marks the live unbilled bases of a customer, or of all, from the month of a date on: late rows go to later months. The caller has
-- locked the customer, so that a basis that is being made is seen. The time is that of the mark, so that a check that has seen an
-- earlier one leaves this.
create function mark_invoice_bases(of_org uuid, of_customer uuid, of_date date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.invoice_bases b set check_at = clock_timestamp() from (
    select id from stodpunkt.invoice_bases where org_id = of_org and (of_customer is null or customer_id = of_customer)
      and month >= date_trunc('month', of_date)::date and state in ('draft', 'sent', 'approved') order by id for no key update) marked
  where b.org_id = of_org and b.id = marked.id;
end $$;
revoke all on function mark_invoice_bases(uuid, uuid, date) from public;

-- The foreign key locks the customers of new rows.
create function mark_invoice_bases_of_new_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.mark_invoice_bases(org_id, customer_id, first_date) from (
    select org_id, customer_id, min(work_date) as first_date from new_entries group by org_id, customer_id order by customer_id) firsts;
  return null;
end $$;
revoke all on function mark_invoice_bases_of_new_time() from public;
create trigger mark_invoice_bases after insert on time_entries referencing new table as new_entries
  for each statement execute function mark_invoice_bases_of_new_time();
create trigger mark_invoice_bases after insert on expenses referencing new table as new_entries
  for each statement execute function mark_invoice_bases_of_new_time();

create function mark_invoice_bases_of_changed_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id in (new.customer_id, old.customer_id)
  order by id for key share;
  perform stodpunkt.mark_invoice_bases(new.org_id, customer, first_date) from (
    select customer, min(of_date) as first_date
    from (values (old.customer_id, old.work_date), (new.customer_id, new.work_date)) as moved (customer, of_date)
    group by customer order by customer) firsts;
  return null;
end $$;
revoke all on function mark_invoice_bases_of_changed_time() from public;
-- Setting clock times may change the price: time without them is never after-hours work (docs/decisions/088).
create trigger mark_invoice_bases_changed after update on time_entries for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.from_is_first, new.to_is_first, new.is_placed, new.description, new.unbilled_reason, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.from_is_first, old.to_is_first, old.is_placed, old.description, old.unbilled_reason, old.deleted_at))
  execute function mark_invoice_bases_of_changed_time();
create trigger mark_invoice_bases_changed after update on expenses for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.work_date, new.kind, new.article, new.article_id, new.quantity, new.unit,
      new.price_ore, new.description, new.unbilled_reason, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.work_date, old.kind, old.article, old.article_id, old.quantity, old.unit,
      old.price_ore, old.description, old.unbilled_reason, old.deleted_at))
  execute function mark_invoice_bases_of_changed_time();

create function mark_invoice_bases_of_prepaid_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id = new.customer_id for key share;
  perform stodpunkt.mark_invoice_bases(new.org_id, new.customer_id, new.bought_on);
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', new.org_id, 'customer', new.customer_id,
    'internal', false, 'contacts', '[]'::jsonb));
  return null;
end $$;
revoke all on function mark_invoice_bases_of_prepaid_hours() from public;
create trigger mark_invoice_bases after insert or update on prepaid_hours for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function mark_invoice_bases_of_prepaid_hours();

-- Agreements, the company's terms and rates of VAT: dated rows, which apply until the next one.
create function mark_invoice_bases_of_dated_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  dated constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform stodpunkt.mark_invoice_bases((dated ->> 'org_id')::uuid, (dated ->> 'customer_id')::uuid, (dated ->> 'valid_from')::date);
  return null;
end $$;
revoke all on function mark_invoice_bases_of_dated_row() from public;
create trigger mark_invoice_bases after insert or update or delete on agreements
  for each row execute function mark_invoice_bases_of_dated_row();
create trigger mark_invoice_bases after insert or update or delete on default_terms
  for each row execute function mark_invoice_bases_of_dated_row();
create trigger mark_invoice_bases after insert or update or delete on vat_rates
  for each row execute function mark_invoice_bases_of_dated_row();

-- Recurring charges and their dated rows; those of an article concern all customers who may have it.
create function mark_invoice_bases_of_charge() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed constant jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  of_org constant uuid := (changed ->> 'org_id')::uuid;
  concerned record;
begin
  for concerned in
    select c.customer_id, min(c.starts_on) as starts_on from stodpunkt.charges c
    where c.org_id = of_org and (c.id = coalesce((changed ->> 'charge_id')::uuid, (changed ->> 'id')::uuid)
      or c.article_id = (changed ->> 'article_id')::uuid and tg_table_name = 'article_prices')
    group by c.customer_id order by c.customer_id
  loop
    perform from stodpunkt.customers where org_id = of_org and id = concerned.customer_id for key share;
    perform stodpunkt.mark_invoice_bases(of_org, concerned.customer_id, concerned.starts_on);
  end loop;
  return null;
end $$;
revoke all on function mark_invoice_bases_of_charge() from public;
create trigger mark_invoice_bases after insert or update on charges for each row execute function mark_invoice_bases_of_charge();
create trigger mark_invoice_bases after insert or update or delete on charge_quantities
  for each row execute function mark_invoice_bases_of_charge();
create trigger mark_invoice_bases after insert or update or delete on charge_prices
  for each row execute function mark_invoice_bases_of_charge();
create trigger mark_invoice_bases after insert or update or delete on charge_discounts
  for each row execute function mark_invoice_bases_of_charge();
create trigger mark_invoice_bases after insert or update or delete on article_prices
  for each row execute function mark_invoice_bases_of_charge();

create function mark_invoice_bases_of_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.mark_invoice_bases(new.org_id, new.id, stodpunkt.first_work_date());
  return null;
end $$;
revoke all on function mark_invoice_bases_of_customer() from public;
create trigger mark_invoice_bases after update on customers for each row
  when ((new.vat, new.is_private) is distinct from (old.vat, old.is_private)) execute function mark_invoice_bases_of_customer();

create function mark_invoice_bases_of_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.mark_invoice_bases(new.org_id, null, stodpunkt.first_work_date());
  return null;
end $$;
revoke all on function mark_invoice_bases_of_company() from public;
-- The triggers of former_hours run with these.
create trigger mark_invoice_bases after update on company_facts for each row
  when ((new.opens, new.closes, new.day_hours, new.closed_days, new.eves, new.half_days, new.half_day_closes, new.hours_from,
      new.billing_from)
    is distinct from
    (old.opens, old.closes, old.day_hours, old.closed_days, old.eves, old.half_days, old.half_day_closes, old.hours_from,
      old.billing_from))
  execute function mark_invoice_bases_of_company();

-- What one basis bills or returns, the customer's others may have to leave out or take: late rows and prepaid hours. Who bills,
-- takes back or removes a basis has locked the customer.
create function mark_other_invoice_bases() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.mark_invoice_bases(old.org_id, old.customer_id,
    case when tg_op = 'DELETE' then old.month else stodpunkt.first_work_date() end);
  return null;
end $$;
revoke all on function mark_other_invoice_bases() from public;
create trigger mark_others after update on invoice_bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function mark_other_invoice_bases();
create trigger mark_others_of_removed after delete on invoice_bases for each row
  when (old.state in ('draft', 'sent', 'approved')) execute function mark_other_invoice_bases();

create or replace function lock_prepaid_hours_of_invoice_basis(of_org uuid, of_basis uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- Two bases of a customer that are billed at once would mark each other.
  perform from stodpunkt.customers c join stodpunkt.invoice_bases b on b.org_id = c.org_id and b.customer_id = c.id
  where b.org_id = of_org and b.id = of_basis for no key update of c;
  perform from stodpunkt.prepaid_hours p where p.org_id = of_org and p.id in (
    select prepaid_hours_id from stodpunkt.invoice_basis_lines l where l.org_id = of_org and l.basis_id = of_basis)
  order by p.id for no key update;
end $$;

-- Draws the hours in the lines of a billed basis, and returns them when the basis is taken back.
create or replace function draw_prepaid_hours() returns trigger
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
drop function outdate_invoice_bases_of_drawdown(prepaid_hours);
drop function outdate_invoice_bases(uuid, uuid, date);

-- Rules for every role: the order of states, who may take back a basis or its approval, and the conditions for billing.
create or replace function guard_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  this_year constant integer := extract(year from now() at time zone stodpunkt.business_time_zone());
  ends_approval constant boolean := old.state = 'approved' and new.state = 'sent';
  is_settled_now constant boolean := old.check_at is not null and new.check_at is null;
begin
  if new.state = old.state then return new; end if;
  -- An approval may be noted of a draft that nobody could be sent.
  if (old.state, new.state) not in (('draft', 'sent'), ('draft', 'approved'), ('draft', 'billed'), ('draft', 'replaced'),
      ('sent', 'approved'), ('sent', 'billed'), ('sent', 'replaced'), ('approved', 'sent'), ('approved', 'billed'),
      ('approved', 'replaced'), ('billed', 'withdrawn')) then
    raise exception 'a basis does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'invoice_bases_state_order';
  end if;
  if new.state in ('sent', 'approved', 'billed') and not ends_approval then
    if new.check_at is not null then
      raise exception 'the basis is unchecked' using errcode = 'check_violation', constraint = 'invoice_bases_checked';
    end if;
    if old.outdated_at is not null then
      raise exception 'the basis is outdated' using errcode = 'check_violation', constraint = 'invoice_bases_current';
    end if;
  end if;
  if ends_approval then
    if not (is_settled_now or actor.may_approve() and actor.customer_id() = old.customer_id
        or actor.is_admin() and old.approval_note is not null) then
      raise exception 'only the customer may withdraw its approval' using errcode = 'insufficient_privilege';
    end if;
    -- Prices were kept for this approval alone.
    if old.kept_difference is not null and not is_settled_now then new.check_at := clock_timestamp(); end if;
    new.kept_difference := null;
    new.kept_reason := null;
    new.kept_by := null;
    new.kept_at := null;
    new.approved_at := null;
    new.approved_by := null;
    new.approved_name := null;
    new.approval_note := null;
    -- Nobody was sent it.
    if old.sent_at is null then new.state := 'draft'; end if;
  end if;
  if new.state = 'withdrawn' then
    if not actor.is_admin() then
      raise exception 'only an administrator takes a basis back' using errcode = 'insufficient_privilege';
    end if;
    update stodpunkt.invoice_basis_rows set is_billed = false where org_id = old.org_id and basis_id = old.id;
  end if;
  if new.state = 'billed' then
    if old.needs_approval and old.state <> 'approved' then
      raise exception 'the customer has not approved' using errcode = 'check_violation', constraint = 'invoice_bases_approved';
    end if;
    perform from stodpunkt.time_entries e join stodpunkt.invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
    where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' order by e.id for no key update of e;
    if exists (select from stodpunkt.invoice_basis_rows r
        left join stodpunkt.time_entries e on e.org_id = r.org_id and e.id = r.source_id
        where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' and e.reported is not true) then
      raise exception 'a row is not reported' using errcode = 'check_violation', constraint = 'invoice_bases_rows_reported';
    end if;
    insert into stodpunkt.invoice_basis_numbers as numbers (org_id, year, last) values (old.org_id, this_year, 1)
    on conflict (org_id, year) do update set last = numbers.last + 1 returning last into new.number;
    new.number_year := this_year;
    update stodpunkt.invoice_basis_rows set is_billed = true where org_id = old.org_id and basis_id = old.id;
  end if;
  return new;
end $$;

-- The outcome of a check that saw this mark: what is different, or null. False when the mark is another by now. Changed rows end an
-- approval, changed prices do not.
create function settle_invoice_basis(of_org uuid, basis uuid, seen text, has_changed_rows boolean, found_difference jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if actor.user_id() is not null and not (actor.is_staff() and actor.org_id() = of_org) then
    raise exception 'only staff check a basis' using errcode = 'insufficient_privilege';
  end if;
  update stodpunkt.invoice_bases b set check_at = null, difference = outcome.difference,
    outdated_at = case when outcome.difference is not null then coalesce(b.outdated_at, now()) end,
    state = case when b.state = 'approved' and has_changed_rows and outcome.difference is not null then 'sent' else b.state end
  from (select id, case when found_difference is distinct from kept_difference then found_difference end as difference
    from stodpunkt.invoice_bases where org_id = of_org and invoice_bases.id = basis for no key update) outcome
  where b.org_id = of_org and b.id = outcome.id and b.check_at::text = seen and b.state in ('draft', 'sent', 'approved');
  return found;
end $$;
revoke all on function settle_invoice_basis(uuid, uuid, text, boolean, jsonb) from public;
grant execute on function settle_invoice_basis(uuid, uuid, text, boolean, jsonb) to stodpunkt_app, stodpunkt_jobs;

-- Staff keep what is approved although prices have changed. False when there is nothing to keep.
create function keep_approved_invoice_basis(basis uuid, why text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_staff() then return false; end if;
  update stodpunkt.invoice_bases set kept_difference = difference, kept_reason = why, kept_by = actor.user_id(), kept_at = now(),
    difference = null, outdated_at = null
  where org_id = actor.org_id() and id = basis and state = 'approved' and difference is not null and check_at is null;
  return found;
end $$;
revoke all on function keep_approved_invoice_basis(uuid, text) from public;
grant execute on function keep_approved_invoice_basis(uuid, text) to stodpunkt_app;

-- The customer approves the basis that it was shown. False when there is none to approve, or it is unchecked or outdated.
create or replace function approve_invoice_basis(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.may_approve() then return false; end if;
  update stodpunkt.invoice_bases set state = 'approved', approved_at = now(), approved_by = actor.user_id(),
    approved_name = coalesce((select full_name from stodpunkt.customer_users where user_id = actor.user_id()),
      (select email from auth.users where id = actor.user_id()))
  where org_id = actor.org_id() and customer_id = actor.customer_id() and id = basis and state = 'sent' and outdated_at is null
    and check_at is null;
  return found;
end $$;

-- By nobody when a check ended it.
create or replace function keep_ended_approval() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_whom constant uuid := case when not (old.check_at is not null and new.check_at is null) then actor.user_id() end;
begin
  insert into stodpunkt.ended_approvals (org_id, basis_id, approved_at, approved_name, approval_note, ended_by, ended_name)
  values (old.org_id, old.id, old.approved_at, old.approved_name, old.approval_note, by_whom,
    (select coalesce(l.full_name, p.full_name, u.email) from auth.users u
      left join stodpunkt.customer_users l on l.user_id = u.id left join stodpunkt.profiles p on p.id = u.id
      where u.id = by_whom));
  return null;
end $$;

-- Live events; those of a draft go to staff only. Jobs check a basis that was marked, and send mail about one that is outdated; of
-- prices that changed after the approval staff decide first.
create or replace function notify_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare basis stodpunkt.invoice_bases := case when tg_op = 'DELETE' then old else new end;
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', basis.org_id, 'customer', basis.customer_id,
    'internal', tg_op <> 'UPDATE' and basis.state = 'draft', 'contacts', '[]'::jsonb));
  if tg_op = 'UPDATE' and old.check_at is null and new.check_at is not null then
    perform jobs.enqueue('basis-check', json_build_object('orgId', new.org_id, 'basisId', new.id), 25);
  end if;
  if tg_op = 'UPDATE' and new.state = 'sent' and new.sent_at is not null and new.outdated_at is not null
    and (old.outdated_at is null or old.state = 'approved') then
    perform jobs.enqueue('basis-tell', json_build_object('orgId', new.org_id, 'basisId', new.id, 'what', 'outdated'), 25);
  end if;
  return null;
end $$;

create index invoice_basis_lines_prepaid_hours on invoice_basis_lines (org_id, prepaid_hours_id) where prepaid_hours_id is not null;

-- Bases that were outdated by the former rules: what is billed stays as it is, the others are checked.
update invoice_bases set outdated_at = null where state = 'billed' and outdated_at is not null;
update invoice_bases set check_at = clock_timestamp() where state in ('draft', 'sent', 'approved') and outdated_at is not null;
