-- What the public site shows of the company. A missing fact omits its line.
create table company_facts (
  org_id uuid primary key references organizations,
  founded integer not null default 2017 constraint company_facts_founded_range check (founded between 1800 and 2100),
  phone text,
  emergency_phone text,
  email text,
  address text,
  seat text,
  vat_number text,
  opens time not null default '08:00',
  closes time not null default '17:00',
  group_line text,
  founder_name text,
  founder_title text,
  founder_story text,
  area_served text,
  prices text,
  version integer not null default 1,
  postal_code text constraint company_facts_postal_code check (postal_code ~ '^[1-9]\d{2} \d{2}$'),
  city text,
  services text
);

-- Facts saved before these rules stay valid until they are next changed, hence `not valid`.
alter table company_facts
  add constraint company_facts_vat_number check (vat_number ~ '^SE\d{10}01$') not valid,
  add constraint company_facts_hours check (opens < closes) not valid;

call protect('company_facts');
create policy staff_read on company_facts for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy admin_change on company_facts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy site_read on company_facts for select to stodpunkt_site using (true);
grant select, update on company_facts to stodpunkt_app;
grant select on company_facts to stodpunkt_site;

-- Mail to visitors names the company's phone number, address and opening hours.
create policy jobs_read on company_facts for select to stodpunkt_jobs using (true);
grant select (org_id, phone, emergency_phone, email, opens, closes) on company_facts to stodpunkt_jobs;
