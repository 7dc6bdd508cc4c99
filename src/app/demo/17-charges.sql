-- Recurring charges of the companies and associations, most of those with an agreement: licences that change in number, backup by device,
-- monitoring by quarter in arrears, and hosting and domains by year in advance. The changes that come after a month was billed are made by
-- demo-invoice-bases.ts.

create temp table demo_charges as
select customer.org_id, customer.id as customer_id, g, founder.user_id, plan.*,
  pg_temp.id(starts_on, format('charge %s %s', plan.key, g)) as id, starts_on,
  least + floor(pg_temp.dice(format('number of %s %s', plan.key, g)) * spread) as quantity,
  row_number() over (partition by customer.org_id, plan.key order by (agreement.customer_id is null), g) as n
from demo cross join demo_customers customer
  join demo_staff founder on founder.o = customer.o and founder.n = 0
  left join demo_agreements agreement on agreement.org_id = customer.org_id and agreement.customer_id = customer.id
  join (values
    ('office', '200', null, null, 'month', 'advance', true, 0.65, 0.12, 3, 14),
    ('premium', '201', null, null, 'month', 'advance', true, 0.25, 0.02, 2, 8),
    ('computers', '211', null, null, 'month', 'advance', true, 0.5, 0.05, 2, 8),
    ('servers', '210', null, null, 'month', 'advance', true, 0.3, 0.03, 1, 2),
    ('firewall', '221', null, null, 'month', 'advance', true, 0.3, 0.03, 1, 1),
    ('monitoring', '220', 'Övervakning server, kvartal', 97500, 'quarter', 'arrears', true, 0.35, 0.03, 1, 2),
    ('hosting', '230', null, null, 'year', 'advance', false, 0.35, 0.12, 1, 1),
    ('domain', '240', null, null, 'year', 'advance', false, 0.5, 0.2, 1, 2)
  ) plan (key, number, text, price_ore, period, timing, is_by_days, agreed, other, least, spread)
    on pg_temp.dice(format('charged %s %s', plan.key, g)) < case when agreement.customer_id is null then other else agreed end,
  lateral (
    select date_trunc('month', customer.created_at
      + pg_temp.dice(format('charge of %s %s', plan.key, g)) * (demo.today - interval '4 months' - customer.created_at))::date as starts_on
  ) start
where customer.kind <> 'home' and customer.archived_at is null;

-- The first with licences have a price of their own, discounts, and a binding that soon ends; one backup ended in the month before last.
-- Some are counted, by a list of the licence portal or by equipment.
insert into charges (org_id, id, customer_id, article_id, text, unit, period, timing, starts_on, ends_on, binding_until, notice_months,
  is_by_days, counted_by, counted_type, created_by, created_at)
select charge.org_id, charge.id, customer_id, article.id, text, null, period, timing, starts_on,
  case when key = 'computers' and n = 1 then date_trunc('month', demo.today)::date - interval '2 months' + interval '11 days' end,
  case when key = 'office' and n = 4 then demo.today + 45
    when key in ('firewall', 'monitoring') then starts_on + interval '36 months' - interval '1 day' end,
  case when key in ('firewall', 'monitoring') or key = 'office' and n = 4 then 3 else 0 end,
  is_by_days, counted_by, case counted_by when 'equipment' then 'Server' end, charge.user_id, starts_on + time '09:00'
from demo cross join demo_charges charge
  join demo_articles article on article.org_id = charge.org_id and article.number = charge.number,
  lateral (
    select case
      when key = 'office' and n between 5 and 12 then 'list'
      when key = 'servers' and quantity = 1 and exists (select from equipment e
        where e.org_id = charge.org_id and e.customer_id = charge.customer_id and e.type = 'Server') then 'equipment' end as counted_by
  ) counting;

insert into charge_prices (org_id, charge_id, valid_from, price_ore)
select org_id, id, starts_on, case when key = 'premium' and n = 1 then 24500 else price_ore end from demo_charges;

insert into charge_discounts (org_id, charge_id, valid_from, basis_points, amount_ore)
select org_id, id, starts_on, case n when 2 then 1000 end, case n when 3 then 15000 end from demo_charges
where key = 'office' and n in (2, 3);

-- Of every third licence and backup the number rose within its first months, and of others it changes within last month.
insert into charge_quantities (org_id, charge_id, valid_from, hundredths)
select org_id, id, starts_on, 100 * quantity from demo_charges
union all
select org_id, id, starts_on + 40 + floor(pg_temp.dice('raised ' || id) * 40)::integer, 100 * (quantity + 1) from demo_charges
where key in ('office', 'computers') and n % 3 = 2
union all
select org_id, id, (date_trunc('month', demo.today) - interval '1 month')::date + day, 100 * (quantity + change)
from demo cross join demo_charges join (values (1, 16, 2), (4, 8, 1), (7, 16, -1), (10, 22, 3)) changes (of_n, day, change) on of_n = n
where key = 'office';

-- The lists of last month and this one: one customer has a licence more than it pays for.
insert into imported_counts (org_id, customer_id, article_id, counted_on, hundredths, imported_by, imported_at)
select charge.org_id, charge.customer_id, charge.article_id, counted_on, applying.hundredths + case known.n when 6 then 100 else 0 end,
  charge.created_by, counted_on + time '07:00'
from demo cross join charges charge join demo_charges known on known.org_id = charge.org_id and known.id = charge.id,
  lateral (select (date_trunc('month', demo.today) - make_interval(months => back))::date as counted_on from generate_series(0, 1) back) list,
  lateral (
    select hundredths from charge_quantities q
    where q.org_id = charge.org_id and q.charge_id = charge.id and q.valid_from <= counted_on
    order by q.valid_from desc limit 1
  ) applying
where charge.counted_by = 'list';

analyze imported_counts, charges, charge_prices, charge_discounts, charge_quantities;
