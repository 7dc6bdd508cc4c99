-- What a ledger needs to know of the companies and associations among the customers. Their organization numbers have right check
-- digits and are of series that nobody has been given yet; a firm with the trade 'Bygg' has reverse charge (2-people.sql).
create function pg_temp.org_number(series text, n bigint) returns text language sql immutable as $$
  select left(digits, 6) || '-' || right(digits, 4)
  from generate_series(0, 9) last, lateral (select series || lpad(n::text, 3, '0') || last as digits) numbered
  where has_luhn_digit(digits)
$$;

insert into billing_details (org_id, customer_id, org_number, vat_number, invoice_email, street, postcode, town, your_reference,
  order_number, payment_days, requires_reference)
select org_id, id, org_number, case kind when 'company' then 'SE' || replace(org_number, '-', '') || '01' end,
  case when pg_temp.dice('invoices of ' || g) < 0.6 then 'faktura@' || host || '.example' end,
  address[1], address[2], address[3],
  case when pg_temp.dice('reference of ' || g) < 0.7 then contact end,
  case when pg_temp.dice('order of ' || g) < 0.15 then 'PO-' || 4100 + g end,
  case when kind = 'association' then 20 when pg_temp.dice('terms of ' || g) < 0.2 then 10 end,
  kind = 'association' and pg_temp.dice('reference of ' || g) < 0.7
from (
  select demo_customer.org_id, demo_customer.id, g, n, kind, host, contact,
    pg_temp.org_number(case kind when 'company' then '559999' else '829999' end, n) as org_number,
    customer.reverse_reason = 'bygg' is true as is_builder, regexp_match(customer.address, '^(.+), (\d{3} \d{2}) (.+)$') as address
  from demo_customers demo_customer
    join customers customer on customer.org_id = demo_customer.org_id and customer.id = demo_customer.id
  where kind <> 'home' and n < 1000 and g <> finnish
) known
-- A fifth of the companies without a login is still to be filled in.
where kind = 'association' or is_builder or n % 3 = 0 or pg_temp.dice('details of ' || g) < 0.8;

-- The customer in Finland has no Swedish number, and a VAT number with the right check digit of a series that is not given.
insert into billing_details (org_id, customer_id, vat_number, invoice_email, street, postcode, town, country, your_reference)
select org_id, id, 'FI99999001', 'lasku@' || host || '.example', 'Hamngatan 12', '65100', 'Vasa', 'FI', contact
from demo_customers where g = finnish;

-- The logins of companies and associations that see everything approve what is billed.
update customer_users login set may_approve = true
from customers c where c.org_id = login.org_id and c.id = login.customer_id and sees_company and not c.is_private;

-- Some have their invoices read by somebody else, one of them by two departments.
insert into invoice_recipients (org_id, customer_id, id, name, address, email, reference, cost_centre, created_at)
select customer.org_id, customer.id, pg_temp.id(created_at, format('recipient %s %s', g, recipient.n)), recipient.name,
  recipient.address, recipient.mailbox || '@' || host || '.example', recipient.reference, recipient.cost_centre, created_at
from demo_customers customer, lateral (values
  (1, 'association', format('%s, c/o Förvaltningsbyrån', name), E'Box 417\n751 06 Uppsala', 'forvaltning', null, null),
  (1, 'company', format('%s, ekonomi', name), null, 'ekonomi', null, '100'),
  (2, 'company', format('%s, verkstaden', name), null, 'verkstad', contact, '210')
) recipient (n, kind, name, address, mailbox, reference, cost_centre)
where recipient.kind = customer.kind and pg_temp.dice('recipients of ' || g) < case customer.kind when 'association' then 0.5 else 0.12 end;

analyze billing_details, invoice_recipients;
