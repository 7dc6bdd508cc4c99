-- Travel for some of the work on site, and material. Some of this month's material has no price yet.

create temp table demo_material as
select * from unnest(
  '{Switch 8 portar,Nätverkskabel Cat 6,Accesspunkt,Skrivarkassett,SSD 1 TB,Väggfäste}'::text[], '{st,m,st,st,st,st}'::text[],
  '{129900,1800,219000,89900,119500,24900}'::integer[], '{2,25,1,2,1,1}'::integer[]
) with ordinality as material (article, unit, price_ore, most, n);

create temp table demo_visits as
select work.org_id, work.id, work.customer_id, work.ticket_id, work.user_id, work.work_date, work.created_at,
  pg_temp.dice('visit ' || work.id) as dice
from time_entries work
where pg_temp.dice('visit ' || work.id) < 0.12 and work.deleted_at is null;

insert into expenses (org_id, id, customer_id, ticket_id, user_id, work_date, kind, article, article_id, quantity, unit, price_ore,
  description, created_by, created_at)
select org_id, pg_temp.id(created_at, 'trip ' || id), customer_id, ticket_id, user_id, work_date, 'travel', 'Resa',
  (select car.id from demo_articles car where car.org_id = demo_visits.org_id and car.number = '300'),
  4 + floor(pg_temp.dice('far ' || id) * 60), 'km', 2500,
  case when pg_temp.dice('why ' || id) < 0.3 then 'Tur och retur från kontoret' end, user_id, created_at
from demo_visits where dice < 0.08;

insert into expenses (org_id, id, customer_id, ticket_id, user_id, work_date, kind, article, article_id, quantity, unit, price_ore,
  created_by, created_at)
select org_id, pg_temp.id(created_at, 'thing of ' || visit.id), customer_id, ticket_id, user_id, work_date, 'material', article,
  (select known.id from demo_articles known where known.org_id = visit.org_id and known.name = article),
  1 + floor(pg_temp.dice('many ' || visit.id) * most), unit,
  case when work_date < date_trunc('month', demo.today) or pg_temp.dice('priced ' || visit.id) < 0.5 then price_ore end, user_id, created_at
from demo cross join demo_visits visit
  join demo_material on n = 1 + floor(pg_temp.dice('article ' || visit.id) * 6)
where dice > 0.07;
