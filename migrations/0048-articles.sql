-- Articles (docs/decisions/117): what a company sells apart from work by the hour, with dated prices in whole öre without VAT.
-- Prices of work and start fees are those of the terms; their articles give number, name, VAT and account.
create table articles (
  org_id uuid not null references organizations,
  id uuid not null,
  number text not null
    constraint articles_number_length check (number = btrim(number) and length(number) between 1 and 30),
  name text not null constraint articles_name_length check (name = btrim(name) and length(name) between 1 and 160),
  unit text not null constraint articles_unit_length check (unit = btrim(unit) and length(unit) between 1 and 20),
  -- 'standard' follows the dated rates of vat_rates.
  vat_class text not null default 'standard'
    constraint articles_vat_class_values check (vat_class in ('standard', 'vat12', 'vat6', 'none')),
  -- Printed where nothing is charged.
  vat_reason text
    constraint articles_vat_reason_length check (vat_reason = btrim(vat_reason) and length(vat_reason) between 1 and 200),
  account text constraint articles_account_digits check (account ~ '^[0-9]{4,6}$'),
  -- Construction work ('byggtjänst'), for which Swedish building companies have reverse charge.
  is_construction boolean not null default false,
  -- Goods for which reverse charge applies above a sum on the invoice: phones, laptops, tablets, consoles, circuits.
  is_electronics boolean not null default false,
  archived_at timestamptz,
  version integer not null default 1,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint articles_none_has_reason check ((vat_class = 'none') = (vat_reason is not null)),
  constraint articles_one_kind_of_reverse_charge check (not (is_construction and is_electronics))
);
-- Numbers are compared as people do: without case.
create unique index articles_numbers on articles (org_id, (lower(number collate "sv-SE-x-icu")));

create trigger articles_not_blank before insert or update of name, number, unit, vat_reason on articles
  for each row when (is_blank(new.name) or is_blank(new.number) or is_blank(new.unit) or is_blank(new.vat_reason))
  execute function refuse_blank();

call protect('articles');
create policy staff_read on articles for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on articles for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and created_by = actor.user_id());
create policy admin_change on articles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on articles for select to stodpunkt_jobs using (true);
grant select on articles to stodpunkt_app, stodpunkt_jobs;
grant insert (org_id, id, number, name, unit, vat_class, vat_reason, account, is_construction, is_electronics, archived_at, created_by),
  update (number, name, unit, vat_class, vat_reason, account, is_construction, is_electronics, archived_at, version)
  on articles to stodpunkt_app;

-- A dated row applies until the next one. Before the first one an article has no price.
create table article_prices (
  org_id uuid not null,
  article_id uuid not null,
  valid_from date not null constraint article_prices_valid_from check (valid_from >= first_work_date()),
  price_ore integer not null constraint article_prices_range check (price_ore between 0 and 10000000),
  primary key (org_id, article_id, valid_from),
  constraint article_prices_article foreign key (org_id, article_id) references articles
);

call protect('article_prices');
create policy staff_read on article_prices for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on article_prices for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on article_prices for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on article_prices for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on article_prices for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (price_ore) on article_prices to stodpunkt_app;
grant select on article_prices to stodpunkt_jobs;

-- The article of each kind of work, of the start fee, and of monthly fees. A kind without a row has the company's own words and no account.
create table work_articles (
  org_id uuid not null,
  kind text not null constraint work_articles_kind_values check (kind in ('remote', 'onsite', 'after_hours', 'start', 'fee')),
  article_id uuid not null,
  primary key (org_id, kind),
  constraint work_articles_article foreign key (org_id, article_id) references articles
);

call protect('work_articles');
create policy staff_read on work_articles for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy admin_create on work_articles for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on work_articles for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_delete on work_articles for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on work_articles for select to stodpunkt_jobs using (true);
grant select, insert, delete, update (article_id) on work_articles to stodpunkt_app;
grant select on work_articles to stodpunkt_jobs;

-- Travel and material may have an article; its text, unit and price stay those of the row.
alter table expenses add article_id uuid,
  add constraint expenses_registered_article foreign key (org_id, article_id) references articles;
grant update (article_id) on expenses to stodpunkt_app;
create trigger mark_invoice_bases_changed after update on expenses for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.work_date, new.kind, new.article, new.article_id, new.quantity, new.unit,
      new.price_ore, new.description, new.unbilled_reason, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.work_date, old.kind, old.article, old.article_id, old.quantity, old.unit,
      old.price_ore, old.description, old.unbilled_reason, old.deleted_at))
  execute function mark_invoice_bases_of_changed_time();

-- An archived article stays on what has it, and is not chosen again. Waits for one that is being archived.
create function refuse_archived_article() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare archived timestamptz;
begin
  select archived_at into archived from stodpunkt.articles where org_id = new.org_id and id = new.article_id for share;
  if archived is not null then
    raise exception 'article % is archived', new.article_id using errcode = 'check_violation', constraint = 'article_is_active',
      table = tg_table_name;
  end if;
  return new;
end $$;
revoke all on function refuse_archived_article() from public;
create trigger article_of_new before insert on expenses for each row
  when (new.article_id is not null) execute function refuse_archived_article();
create trigger article_of_changed before update of article_id on expenses for each row
  when (new.article_id is not null and new.article_id is distinct from old.article_id) execute function refuse_archived_article();
create trigger article_of_new before insert on work_articles for each row execute function refuse_archived_article();
create trigger article_of_changed before update of article_id on work_articles for each row
  when (new.article_id <> old.article_id) execute function refuse_archived_article();

-- One event for all rows of a statement: an import changes thousands.
create function notify_articles() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'agreement', 'org', org_id)) from (select distinct org_id from changed) orgs;
  return null;
end $$;
create trigger notify_new after insert on articles referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify_changed after update on articles referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify_new after insert on article_prices referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify_changed after update on article_prices referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify_deleted after delete on article_prices referencing old table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify after insert or update or delete on work_articles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
