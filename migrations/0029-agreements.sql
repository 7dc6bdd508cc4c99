-- The prices of work (docs/decisions/063): terms, agreements of customers on terms from a date, the company's default terms, and
-- rates of VAT. A dated row applies until the next one, so that two can never overlap. Amounts are whole öre without VAT.
create table terms (
  org_id uuid not null references organizations,
  id uuid not null,
  -- The same for all versions of the same terms: the id of the first.
  series_id uuid not null,
  number integer not null constraint terms_number_positive check (number >= 1),
  name text not null constraint terms_name_length check (name = btrim(name) and length(name) between 1 and 100),
  remote_ore integer not null constraint terms_remote_range check (remote_ore between 0 and 10000000),
  onsite_ore integer not null constraint terms_onsite_range check (onsite_ore between 0 and 10000000),
  after_hours_ore integer not null constraint terms_after_hours_range check (after_hours_ore between 0 and 10000000),
  round_to integer not null constraint terms_round_to_minutes check (round_to in (0, 15, 30, 60)),
  round_by text not null constraint terms_round_by_values check (round_by in ('row', 'ticket')),
  smallest_minutes integer not null constraint terms_smallest_range check (smallest_minutes between 0 and 480),
  start_fee_ore integer not null constraint terms_start_fee_range check (start_fee_ore between 0 and 10000000),
  included_minutes integer not null constraint terms_included_range check (included_minutes between 0 and 60000),
  after_hours_drawdowns boolean not null,
  needs_approval boolean not null,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint terms_versions unique (org_id, series_id, number)
);

create trigger terms_not_blank before insert on terms
  for each row when (is_blank(new.name)) execute function refuse_blank();

call protect('terms');
create policy staff_read on terms for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on terms for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id());
create policy admin_delete on terms for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on terms for select to stodpunkt_jobs using (true);
-- No grant to update: terms are replaced by a new version.
grant select, insert, delete on terms to stodpunkt_app;
grant select on terms to stodpunkt_jobs;

create table agreements (
  org_id uuid not null,
  customer_id uuid not null,
  valid_from date not null constraint agreements_valid_from check (valid_from >= first_work_date()),
  -- Null: the customer has no agreement from this date, and the company's default terms apply.
  terms_id uuid,
  primary key (org_id, customer_id, valid_from),
  constraint agreements_customer foreign key (org_id, customer_id) references customers,
  constraint agreements_terms foreign key (org_id, terms_id) references terms
);
create index agreements_of_terms on agreements (org_id, terms_id);

call protect('agreements');
create policy staff_read on agreements for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on agreements for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on agreements for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on agreements for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on agreements for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (terms_id) on agreements to stodpunkt_app;
grant select on agreements to stodpunkt_jobs;

create table default_terms (
  org_id uuid not null,
  valid_from date not null constraint default_terms_valid_from check (valid_from >= first_work_date()),
  terms_id uuid not null,
  primary key (org_id, valid_from),
  constraint default_terms_terms foreign key (org_id, terms_id) references terms
);
create index default_terms_of_terms on default_terms (org_id, terms_id);

call protect('default_terms');
create policy staff_read on default_terms for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on default_terms for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on default_terms for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on default_terms for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on default_terms for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (terms_id) on default_terms to stodpunkt_app;
grant select on default_terms to stodpunkt_jobs;

-- Until the first row the standard rate applies: STANDARD_VAT_PERCENT in terms.rules.ts.
create table vat_rates (
  org_id uuid not null references organizations,
  valid_from date not null constraint vat_rates_valid_from check (valid_from >= first_work_date()),
  percent integer not null constraint vat_rates_percent_range check (percent between 0 and 100),
  primary key (org_id, valid_from)
);

call protect('vat_rates');
create policy staff_read on vat_rates for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on vat_rates for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on vat_rates for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on vat_rates for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on vat_rates for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (percent) on vat_rates to stodpunkt_app;
grant select on vat_rates to stodpunkt_jobs;

-- Terms that are referred to have been agreed on: no role may change them, not even the owner.
create function guard_terms() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from stodpunkt.agreements a where a.org_id = old.org_id and a.terms_id = old.id)
    or exists (select from stodpunkt.default_terms d where d.org_id = old.org_id and d.terms_id = old.id) then
    raise exception 'terms in use never change' using errcode = 'check_violation', constraint = 'terms_used';
  end if;
  return new;
end $$;
revoke all on function guard_terms() from public;
create trigger guard before update on terms for each row execute function guard_terms();

-- How a customer is billed. Row-level security cannot distinguish columns: a trigger and the grants do.
alter table customers
  add vat text not null default 'standard' constraint customers_vat_values check (vat in ('standard', 'reverse')),
  add is_private boolean not null default false,
  add constraint customers_private_pays_vat check (not (is_private and vat = 'reverse'));
revoke insert on customers from stodpunkt_app;
grant insert (org_id, id, name, email, phone, address, notes, created_by, version), update (vat, is_private)
  on customers to stodpunkt_app;
grant select (vat, is_private) on customers to stodpunkt_jobs;

create function guard_customer_billing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_admin() then
    raise exception 'only an administrator changes how a customer is billed' using errcode = 'insufficient_privilege';
  end if;
  if new.vat = 'reverse' and new.reverse_reason is null then
    raise exception 'reverse charge has a reason'
      using errcode = 'check_violation', constraint = 'customers_reverse_has_reason', table = 'customers';
  end if;
  if new.is_private and exists (select from stodpunkt.billing_details d where d.org_id = new.org_id and d.customer_id = new.id
      and num_nonnulls(d.org_number, d.vat_number) > 0) then
    raise exception 'a private customer has no number'
      using errcode = 'check_violation', constraint = 'billing_details_of_private', table = 'customers';
  end if;
  return new;
end $$;
revoke all on function guard_customer_billing() from public;

-- What applies to a customer has changed, or may have: for the screens of other staff.
create function notify_agreement() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'agreement', 'org', coalesce(new.org_id, old.org_id)));
  return null;
end $$;
create trigger notify after insert or delete on terms for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on agreements for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on default_terms for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify after insert or update or delete on vat_rates for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
