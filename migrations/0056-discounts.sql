-- Discounts of customers and of bases, free lines, and rows that are shown but not billed (docs/decisions/125). Amounts are whole öre
-- without VAT.

-- What applies to a basis is the row in force on the first day of its month.
create table customer_discounts (
  org_id uuid not null,
  customer_id uuid not null,
  valid_from date not null,
  -- Of everything that a basis bills, or an amount a month; neither from the date on.
  basis_points integer constraint customer_discounts_points_range check (basis_points between 1 and 10000),
  amount_ore integer constraint customer_discounts_amount_range check (amount_ore between 1 and 10000000),
  primary key (org_id, customer_id, valid_from),
  constraint customer_discounts_one check (basis_points is null or amount_ore is null),
  constraint customer_discounts_customer foreign key (org_id, customer_id) references customers
);

call protect('customer_discounts');
create policy staff_read on customer_discounts for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on customer_discounts for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on customer_discounts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on customer_discounts for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on customer_discounts for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (basis_points, amount_ore) on customer_discounts to stodpunkt_app;
grant select on customer_discounts to stodpunkt_jobs;

create trigger notify after insert or update or delete on customer_discounts for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger mark_invoice_bases after insert or update or delete on customer_discounts
  for each row execute function mark_invoice_bases_of_dated_row();

-- The month whose discount a charge, a fee, a correction or a discount has; null for that of its rows, or of the basis.
alter table invoice_basis_lines add discount_month date;

-- A discount of the basis itself, after that of the customer.
alter table invoice_bases
  -- What the customer's discount gave of each month of the lines, and with which discount.
  add discounted jsonb,
  add other_ore bigint not null default 0,
  add discount_points integer constraint invoice_bases_discount_points_range check (discount_points between 1 and 10000),
  add discount_ore integer constraint invoice_bases_discount_ore_range check (discount_ore between 1 and 10000000),
  add discount_version integer not null default 1,
  add discount_text text constraint invoice_bases_discount_text_length
    check (discount_text = btrim(discount_text) and length(discount_text) between 1 and 160),
  add constraint invoice_bases_discount_one check (discount_points is null or discount_ore is null),
  add constraint invoice_bases_discount_text_of_one
    check (discount_text is null or discount_points is not null or discount_ore is not null);
create trigger invoice_bases_not_blank before insert or update of discount_text on invoice_bases
  for each row when (is_blank(new.discount_text)) execute function refuse_blank();
grant insert (discounted, other_ore, discount_points, discount_ore, discount_text),
  update (discounted, other_ore, discount_points, discount_ore, discount_text, discount_version, recurring_ore, rut_ore, net_ore, vat,
    vat_ore, total_ore, is_reverse_charge)
  on invoice_bases to stodpunkt_app;
grant select (discounted, discount_points, discount_ore, discount_text) on invoice_bases to stodpunkt_jobs;

-- What is sent, approved or billed keeps its amounts.
create function guard_amounts_of_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'only a draft gets other amounts' using errcode = 'insufficient_privilege', constraint = 'invoice_bases_draft_amounts';
end $$;
revoke all on function guard_amounts_of_invoice_basis() from public;
create trigger guard_amounts before update on invoice_bases for each row
  when (old.state <> 'draft'
    and (new.discounted, new.other_ore, new.discount_points, new.discount_ore, new.discount_text, new.recurring_ore, new.rut_ore,
        new.net_ore, new.vat, new.vat_ore, new.total_ore, new.is_reverse_charge)
      is distinct from
      (old.discounted, old.other_ore, old.discount_points, old.discount_ore, old.discount_text, old.recurring_ore, old.rut_ore,
        old.net_ore, old.vat, old.vat_ore, old.total_ore, old.is_reverse_charge))
  execute function guard_amounts_of_invoice_basis();

-- Only lines that no row and no charge is on are made again on a draft.
create policy staff_remove on invoice_basis_lines for delete to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()) and kind in ('free', 'discount', 'carried')
    and basis_id in (select id from invoice_bases where state = 'draft'));
grant delete on invoice_basis_lines to stodpunkt_app;

-- Lines that staff write on a draft; the basis that replaces it gets copies.
create table free_lines (
  org_id uuid not null,
  id uuid not null,
  basis_id uuid not null,
  text text not null constraint free_lines_text_length check (text = btrim(text) and length(text) between 1 and 160),
  -- Hundredths of the unit.
  hundredths integer not null constraint free_lines_quantity_range check (hundredths between 1 and 10000000),
  unit text not null constraint free_lines_unit_length check (unit = btrim(unit) and length(unit) between 1 and 20),
  price_ore integer not null constraint free_lines_price_range check (price_ore between -10000000 and 10000000),
  vat_class text not null constraint free_lines_vat_class_values check (vat_class in ('standard', 'vat12', 'vat6', 'none')),
  -- Printed where the class has no VAT.
  vat_reason text
    constraint free_lines_vat_reason_length check (vat_reason = btrim(vat_reason) and length(vat_reason) between 1 and 200),
  -- Gives number and account.
  article_id uuid,
  version integer not null default 1,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint free_lines_none_has_reason check ((vat_class = 'none') = (vat_reason is not null)),
  constraint free_lines_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade,
  constraint free_lines_article foreign key (org_id, article_id) references articles
);
create index free_lines_of_basis on free_lines (org_id, basis_id, created_at, id);
create index free_lines_of_article on free_lines (org_id, article_id) where article_id is not null;
create trigger free_lines_not_blank before insert or update of text, unit, vat_reason on free_lines for each row
  when (is_blank(new.text) or is_blank(new.unit) or is_blank(new.vat_reason)) execute function refuse_blank();

call protect('free_lines');
create policy staff_read on free_lines for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on free_lines for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and basis_id in (select id from invoice_bases where state = 'draft'));
create policy staff_change on free_lines for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and basis_id in (select id from invoice_bases where state = 'draft'))
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_remove on free_lines for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and basis_id in (select id from invoice_bases where state = 'draft'));
create policy jobs_read on free_lines for select to stodpunkt_jobs using (true);
grant select, delete, insert (org_id, id, basis_id, text, hundredths, unit, price_ore, vat_class, vat_reason, article_id, created_by,
  created_at), update (text, hundredths, unit, price_ore, vat_class, vat_reason, article_id, version) on free_lines to stodpunkt_app;
grant select on free_lines to stodpunkt_jobs;

-- As the row was when the basis was made.
alter table invoice_basis_rows add unbilled_reason text;
grant insert (unbilled_reason) on invoice_basis_rows to stodpunkt_app;
