-- What the public forms count, in the database so that two processes count once (rule 33). A key is a keyed hash: it
-- names no address and no text. Rows are forgotten after a day.
create table form_counters (
  key text primary key check (length(key) <= 100),
  window_start timestamptz not null default now(),
  count integer not null default 1
);
create index form_counters_age on form_counters (window_start);

call protect('form_counters');
create policy site_count on form_counters to stodpunkt_site using (true) with check (true);
grant select, insert, delete, update (window_start, count) on form_counters to stodpunkt_site;
