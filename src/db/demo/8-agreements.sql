-- Three kinds of terms: the company's prices, and two service agreements of which one got new prices this year. A third of the
-- companies among the customers has an agreement.

create temp table demo_terms as
select *, pg_temp.id(founder.since, format('terms %s %s', founder.org_id, key)) as id,
  pg_temp.id(founder.since, format('terms %s %s', founder.org_id, series)) as series_id
from (select org_id, user_id, joined_at as since from demo_staff where n = 0) founder cross join (values
  ('price', 'price', 1, 'Löpande timpris', 95000, 110000, 190000, 30, 'row', 30, 0, 0, false),
  ('basic', 'basic', 1, 'Serviceavtal Bas', 85000, 95000, 165000, 15, 'ticket', 0, 0, 300, false),
  ('basic 2', 'basic', 2, 'Serviceavtal Bas', 89000, 99500, 172500, 15, 'ticket', 0, 0, 300, false),
  ('plus', 'plus', 1, 'Serviceavtal Plus', 80000, 90000, 150000, 15, 'ticket', 0, 0, 900, true)
) prices (key, series, number, name, remote_ore, onsite_ore, duty_ore, round_to, round_by, smallest_minutes, start_fee_ore,
  included_minutes, duty_draws);

insert into terms (org_id, id, series_id, number, name, remote_ore, onsite_ore, duty_ore, round_to, round_by, smallest_minutes,
  start_fee_ore, included_minutes, duty_draws, needs_approval, created_by, created_at)
select org_id, id, series_id, number, name, remote_ore, onsite_ore, duty_ore, round_to, round_by, smallest_minutes,
  start_fee_ore, included_minutes, duty_draws, series <> 'price', user_id, since
from demo_terms;

insert into default_terms (org_id, valid_from, terms_id)
select org_id, date_trunc('year', demo.today - demo.days)::date, id from demo cross join demo_terms where key = 'price';

create temp table demo_agreements as
select customer.org_id, customer.id as customer_id, greatest(date_trunc('month', customer.created_at)::date, first_work_date()) as since,
  case when pg_temp.dice('agreement ' || customer.id) < 0.24 then 'basic' else 'plus' end as key
from customers customer
where customer.email like '%.example' and pg_temp.dice('agreement ' || customer.id) < 0.34;

insert into agreements (org_id, customer_id, valid_from, terms_id)
select agreement.org_id, customer_id, agreement.since, terms.id
from demo_agreements agreement join demo_terms terms on terms.org_id = agreement.org_id and terms.key = agreement.key
union all
select agreement.org_id, customer_id, date_trunc('year', demo.today)::date, terms.id
from demo cross join demo_agreements agreement join demo_terms terms on terms.org_id = agreement.org_id and terms.key = 'basic 2'
where agreement.key = 'basic' and agreement.since < date_trunc('year', demo.today)::date;
