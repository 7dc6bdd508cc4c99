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
  -- How its rows of months with other billed rows are priced (PricedSet in late-time.rules.ts).
  add priced_rows jsonb,
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
grant insert (taken_months, priced_rows) on invoice_bases to stodpunkt_app;
grant select (needs_approval, is_reverse_charge, vat, vat_ore, taken_months, priced_rows, check_at, difference, kept_difference, billed_at)
  on invoice_bases to stodpunkt_jobs;

-- Null for lines of the basis's own month.
alter table invoice_basis_lines add month date,
  -- What of a period counts as paid although it is not billed, since staff kept what was approved.
  add forgone_ore bigint not null default 0 constraint invoice_basis_lines_forgone_of_period
    check (forgone_ore = 0 or kind in ('fee', 'charge', 'adjustment'));

-- The job that checks a basis composes it again; without internal notes.
create policy jobs_read on invoice_basis_lines for select to stodpunkt_jobs using (true);
create policy jobs_read on invoice_basis_rows for select to stodpunkt_jobs using (true);
create policy jobs_read on expenses for select to stodpunkt_jobs using (true);
grant select on invoice_basis_lines, invoice_basis_rows to stodpunkt_jobs;
grant select (org_id, id, customer_id, user_id, ticket_id, work_date, kind, article, article_id, quantity, unit, price_ore, description,
  unbilled_reason, version, deleted_at) on expenses to stodpunkt_jobs;
grant select (user_id, time_to, to_is_first, description, reported, version) on time_entries to stodpunkt_jobs;

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
  when ((new.vat, new.is_private, new.reverse_reason) is distinct from (old.vat, old.is_private, old.reverse_reason)) execute function mark_invoice_bases_of_customer();

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
  if tg_op = 'DELETE' or new.state = 'withdrawn' then perform stodpunkt.note_late_rows(old.org_id, old.customer_id, null); end if;
  return null;
end $$;
revoke all on function mark_other_invoice_bases() from public;
create trigger mark_others after update on invoice_bases for each row
  when (new.state in ('billed', 'withdrawn') and new.state <> old.state) execute function mark_other_invoice_bases();
create trigger mark_others_of_removed after delete on invoice_bases for each row
  when (old.state in ('draft', 'sent', 'approved')) execute function mark_other_invoice_bases();

-- The outcome of a check that saw this mark: what is different, or null. False when the mark is another by now. Changed rows end an
-- approval, changed prices do not.
create function settle_invoice_basis(of_org uuid, basis uuid, seen text, has_changed_rows boolean, found_difference jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if actor.user_id() is not null and not (actor.is_staff() and actor.org_id() = of_org) then
    raise exception 'only staff check a basis' using errcode = 'insufficient_privilege';
  end if;
  -- What was kept is so only while it is what differs.
  update stodpunkt.invoice_basis_lines l set forgone_ore = 0
  from stodpunkt.invoice_bases b
  where b.org_id = of_org and b.id = basis and b.check_at::text = seen and b.state in ('draft', 'sent', 'approved')
    and b.kept_difference is distinct from found_difference and l.org_id = b.org_id and l.basis_id = b.id and l.forgone_ore <> 0;
  update stodpunkt.invoice_bases b set check_at = null, difference = outcome.difference,
    kept_difference = case when outcome.is_kept then kept_difference end, kept_reason = case when outcome.is_kept then kept_reason end,
    kept_by = case when outcome.is_kept then kept_by end, kept_at = case when outcome.is_kept then kept_at end,
    outdated_at = case when outcome.difference is not null then coalesce(b.outdated_at, now()) end,
    state = case when b.state = 'approved' and has_changed_rows and outcome.difference is not null then 'sent' else b.state end
  from (select id, found_difference is not distinct from kept_difference as is_kept,
      case when found_difference is distinct from kept_difference then found_difference end as difference
    from stodpunkt.invoice_bases where org_id = of_org and invoice_bases.id = basis for no key update) outcome
  where b.org_id = of_org and b.id = outcome.id and b.check_at::text = seen and b.state in ('draft', 'sent', 'approved');
  return found;
end $$;
revoke all on function settle_invoice_basis(uuid, uuid, text, boolean, jsonb) from public;
grant execute on function settle_invoice_basis(uuid, uuid, text, boolean, jsonb) to stodpunkt_app, stodpunkt_jobs;

-- The basis that a customer's approver has now for the month of one that it was sent, such as that of an old mail's link.
create function current_invoice_basis(basis uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select live.id from stodpunkt.invoice_bases sent
  join stodpunkt.invoice_bases live on live.org_id = sent.org_id and live.customer_id = sent.customer_id and live.month = sent.month
    and live.state in ('sent', 'approved', 'billed')
  where sent.id = basis and sent.org_id = actor.org_id() and sent.customer_id = actor.customer_id() and sent.sent_at is not null
    and actor.may_approve()
$$;
revoke all on function current_invoice_basis(uuid) from public;
grant execute on function current_invoice_basis(uuid) to stodpunkt_app;

-- Whether another basis has billed a period of a line since the basis was made.
create function is_billed_elsewhere(of_org uuid, basis uuid) returns boolean
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from stodpunkt.invoice_bases b
    join stodpunkt.invoice_basis_lines l on l.org_id = b.org_id and l.basis_id = b.id and l.period_from is not null
    join stodpunkt.invoice_bases o on o.org_id = b.org_id and o.customer_id = b.customer_id and o.state = 'billed' and o.id <> b.id
      and o.billed_at > b.created_at
    join stodpunkt.invoice_basis_lines h on h.org_id = o.org_id and h.basis_id = o.id and h.period_from = l.period_from
      and h.charge_id is not distinct from l.charge_id
    where b.org_id = of_org and b.id = basis);
end $$;
revoke all on function is_billed_elsewhere(uuid, uuid) from public;
grant execute on function is_billed_elsewhere(uuid, uuid) to stodpunkt_app;

-- Staff keep what is approved although prices have changed, as they saw them: the periods of its charges count as paid at the prices
-- of now. `forgone` has for lines of periods { position, ore, charged }. False when there is nothing to keep; an error when another
-- basis has billed one of its periods since.
create function keep_approved_invoice_basis(basis uuid, why text, seen jsonb, forgone jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_staff() then return false; end if;
  if stodpunkt.is_billed_elsewhere(actor.org_id(), basis) then
    raise exception 'a period is billed on another basis' using errcode = 'check_violation', constraint = 'invoice_bases_kept_once';
  end if;
  update stodpunkt.invoice_bases set kept_difference = difference, kept_reason = why, kept_by = actor.user_id(), kept_at = now(),
    difference = null, outdated_at = null
  where org_id = actor.org_id() and id = basis and state = 'approved' and difference = seen and check_at is null;
  if not found then return false; end if;
  update stodpunkt.invoice_basis_lines l set forgone_ore = f.ore, charged = coalesce(f.charged, l.charged)
  from jsonb_to_recordset(forgone) as f (position integer, ore bigint, charged jsonb)
  where l.org_id = actor.org_id() and l.basis_id = basis and l.position = f.position and l.period_from is not null
    and (f.charged is null or l.charge_id is not null);
  return true;
end $$;
revoke all on function keep_approved_invoice_basis(uuid, text, jsonb, jsonb) from public;
grant execute on function keep_approved_invoice_basis(uuid, text, jsonb, jsonb) to stodpunkt_app;

create index invoice_basis_lines_prepaid_hours on invoice_basis_lines (org_id, prepaid_hours_id) where prepaid_hours_id is not null;

-- Bases that were outdated by the former rules: what is billed stays as it is, the others are checked.
update invoice_bases set outdated_at = null, may_have_late_rows = true where state = 'billed' and outdated_at is not null;
update invoice_bases set check_at = clock_timestamp() where state in ('draft', 'sent', 'approved') and outdated_at is not null;
