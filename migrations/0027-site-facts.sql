-- Opening hours that differ by day, own closed days, eves and half days; and what shows a visitor whom to trust: people,
-- quotes, certificates, insurance and approval for F-tax. An empty one is left out of the public site.
alter table company_facts
  add column day_hours text constraint company_facts_day_hours check (day_hours ~
    '^(Måndag|Tisdag|Onsdag|Torsdag|Fredag|Lördag|Söndag): (stängt|[0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d(, [0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d)*)(\n(Måndag|Tisdag|Onsdag|Torsdag|Fredag|Lördag|Söndag): (stängt|[0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d(, [0-2]\d:[0-5]\d–[0-2]\d:[0-5]\d)*))*$'),
  add column closed_days text constraint company_facts_closed_days check (closed_days ~
    '^\d{4}-\d\d-\d\d(–\d{4}-\d\d-\d\d)?: [^\n]+(\n\d{4}-\d\d-\d\d(–\d{4}-\d\d-\d\d)?: [^\n]+)*$'),
  add column eves text not null default 'closed' constraint company_facts_eves_values check (eves in ('closed', 'half', 'open')),
  add column half_days text not null default 'open'
    constraint company_facts_half_days_values check (half_days in ('closed', 'half', 'open')),
  add column half_day_closes time not null default '12:00',
  add column people text,
  add column quotes text,
  add column certificates text,
  add column insurance text,
  add column f_tax boolean not null default false;
