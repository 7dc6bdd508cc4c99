-- What a ledger needs to know of a customer (docs/decisions/119): a number in the company's own series, billing details, invoice
-- recipients, and the reason of a reverse charge. An invoice basis copies them when it is made.

-- Checks of numbers; src/features/customers/vat-numbers.rules.ts and company.rules.ts have the same.
create function has_luhn_digit(digits text) returns boolean language sql immutable strict parallel safe as $$
  select case when digits ~ '^[0-9]+$' then (
    select sum(case when (length(digits) - place) % 2 = 0 then digit else 2 * digit - case when digit > 4 then 9 else 0 end end) % 10 = 0
    from generate_series(1, length(digits)) place, lateral (select substr(digits, place, 1)::integer as digit) as at_place)
  else false end
$$;
create function is_weighted_sum_of_eleven(digits text, weights integer[]) returns boolean language sql immutable strict parallel safe as $$
  select sum(substr(digits, place, 1)::integer * weights[place]) % 11 = 0 from generate_series(1, length(digits)) place
$$;
create function is_org_number(number text) returns boolean language sql immutable strict parallel safe as $$
  select number ~ '^[0-9]{2}[2-9][0-9]{3}-[0-9]{4}$' and stodpunkt.has_luhn_digit(replace(number, '-', ''))
$$;
-- Of a Swedish, Norwegian or Finnish company; those of other countries are not checked.
create function is_company_number(number text, country text) returns boolean language sql immutable strict parallel safe as $$
  select case country
    when 'SE' then stodpunkt.is_org_number(number)
    when 'NO' then case when number ~ '^[89][0-9]{8}$' then stodpunkt.is_weighted_sum_of_eleven(number, '{3,2,7,6,5,4,3,2,1}')
      else false end
    when 'FI' then case when number ~ '^[0-9]{7}-[0-9]$' and number ~ '[1-9]'
      then stodpunkt.is_weighted_sum_of_eleven(replace(number, '-', ''), '{7,9,10,5,8,4,2,1}') else false end
    else number = btrim(number) and length(number) between 1 and 30 end
$$;
-- A personal identity number without its century; 60 is added to the day of a coordination number.
create function is_personal_number(number text) returns boolean language sql immutable strict parallel safe as $$
  select number ~ '^[0-9]{2}(0[1-9]|1[0-2])([06][1-9]|[1278][0-9]|[39][01])-[0-9]{4}$'
    and stodpunkt.has_luhn_digit(replace(number, '-', ''))
$$;
-- The prefix and format of each country's VAT numbers: the European Union's, and Norway's.
create function vat_formats() returns table (prefix text, format text) language sql immutable parallel safe as $$
  values ('AT', 'U[0-9]{8}'), ('BE', '[01][0-9]{9}'), ('BG', '[0-9]{9,10}'), ('CY', '[0-9]{8}[A-Z]'), ('CZ', '[0-9]{8,10}'),
    ('DE', '[0-9]{9}'), ('DK', '[0-9]{8}'), ('EE', '[0-9]{9}'), ('EL', '[0-9]{9}'),
    ('ES', '([A-Z][0-9]{7}[A-Z0-9]|[0-9]{8}[A-Z])'), ('FI', '[0-9]{8}'), ('FR', '[A-HJ-NP-Z0-9]{2}[0-9]{9}'), ('HR', '[0-9]{11}'),
    ('HU', '[0-9]{8}'), ('IE', '([0-9]{7}[A-W][A-I]?|[0-9][A-Z+*][0-9]{5}[A-W])'), ('IT', '[0-9]{11}'),
    ('LT', '([0-9]{9}|[0-9]{12})'), ('LU', '[0-9]{8}'), ('LV', '[0-9]{11}'), ('MT', '[0-9]{8}'), ('NL', '[A-Z0-9+*]{10}[0-9]{2}'),
    ('NO', '[89][0-9]{8}MVA'), ('PL', '[0-9]{10}'), ('PT', '[0-9]{9}'), ('RO', '[0-9]{2,10}'),
    ('SE', '[0-9]{10}(0[1-9]|[1-8][0-9]|9[0-4])'), ('SI', '[0-9]{8}'), ('SK', '[0-9]{10}')
$$;
create function is_vat_number(number text) returns boolean language sql immutable strict parallel safe as $$
  select coalesce((
    select case prefix
      when 'SE' then substr(number, 3, 10) ~ '[1-9]' and stodpunkt.has_luhn_digit(substr(number, 3, 10))
      when 'NO' then stodpunkt.is_weighted_sum_of_eleven(substr(number, 3, 9), '{3,2,7,6,5,4,3,2,1}')
      when 'FI' then stodpunkt.is_weighted_sum_of_eleven(substr(number, 3, 8), '{7,9,10,5,8,4,2,1}')
      else true end
    from stodpunkt.vat_formats()
    where prefix = left(number, 2) and substr(number, 3) ~ ('^' || format || '$') and substr(number, 3) ~ '[1-9]'), false)
$$;
-- Greece has a prefix of its own.
create function vat_country(number text) returns text language sql immutable strict parallel safe as $$
  select case left(number, 2) when 'EL' then 'GR' else left(number, 2) end
$$;
create function is_eu_country(country text) returns boolean language sql immutable strict parallel safe as $$
  select country <> 'NO' and country in (select stodpunkt.vat_country(prefix) from stodpunkt.vat_formats())
$$;

alter table customers
  add customer_number text constraint customers_number_format check (customer_number ~ '^[A-Za-z0-9._/-]{1,20}$'),
  -- Whether the address is written from that of the billing details.
  add has_postal_address boolean not null default false,
  -- Why a customer has reverse charge: construction work in Sweden, or services to another country of the European Union.
  -- Those who had it before have no reason, and cannot be billed without one.
  add reverse_reason text constraint customers_reverse_reason_values check (reverse_reason in ('bygg', 'eu')),
  add constraint customers_reason_of_reverse check (reverse_reason is null or vat = 'reverse');

update customers set customer_number = numbered.number::text
from (select id, 1000 + row_number() over (partition by org_id order by created_at, id) as number from customers) numbered
where numbered.id = customers.id;
alter table customers alter customer_number set not null;
-- Numbers are compared as people do: without case.
create unique index customers_number on customers (org_id, lower(customer_number));
grant insert (customer_number), update (customer_number, reverse_reason) on customers to stodpunkt_app;

-- The last number that the series has given; only give_customer_number() writes it.
create table customer_numbers (
  org_id uuid not null primary key references organizations,
  last integer not null constraint customer_numbers_positive check (last > 1000)
);
insert into customer_numbers (org_id, last) select org_id, 1000 + count(*) from customers group by org_id;
call protect('customer_numbers');

-- A customer that is added without a number gets the next one that nobody has. Numbers are not used again. By the index always: an
-- import of thousands into an empty table would be planned as if it still was.
create function give_customer_number() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare next integer;
begin
  loop
    insert into stodpunkt.customer_numbers as numbers (org_id, last) values (new.org_id, 1001)
    on conflict (org_id) do update set last = numbers.last + 1 returning last into next;
    exit when not exists (select from stodpunkt.customers
      where org_id = new.org_id and lower(customer_number) = next::text);
  end loop;
  new.customer_number := next::text;
  return new;
end $$;
revoke all on function give_customer_number() from public;
create trigger give_number before insert on customers for each row
  when (new.customer_number is null) execute function give_customer_number();

-- In a table of its own, as row-level security cannot hide columns: a portal login reads the row of its customer.
create table billing_details (
  org_id uuid not null,
  customer_id uuid not null,
  -- Of a sole trader the owner's personal identity number.
  org_number text,
  is_sole_trader boolean not null default false,
  vat_number text constraint billing_details_vat_number check (is_vat_number(vat_number)),
  invoice_email text constraint billing_details_email_length check (length(invoice_email) <= 254),
  street text
    constraint billing_details_street_length check (street = btrim(street) and length(street) between 1 and 200)
    constraint billing_details_street_is_one_line check (is_one_line(street)),
  postcode text
    constraint billing_details_postcode_length check (postcode = btrim(postcode) and length(postcode) between 1 and 20)
    constraint billing_details_postcode_is_one_line check (is_one_line(postcode)),
  town text
    constraint billing_details_town_length check (town = btrim(town) and length(town) between 1 and 100)
    constraint billing_details_town_is_one_line check (is_one_line(town)),
  country text not null default 'SE' constraint billing_details_country_values check (country in (
    'AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AQ', 'AR', 'AS', 'AT', 'AU', 'AW', 'AX', 'AZ', 'BA', 'BB', 'BD',
    'BE', 'BF', 'BG', 'BH', 'BI', 'BJ', 'BL', 'BM', 'BN', 'BO', 'BQ', 'BR', 'BS', 'BT', 'BV', 'BW', 'BY', 'BZ', 'CA',
    'CC', 'CD', 'CF', 'CG', 'CH', 'CI', 'CK', 'CL', 'CM', 'CN', 'CO', 'CR', 'CU', 'CV', 'CW', 'CX', 'CY', 'CZ', 'DE',
    'DJ', 'DK', 'DM', 'DO', 'DZ', 'EC', 'EE', 'EG', 'EH', 'ER', 'ES', 'ET', 'FI', 'FJ', 'FK', 'FM', 'FO', 'FR', 'GA',
    'GB', 'GD', 'GE', 'GF', 'GG', 'GH', 'GI', 'GL', 'GM', 'GN', 'GP', 'GQ', 'GR', 'GS', 'GT', 'GU', 'GW', 'GY', 'HK',
    'HM', 'HN', 'HR', 'HT', 'HU', 'ID', 'IE', 'IL', 'IM', 'IN', 'IO', 'IQ', 'IR', 'IS', 'IT', 'JE', 'JM', 'JO', 'JP',
    'KE', 'KG', 'KH', 'KI', 'KM', 'KN', 'KP', 'KR', 'KW', 'KY', 'KZ', 'LA', 'LB', 'LC', 'LI', 'LK', 'LR', 'LS', 'LT',
    'LU', 'LV', 'LY', 'MA', 'MC', 'MD', 'ME', 'MF', 'MG', 'MH', 'MK', 'ML', 'MM', 'MN', 'MO', 'MP', 'MQ', 'MR', 'MS',
    'MT', 'MU', 'MV', 'MW', 'MX', 'MY', 'MZ', 'NA', 'NC', 'NE', 'NF', 'NG', 'NI', 'NL', 'NO', 'NP', 'NR', 'NU', 'NZ',
    'OM', 'PA', 'PE', 'PF', 'PG', 'PH', 'PK', 'PL', 'PM', 'PN', 'PR', 'PS', 'PT', 'PW', 'PY', 'QA', 'RE', 'RO', 'RS',
    'RU', 'RW', 'SA', 'SB', 'SC', 'SD', 'SE', 'SG', 'SH', 'SI', 'SJ', 'SK', 'SL', 'SM', 'SN', 'SO', 'SR', 'SS', 'ST',
    'SV', 'SX', 'SY', 'SZ', 'TC', 'TD', 'TF', 'TG', 'TH', 'TJ', 'TK', 'TL', 'TM', 'TN', 'TO', 'TR', 'TT', 'TV', 'TW',
    'TZ', 'UA', 'UG', 'UM', 'US', 'UY', 'UZ', 'VA', 'VC', 'VE', 'VG', 'VI', 'VN', 'VU', 'WF', 'WS', 'YE', 'YT', 'ZA',
    'ZM', 'ZW')),
  your_reference text
    constraint billing_details_reference_length check (your_reference = btrim(your_reference) and length(your_reference) between 1 and 100)
    constraint billing_details_reference_is_one_line check (is_one_line(your_reference)),
  order_number text
    constraint billing_details_order_number_length check (order_number = btrim(order_number) and length(order_number) between 1 and 50)
    constraint billing_details_order_number_is_one_line check (is_one_line(order_number)),
  -- Null: the company's payment terms.
  payment_days integer constraint billing_details_payment_days_range check (payment_days between 0 and 365),
  requires_reference boolean not null default false,
  version integer not null default 1,
  primary key (org_id, customer_id),
  constraint billing_details_customer foreign key (org_id, customer_id) references customers on delete cascade,
  constraint billing_details_org_number
    check (case when is_sole_trader then is_personal_number(org_number) else is_company_number(org_number, country) end),
  -- A whole address or none; some countries have no postcodes.
  constraint billing_details_whole_address check ((street is null) = (town is null) and (postcode is null or town is not null)
    and (country <> 'SE' or (postcode is null) = (town is null))),
  constraint billing_details_swedish_postcode check (country <> 'SE' or postcode ~ '^[1-9][0-9]{2} [0-9]{2}$')
);
create index billing_details_by_org_number on billing_details (org_id, org_number) where not is_sole_trader;

create trigger a_compose before insert or update on billing_details for each row
  when (new.street is not normalized or new.town is not normalized or new.your_reference is not normalized
    or new.order_number is not normalized)
  execute function compose_letters('street', 'town', 'your_reference', 'order_number');
create trigger billing_details_not_blank before insert or update of street, postcode, town, your_reference, order_number
  on billing_details for each row
  when (is_blank(new.street) or is_blank(new.postcode) or is_blank(new.town) or is_blank(new.your_reference)
    or is_blank(new.order_number))
  execute function refuse_blank();

call protect('billing_details');
create policy staff_read on billing_details for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on billing_details for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_change on billing_details for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert, update (org_number, is_sole_trader, vat_number, invoice_email, street, postcode, town, country,
  your_reference, order_number, payment_days, requires_reference, version) on billing_details to stodpunkt_app;

-- A private customer has neither number. Both sides lock the customer, so that one of two concurrent changes is refused.
create function guard_billing_details() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare of_private boolean;
begin
  select is_private into of_private from stodpunkt.customers
  where org_id = new.org_id and id = new.customer_id for no key update;
  if of_private and num_nonnulls(new.org_number, new.vat_number) > 0 then
    raise exception 'a private customer has no number'
      using errcode = 'check_violation', constraint = 'billing_details_of_private', table = 'billing_details';
  end if;
  return new;
end $$;
revoke all on function guard_billing_details() from public;
create trigger guard before insert or update on billing_details for each row execute function guard_billing_details();

create trigger guard_billing before update on customers for each row
  when ((new.vat, new.is_private, new.reverse_reason) is distinct from (old.vat, old.is_private, old.reverse_reason))
  execute function guard_customer_billing();
create trigger notify_billing after update on customers for each row
  when ((new.vat, new.is_private, new.reverse_reason) is distinct from (old.vat, old.is_private, old.reverse_reason)
    and current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();

-- The address of a customer as one line: 'Storgatan 1, 753 20 Uppsala', abroad with the country's code.
create function address_line(details billing_details) returns text language sql immutable parallel safe as $$
  select case when details.town is not null then
    concat_ws(', ', details.street, concat_ws(' ', details.postcode, details.town), nullif(details.country, 'SE')) end
$$;

-- As long as the address of the billing details is filled in, the customer's is written from it. The version rises, so that a
-- form with the former address is told.
create function write_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare written constant text := stodpunkt.address_line(new);
begin
  update stodpunkt.customers set address = coalesce(written, address), has_postal_address = written is not null,
    version = case when coalesce(written, address) is distinct from address then version + 1 else version end
  where org_id = new.org_id and id = new.customer_id
    and (has_postal_address, address) is distinct from (written is not null, coalesce(written, address));
  return null;
end $$;
revoke all on function write_address() from public;
create trigger write_address after insert or update of street, postcode, town, country on billing_details
  for each row execute function write_address();

create function guard_written_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.address is distinct from (select stodpunkt.address_line(d) from stodpunkt.billing_details d
      where d.org_id = new.org_id and d.customer_id = new.id) then
    raise exception 'the address is written from the billing details'
      using errcode = 'check_violation', constraint = 'customers_written_address', table = 'customers';
  end if;
  return new;
end $$;
revoke all on function guard_written_address() from public;
create trigger guard_address before update on customers for each row
  when (new.has_postal_address and new.address is distinct from old.address) execute function guard_written_address();

-- To whom a customer's invoices go, when not to itself; the first is the default. Never deleted, as bases, charges and tickets
-- name them.
create table invoice_recipients (
  org_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  name text not null
    constraint invoice_recipients_name_length check (name = btrim(name) and length(name) between 1 and 200)
    constraint invoice_recipients_name_is_one_line check (is_one_line(name)),
  address text constraint invoice_recipients_address_length check (length(address) <= 500),
  email text constraint invoice_recipients_email_length check (length(email) <= 254),
  reference text
    constraint invoice_recipients_reference_length check (reference = btrim(reference) and length(reference) between 1 and 100)
    constraint invoice_recipients_reference_is_one_line check (is_one_line(reference)),
  cost_centre text
    constraint invoice_recipients_cost_centre_length check (cost_centre = btrim(cost_centre) and length(cost_centre) between 1 and 50)
    constraint invoice_recipients_cost_centre_is_one_line check (is_one_line(cost_centre)),
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint invoice_recipients_of_customer unique (org_id, customer_id, id),
  constraint invoice_recipients_customer foreign key (org_id, customer_id) references customers
);
create index invoice_recipients_in_order on invoice_recipients (org_id, customer_id, created_at, id);

create trigger a_compose before insert or update on invoice_recipients for each row
  when (new.name is not normalized or new.address is not normalized or new.reference is not normalized
    or new.cost_centre is not normalized)
  execute function compose_letters('name', 'address', 'reference', 'cost_centre');
create trigger invoice_recipients_not_blank before insert or update of name, reference, cost_centre on invoice_recipients
  for each row when (is_blank(new.name) or is_blank(new.reference) or is_blank(new.cost_centre))
  execute function refuse_blank();

call protect('invoice_recipients');
create policy staff_read on invoice_recipients for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on invoice_recipients for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_change on invoice_recipients for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert (org_id, customer_id, id, name, address, email, reference, cost_centre),
  update (name, address, email, reference, cost_centre, archived_at, version) on invoice_recipients to stodpunkt_app;

-- The buyer as it was when the basis was made, written by the database. Bases of before have none of it.
alter table invoice_bases
  add customer_number text,
  add org_number text,
  add is_sole_trader boolean,
  add vat_number text,
  add invoice_email text,
  add address text,
  add street text,
  add postcode text,
  add town text,
  add country text,
  -- The recipient's, else the customer's.
  add your_reference text,
  add order_number text,
  add payment_days integer,
  -- The first recipient; of lines that name another, see below. Null when the invoice goes to the customer itself.
  add recipient_id uuid,
  add recipient text,
  add recipient_address text,
  add cost_centre text,
  add constraint invoice_bases_recipient foreign key (org_id, customer_id, recipient_id)
    references invoice_recipients (org_id, customer_id, id),
  add reverse_reason text
    constraint invoice_bases_reverse_reason_values check (reverse_reason in ('bygg', 'eu')),
  add constraint invoice_bases_reason_of_reverse check (reverse_reason is null or is_reverse_charge);

-- A line that is not invoiced to the recipient of its basis has one of its own, as it was when the basis was made, written by
-- copy_recipient() (0057-recipients-of-lines.sql). The order number is that of its charge or ticket; null is the basis's.
alter table invoice_basis_lines
  add recipient_id uuid,
  add recipient text,
  add recipient_address text,
  add recipient_email text,
  -- The recipient's, else the customer's.
  add reference text,
  add cost_centre text,
  add order_number text
    constraint invoice_basis_lines_order_number_length check (length(order_number) between 1 and 50),
  add constraint invoice_basis_lines_recipient foreign key (org_id, recipient_id) references invoice_recipients,
  add constraint invoice_basis_lines_of_recipient check ((recipient_id is null) = (recipient is null)
    and (recipient_id is not null or num_nonnulls(recipient_address, recipient_email, reference, cost_centre) = 0));

-- What is known of a customer as buyer; the columns are named as those of invoice_bases. Of the given recipient, else the first.
create function buyer_of(of_org uuid, of_customer uuid, of_recipient uuid)
returns table (customer_number text, org_number text, is_sole_trader boolean, vat_number text, invoice_email text, address text,
  street text, postcode text, town text, country text, your_reference text, order_number text, payment_days integer,
  recipient_id uuid, recipient text, recipient_address text, cost_centre text, reverse_reason text)
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select c.customer_number, d.org_number, coalesce(d.is_sole_trader, false), d.vat_number,
    coalesce(r.email, d.invoice_email), c.address, d.street, d.postcode, d.town, coalesce(d.country, 'SE'),
    coalesce(r.reference, d.your_reference), d.order_number, d.payment_days, r.id, r.name, r.address, r.cost_centre, c.reverse_reason
  from stodpunkt.customers c
    left join stodpunkt.billing_details d on d.org_id = c.org_id and d.customer_id = c.id
    left join lateral (select * from stodpunkt.invoice_recipients first
      where first.org_id = c.org_id and first.customer_id = c.id
        and case when of_recipient is null then first.archived_at is null else first.id = of_recipient end
      order by first.created_at, first.id limit 1) r on true
  where c.org_id = of_org and c.id = of_customer;
end $$;

create function with_buyer(basis invoice_bases) returns invoice_bases
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return (select jsonb_populate_record(basis, to_jsonb(buyer)
    || case when basis.is_reverse_charge then '{}'::jsonb else '{"reverse_reason": null}'::jsonb end)
  from stodpunkt.buyer_of(basis.org_id, basis.customer_id, basis.recipient_id) buyer);
end $$;

-- Goods without VAT whose reason is reverse charge, which a company with a VAT number alone may have (isReversedGoods).
create function is_reversed_goods(vat_percent integer, vat_reason text) returns boolean language sql immutable parallel safe as $$
  select vat_percent = 0 and coalesce(lower(vat_reason) like 'omvänd%', false)
$$;

-- What is missing of the buyer before a basis may be billed; null when nothing is.
create function missing_of_buyer(basis invoice_bases) returns text
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return case
    when basis.is_reverse_charge and basis.reverse_reason is null then 'reverse_reason'
    when basis.is_reverse_charge and not coalesce(stodpunkt.vat_country(basis.vat_number) = basis.country
      and case basis.reverse_reason when 'bygg' then basis.country = 'SE'
        else basis.country <> 'SE' and stodpunkt.is_eu_country(basis.country) end, false)
      then 'vat_number_' || basis.reverse_reason
    when (basis.is_private or stodpunkt.vat_country(basis.vat_number) is distinct from basis.country)
      and exists (select from stodpunkt.invoice_basis_lines l
        where l.org_id = basis.org_id and l.basis_id = basis.id and stodpunkt.is_reversed_goods(l.vat_percent, l.vat_reason))
      then 'vat_number_goods'
    when exists (select from stodpunkt.billing_details d
        join stodpunkt.invoice_basis_lines l on l.org_id = basis.org_id and l.basis_id = basis.id
        left join stodpunkt.invoice_recipients r on r.org_id = l.org_id and r.id = l.recipient_id
      where d.org_id = basis.org_id and d.customer_id = basis.customer_id and d.requires_reference
        and num_nonnulls(basis.order_number, l.order_number,
          case when l.recipient_id is null then basis.your_reference else coalesce(l.reference, r.reference, d.your_reference) end) = 0)
      then 'reference'
  end;
end $$;

create function copy_buyer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare copied constant stodpunkt.invoice_bases := stodpunkt.with_buyer(new);
begin
  -- An unknown customer is refused by the foreign key.
  return case when copied.id is null then new else copied end;
end $$;
revoke all on function copy_buyer() from public;
create trigger copy_buyer before insert on invoice_bases for each row execute function copy_buyer();

-- Something that was missing may have been filled in since: then the basis takes the buyer as it is now, and lines of other
-- recipients their reference. Runs after `guard`, which checks the states.
create function require_buyer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare missing text := stodpunkt.missing_of_buyer(new);
begin
  update stodpunkt.invoice_basis_lines l set reference = coalesce(r.reference, d.your_reference)
  from stodpunkt.invoice_recipients r
    join stodpunkt.billing_details d on d.org_id = r.org_id and d.customer_id = r.customer_id and d.requires_reference
  where l.org_id = new.org_id and l.basis_id = new.id and r.org_id = l.org_id and r.id = l.recipient_id
    and l.reference is null and coalesce(r.reference, d.your_reference) is not null;
  if missing is null then return new; end if;
  new := stodpunkt.with_buyer(new);
  missing := stodpunkt.missing_of_buyer(new);
  if missing is not null then
    raise exception 'the buyer lacks %', missing
      using errcode = 'check_violation', constraint = 'invoice_bases_buyer_' || missing, table = 'invoice_bases';
  end if;
  return new;
end $$;
revoke all on function require_buyer() from public;
create trigger require_buyer before update on invoice_bases for each row
  when (new.state = 'billed' and old.state <> 'billed') execute function require_buyer();

