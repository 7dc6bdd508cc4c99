-- The company facts an administrator fills in. What stood before was typed by nobody's form: it is checked when it is
-- next saved.
alter table company_facts
  add column postal_code text constraint company_facts_postal_code check (postal_code ~ '^[1-9]\d{2} \d{2}$'),
  add column city text,
  add column services text,
  add constraint company_facts_vat_number check (vat_number ~ '^SE\d{10}01$') not valid,
  add constraint company_facts_hours check (opens < closes) not valid;
alter table organizations
  add constraint organizations_org_number check (org_number ~ '^\d{6}-\d{4}$') not valid,
  add constraint organizations_payment_terms check (payment_terms = btrim(payment_terms) and payment_terms <> '') not valid;
