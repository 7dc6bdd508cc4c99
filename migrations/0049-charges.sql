-- Recurring charges (docs/decisions/118): what a customer pays each month, quarter or year, in advance or in arrears, with dated
-- quantities and prices. A dated row applies until the next one. Amounts are whole öre without VAT.
create table charges (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  -- Null: the charge has a text, unit and VAT of its own.
  article_id uuid,
  -- Null: the article's name.
  text text constraint charges_text_length check (text = btrim(text) and length(text) between 1 and 160),
  unit text constraint charges_unit_length check (unit = btrim(unit) and length(unit) between 1 and 20),
  period text not null constraint charges_period_values check (period in ('month', 'quarter', 'year')),
  -- When a period is billed: with the month of its first day or of its last.
  timing text not null constraint charges_timing_values check (timing in ('advance', 'arrears')),
  -- Periods begin on the first day of the month of this date, and each next one a period later.
  starts_on date not null constraint charges_starts_on check (starts_on >= first_work_date()),
  -- The last day.
  ends_on date constraint charges_ends_on check (ends_on >= starts_on),
  binding_until date,
  notice_months integer not null default 0 constraint charges_notice_range check (notice_months between 0 and 36),
  -- Whether a part of a period, or of a quantity within it, counts by days; otherwise the period's first day decides.
  is_by_days boolean not null,
  order_number text
    constraint charges_order_number_length check (order_number = btrim(order_number) and length(order_number) between 1 and 50),
  note text constraint charges_note_length check (length(note) <= 1000),
  version integer not null default 1,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint charges_named check (article_id is not null or (text is not null and unit is not null)),
  constraint charges_customer foreign key (org_id, customer_id) references customers,
  constraint charges_article foreign key (org_id, article_id) references articles
);
create index charges_of_customer on charges (org_id, customer_id, starts_on);
create index charges_of_article on charges (org_id, article_id);
create index charges_bound on charges (org_id, binding_until) where binding_until is not null;

create trigger charges_not_blank before insert or update of text, unit on charges
  for each row when (is_blank(new.text) or is_blank(new.unit)) execute function refuse_blank();

call protect('charges');
create policy staff_read on charges for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on charges for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id());
create policy admin_change on charges for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
-- Only what no line of a basis refers to.
create policy admin_delete on charges for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on charges for select to stodpunkt_jobs using (true);
grant select, delete on charges to stodpunkt_app;
grant select on charges to stodpunkt_jobs;
grant insert (org_id, id, customer_id, article_id, text, unit, period, timing, starts_on, ends_on, binding_until, notice_months,
  is_by_days, order_number, note, created_by),
  update (text, unit, ends_on, binding_until, notice_months, order_number, note, version) on charges to stodpunkt_app;

create table charge_quantities (
  org_id uuid not null,
  charge_id uuid not null,
  valid_from date not null,
  -- Hundredths of the unit.
  hundredths integer not null constraint charge_quantities_range check (hundredths between 0 and 100000000),
  primary key (org_id, charge_id, valid_from),
  constraint charge_quantities_charge foreign key (org_id, charge_id) references charges on delete cascade
);

create table charge_prices (
  org_id uuid not null,
  charge_id uuid not null,
  valid_from date not null,
  -- Of one unit and period. Null: the article's price.
  price_ore integer constraint charge_prices_range check (price_ore between 0 and 10000000),
  primary key (org_id, charge_id, valid_from),
  constraint charge_prices_charge foreign key (org_id, charge_id) references charges on delete cascade
);

create table charge_discounts (
  org_id uuid not null,
  charge_id uuid not null,
  valid_from date not null,
  -- Of the period's price; one of the two, or neither from the date on.
  basis_points integer constraint charge_discounts_points_range check (basis_points between 1 and 10000),
  amount_ore integer constraint charge_discounts_amount_range check (amount_ore between 1 and 10000000),
  primary key (org_id, charge_id, valid_from),
  constraint charge_discounts_one check (basis_points is null or amount_ore is null),
  constraint charge_discounts_charge foreign key (org_id, charge_id) references charges on delete cascade
);

call protect('charge_quantities');
create policy staff_read on charge_quantities for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on charge_quantities for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on charge_quantities for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on charge_quantities for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on charge_quantities for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (hundredths) on charge_quantities to stodpunkt_app;
grant select on charge_quantities to stodpunkt_jobs;

call protect('charge_prices');
create policy staff_read on charge_prices for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on charge_prices for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on charge_prices for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on charge_prices for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on charge_prices for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (price_ore) on charge_prices to stodpunkt_app;
grant select on charge_prices to stodpunkt_jobs;

call protect('charge_discounts');
create policy staff_read on charge_discounts for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on charge_discounts for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on charge_discounts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on charge_discounts for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on charge_discounts for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (basis_points, amount_ore) on charge_discounts to stodpunkt_app;
grant select on charge_discounts to stodpunkt_jobs;

-- What is charged changes for other staff's screens (the months' lists too).
create trigger notify after insert or update or delete on charges for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on charge_quantities for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on charge_prices for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on charge_discounts for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();

-- The fee of customers with an agreement on the terms, a month without VAT; an agreement may have one of its own.
alter table terms add monthly_fee_ore integer not null default 0
  constraint terms_monthly_fee_range check (monthly_fee_ore between 0 and 10000000);
alter table agreements add monthly_fee_ore integer
  constraint agreements_monthly_fee_range check (monthly_fee_ore between 0 and 10000000),
  add constraint agreements_fee_of_terms check (terms_id is not null or monthly_fee_ore is null);
grant update (monthly_fee_ore) on agreements to stodpunkt_app;

-- What a line of a basis says of its article, and which period of which charge, or month of the fee, it is a price of.
alter table invoice_basis_lines
  add article_number text,
  add account text,
  -- Printed where the VAT is 0.
  add vat_reason text,
  add charge_id uuid,
  add period_from date,
  add period_to date,
  -- How the period of a charge was priced, to say later what has changed (ChargedPeriod in charges.rules.ts).
  add charged jsonb,
  add constraint invoice_basis_lines_charge foreign key (org_id, charge_id) references charges,
  add constraint invoice_basis_lines_of_charge check ((charge_id is not null) = (kind in ('charge', 'adjustment'))
    and (charge_id is null) = (charged is null)),
  add constraint invoice_basis_lines_period check ((period_from is not null) = (kind in ('fee', 'charge', 'adjustment'))
    and (period_from is null) = (period_to is null));
create index invoice_basis_lines_charges on invoice_basis_lines (org_id, charge_id, period_from) where charge_id is not null;
create index invoice_basis_lines_fees on invoice_basis_lines (org_id, basis_id) where kind = 'fee';
create index invoice_basis_lines_of_periods on invoice_basis_lines (org_id, basis_id) where period_from is not null;

alter table invoice_bases add recurring_ore bigint not null default 0;
grant insert (recurring_ore) on invoice_bases to stodpunkt_app;
