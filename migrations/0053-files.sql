-- The PDF of a billed invoice basis, as it was when billed (docs/decisions/122). Made by a job, and never changed.
create table invoice_basis_pdfs (
  org_id uuid not null,
  basis_id uuid not null,
  content bytea not null constraint invoice_basis_pdfs_size check (octet_length(content) between 1 and 33554432),
  created_at timestamptz not null default now(),
  primary key (org_id, basis_id),
  constraint invoice_basis_pdfs_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade
);
-- Compressed already.
alter table invoice_basis_pdfs alter column content set storage external;

call protect('invoice_basis_pdfs');
create policy staff_read on invoice_basis_pdfs for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on invoice_basis_pdfs for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select * from actor.shown_bases()));
create policy jobs_read on invoice_basis_pdfs for select to stodpunkt_jobs using (true);
create policy jobs_store on invoice_basis_pdfs for insert to stodpunkt_jobs
  with check (exists (select from invoice_bases b
    where b.org_id = invoice_basis_pdfs.org_id and b.id = basis_id and b.state = 'billed'));
grant select on invoice_basis_pdfs to stodpunkt_app;
grant select, insert on invoice_basis_pdfs to stodpunkt_jobs;

-- Mail to approvers has the PDF.
grant select (row_count, minutes, needs_approval, is_reverse_charge, rut_ore, vat, vat_ore, approved_at, approved_name, billed_at,
  ended_at, created_at) on invoice_bases to stodpunkt_jobs;
grant select (org_number) on organizations to stodpunkt_jobs;
grant select (address, postal_code, city) on company_facts to stodpunkt_jobs;
grant select (customer_number, org_number, is_sole_trader, vat_number, address, country, invoice_email, your_reference, order_number,
  payment_days, recipient, recipient_address, cost_centre, reverse_reason) on invoice_bases to stodpunkt_jobs;
