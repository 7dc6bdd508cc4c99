-- What the companies sell apart from hours, with accounts of the BAS chart; last year's prices of some were lower. Work and monthly
-- fees have articles of their own.

create temp table demo_articles as
select founder.org_id, founder.user_id, founder.since,
  pg_temp.id(founder.since, format('article %s %s', founder.org_id, number)) as id, articles.*
from (select org_id, user_id, joined_at as since from demo_staff where n = 0) founder cross join (values
  ('100', 'Arbete fjärr', 'tim', 'standard', null, '3010', null::integer, null::integer, false),
  ('110', 'Arbete på plats', 'tim', 'standard', null, '3010', null, null, false),
  ('120', 'Jour', 'tim', 'standard', null, '3012', null, null, false),
  ('130', 'Startavgift', 'st', 'standard', null, '3019', null, null, false),
  ('140', 'Månadsavgift', 'mån', 'standard', null, '3020', null, null, false),
  ('200', 'Microsoft 365 Business Standard', 'st', 'standard', null, '3041', 14900, 15900, false),
  ('201', 'Microsoft 365 Business Premium', 'st', 'standard', null, '3041', 24900, 26900, false),
  ('210', 'Säkerhetskopia server', 'st', 'standard', null, '3042', 49000, 49000, false),
  ('211', 'Säkerhetskopia dator', 'st', 'standard', null, '3042', 7900, 8900, false),
  ('220', 'Övervakning server', 'st', 'standard', null, '3042', 29500, 32500, false),
  ('221', 'Brandvägg som tjänst', 'st', 'standard', null, '3042', 35000, 37500, false),
  ('230', 'Webbhotell 12 månader', 'st', 'standard', null, '3043', 199000, 214800, false),
  ('231', 'Virtuell server 12 månader', 'st', 'standard', null, '3043', 1068000, 1148000, false),
  ('240', 'Domännamn .se', 'st', 'standard', null, '3043', 19500, 21500, false),
  ('300', 'Resa med egen bil', 'km', 'standard', null, '3030', 2300, 2500, false),
  ('310', 'Nätverkskabel Cat 6', 'm', 'standard', null, '3040', 1600, 1800, false),
  ('311', 'Switch 8 portar', 'st', 'standard', null, '3040', 129900, 129900, false),
  ('312', 'Accesspunkt', 'st', 'standard', null, '3040', 209000, 219000, false),
  ('320', 'Handbok, tryckt', 'st', 'vat6', null, '3049', 24500, 24500, false),
  ('400', 'Registreringsavgift', 'st', 'none', 'Utlägg för kundens räkning, ingår inte i beskattningsunderlaget', '3990', 28000, 28000, false),
  ('250', 'Faxtjänst', 'mån', 'standard', null, '3043', 9900, null, true)
) articles (number, name, unit, vat_class, vat_reason, account, earlier_ore, price_ore, is_archived);

insert into articles (org_id, id, number, name, unit, vat_class, vat_reason, account, archived_at, created_by, created_at)
select org_id, id, number, name, unit, vat_class, vat_reason, account, case when is_archived then demo.today - 200 end, user_id, since
from demo cross join demo_articles;

insert into article_prices (org_id, article_id, valid_from, price_ore)
select org_id, id, date_trunc('year', demo.today - demo.days)::date, earlier_ore from demo cross join demo_articles
where earlier_ore is not null
union
select org_id, id, date_trunc('year', demo.today)::date, price_ore from demo cross join demo_articles
where price_ore <> earlier_ore and date_trunc('year', demo.today) > date_trunc('year', demo.today - demo.days);

insert into work_articles (org_id, kind, article_id)
select org_id, kind, id from demo_articles join (values ('remote', '100'), ('onsite', '110'), ('after_hours', '120'), ('start', '130'), ('fee', '140'))
  work (kind, of_number) on number = of_number;
