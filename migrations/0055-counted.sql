-- Counted against billed (docs/decisions/124): what a recurring charge is compared with before a month is made.

alter table equipment
  -- What charges count: 'Server', 'Dator'. Compared without case.
  add type text
    constraint equipment_type_length check (type = btrim(type) and length(type) between 1 and 60)
    constraint equipment_type_is_one_line check (is_one_line(type));
create index equipment_by_type on equipment (org_id, customer_id, (lower(type collate "sv-SE-x-icu"))) where type is not null;
create trigger a_compose_type before insert or update of type on equipment for each row
  when (new.type is not normalized) execute function compose_letters('type');
grant update (type) on equipment to stodpunkt_app;

-- The search in all equipment. As for customers, it goes through a function, and the texts are stored in lower case.
alter table equipment add searched text not null generated always as (searched_text(name, type, model, serial, place)) stored;
create index equipment_texts on equipment using gin (searched gin_trgm_ops) with (fastupdate = off) where archived_at is null;
-- The equipment in use with the pattern in one of its texts. The index knows runs of three letters; what is shorter is compared with
-- the texts themselves.
create function search_equipment(pattern text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  org constant uuid := actor.org_id();
  part constant text := lower(pattern);
begin
  if not actor.is_staff() then return; end if;
  if length(part) < 5 then
    return query select e.id from stodpunkt.equipment e where e.org_id = org and e.archived_at is null and e.searched || '' like part;
  else
    return query select e.id from stodpunkt.equipment e where e.org_id = org and e.archived_at is null and e.searched like part;
  end if;
end $$;
revoke all on function search_equipment(text) from public;
grant execute on function search_equipment(text) to stodpunkt_app;

-- What is counted changes for the screens of other staff.
create trigger notify_counted after insert on equipment for each row
  when (new.type is not null and current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();
create trigger notify_counted_changed after update of type, archived_at on equipment for each row
  when ((new.type, new.archived_at) is distinct from (old.type, old.archived_at) and coalesce(new.type, old.type) is not null
    and current_setting('app.quiet', true) is distinct from 'on') execute function notify_agreement();

alter table charges
  add counted_by text constraint charges_counted_by_values check (counted_by in ('equipment', 'list')),
  -- The type of equipment.
  add counted_type text
    constraint charges_counted_type_length check (counted_type = btrim(counted_type) and length(counted_type) between 1 and 60)
    constraint charges_counted_type_is_one_line check (is_one_line(counted_type)),
  add constraint charges_counted_type_of_equipment check ((counted_by is not distinct from 'equipment') = (counted_type is not null)),
  -- A list counts articles.
  add constraint charges_counted_by_list_of_article check (counted_by is distinct from 'list' or article_id is not null);
-- A list has one number for a customer and article: two charges would both be compared with it.
create unique index charges_one_counted_by_list on charges (org_id, customer_id, article_id) where counted_by = 'list' and ends_on is null;
create index charges_counted on charges (org_id) where counted_by is not null;
create trigger a_compose_counted_type before insert or update of counted_type on charges for each row
  when (new.counted_type is not normalized) execute function compose_letters('counted_type');
create trigger charges_counted_type_not_blank before insert or update of counted_type on charges
  for each row when (is_blank(new.counted_type)) execute function refuse_blank();
grant insert (counted_by, counted_type), update (counted_by, counted_type) on charges to stodpunkt_app;

-- What a licence portal says that a customer has of an article on a day. The latest on or before a day applies.
create table imported_counts (
  org_id uuid not null,
  customer_id uuid not null,
  article_id uuid not null,
  counted_on date not null constraint imported_counts_counted_on check (counted_on >= first_work_date()),
  -- Hundredths of the unit.
  hundredths integer not null constraint imported_counts_range check (hundredths between 0 and 100000000),
  imported_by uuid references auth.users,
  imported_at timestamptz not null default now(),
  primary key (org_id, customer_id, article_id, counted_on),
  constraint imported_counts_customer foreign key (org_id, customer_id) references customers,
  constraint imported_counts_article foreign key (org_id, article_id) references articles
);
create index imported_counts_of_article on imported_counts (org_id, article_id);

call protect('imported_counts');
create policy staff_read on imported_counts for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on imported_counts for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and imported_by = actor.user_id());
create policy staff_change on imported_counts for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and imported_by = actor.user_id());
grant select, insert, update (hundredths, imported_by, imported_at) on imported_counts to stodpunkt_app;
create trigger notify_new after insert on imported_counts referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();
create trigger notify_changed after update on imported_counts referencing new table as changed
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_articles();

-- What was counted when a basis was made: the product knows equipment only as it is, and lists may be imported again.
create table invoice_basis_counts (
  org_id uuid not null,
  basis_id uuid not null,
  charge_id uuid not null,
  counted_on date not null,
  charged_hundredths integer not null,
  counted_hundredths integer not null,
  primary key (org_id, basis_id, charge_id),
  constraint invoice_basis_counts_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade,
  constraint invoice_basis_counts_charge foreign key (org_id, charge_id) references charges on delete cascade
);
create index invoice_basis_counts_of_charge on invoice_basis_counts (org_id, charge_id);

call protect('invoice_basis_counts');
create policy staff_read on invoice_basis_counts for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on invoice_basis_counts for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on invoice_basis_counts to stodpunkt_app;
