-- Three kinds of terms: the company's prices by the hour, and two service agreements with included hours and a monthly fee, of which
-- one got new prices this year. Most companies with a login have an agreement, and few of the others.

create temp table demo_terms as
select *, pg_temp.id(founder.since, format('terms %s %s', founder.org_id, key)) as id,
  pg_temp.id(founder.since, format('terms %s %s', founder.org_id, series)) as series_id
from (select org_id, user_id, joined_at as since from demo_staff where n = 0) founder cross join (values
  ('price', 'price', 1, 'Löpande timpris', 95000, 110000, 190000, 30, 'row', 30, 0, 0, 0, false),
  ('basic', 'basic', 1, 'Serviceavtal Bas', 85000, 95000, 165000, 15, 'ticket', 0, 0, 300, 369000, false),
  ('basic 2', 'basic', 2, 'Serviceavtal Bas', 89000, 99500, 172500, 15, 'ticket', 0, 0, 300, 395000, false),
  ('plus', 'plus', 1, 'Serviceavtal Plus', 80000, 90000, 150000, 15, 'ticket', 0, 0, 900, 990000, true)
) prices (key, series, number, name, remote_ore, onsite_ore, after_hours_ore, round_to, round_by, smallest_minutes, start_fee_ore,
  included_minutes, monthly_fee_ore, after_hours_drawdowns);

insert into terms (org_id, id, series_id, number, name, remote_ore, onsite_ore, after_hours_ore, round_to, round_by, smallest_minutes,
  start_fee_ore, included_minutes, monthly_fee_ore, after_hours_drawdowns, needs_approval, created_by, created_at)
select org_id, id, series_id, number, name, remote_ore, onsite_ore, after_hours_ore, round_to, round_by, smallest_minutes,
  start_fee_ore, included_minutes, monthly_fee_ore, after_hours_drawdowns, series <> 'price', user_id, since
from demo_terms;

insert into default_terms (org_id, valid_from, terms_id)
select org_id, date_trunc('year', demo.today - demo.days)::date, id from demo cross join demo_terms where key = 'price';

create temp table demo_agreements as
select org_id, id as customer_id, greatest(date_trunc('month', created_at)::date, first_work_date()) as since, key,
  row_number() over (partition by org_id, key order by not has_login, created_at, id) as n
from (
  select org_id, id, created_at, n % 3 = 0 as has_login, case when pg_temp.dice('terms of ' || g) < 0.75 then 'basic' else 'plus' end as key
  from demo_customers
  where kind <> 'home' and archived_at is null
    and pg_temp.dice('agreement ' || g) < case when n % 3 = 0 then 0.75 else 0.12 end
) agreed;

-- One customer has a fee of its own, and one began in the middle of last month.
insert into agreements (org_id, customer_id, valid_from, terms_id, monthly_fee_ore)
select agreement.org_id, customer_id,
  case when terms.key = 'plus' and n = 2 then date_trunc('month', demo.today)::date - 15 else agreement.since end, terms.id,
  case when terms.key = 'plus' and n = 1 then 920000 end
from demo cross join demo_agreements agreement
  join demo_terms terms on terms.org_id = agreement.org_id and terms.key = agreement.key
union all
select agreement.org_id, customer_id, date_trunc('year', demo.today)::date, terms.id, null
from demo cross join demo_agreements agreement join demo_terms terms on terms.org_id = agreement.org_id and terms.key = 'basic 2'
where agreement.key = 'basic' and agreement.since < date_trunc('year', demo.today)::date;

-- Prepaid hours of the three customers with a login and the most work of the last months in each organization: partly
-- used, expired, and without an end.
insert into prepaid_hours (org_id, id, customer_id, bought_on, valid_until, minutes, price_ore, created_by, created_at)
select buyer.org_id, pg_temp.id(bought_on, format('pot %s %s %s', buyer.org_id, buyer.n, of_n)), buyer.customer_id, bought_on, valid_until,
  prepaid.minutes, prepaid.price_ore, staff.user_id, bought_on + time '09:00'
from demo, (
    select entry.org_id, entry.customer_id,
      row_number() over (partition by entry.org_id order by count(*) desc, entry.customer_id) as n
    from demo cross join time_entries entry
    where entry.work_date >= date_trunc('month', demo.today) - interval '2 months' and exists (
      select from customer_users login where login.org_id = entry.org_id and login.customer_id = entry.customer_id)
    group by entry.org_id, entry.customer_id
  ) buyer
  join demo_staff staff on staff.org_id = buyer.org_id and staff.n = 0,
  lateral (values
    (1, (date_trunc('month', demo.today) - interval '2 months')::date, (date_trunc('month', demo.today) + interval '10 months')::date - 1,
      4800, 6400000),
    (2, demo.today - 470, demo.today - 105, 600, 830000),
    (3, demo.today - 20, null, 1200, 1650000)
  ) prepaid (of_n, bought_on, valid_until, minutes, price_ore)
where prepaid.of_n = buyer.n or (buyer.n = 1 and prepaid.of_n = 2);
