-- Names, addresses and titles have composed letters (Unicode NFC): a name from a Mac's file or a PDF has å as a and a ring,
-- and is found by nobody who types it. The contracts compose what is typed; here what comes another way, such as by mail.

-- A few letters are longer when composed: such a text stays, rather than exceed its limit.
create function composed(given text) returns text language sql immutable parallel safe as $$
  select case when given is not normalized and length(normalize(given)) <= length(given) then normalize(given) else given end
$$;

-- Composes the columns that the trigger names.
create function compose_letters() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return jsonb_populate_record(new, (
    select jsonb_object_agg(key, stodpunkt.composed(value)) from jsonb_each_text(to_jsonb(new))
    where key = any (tg_argv) and value is not null));
end $$;

-- Rows that were stored before. Without triggers: nobody is notified or mailed, and no basis becomes outdated. Rows of time and
-- expenses that are reported or on a billed basis stay, as do snapshots and the audit log.
do $$
declare
  repaired record;
  changes text;
  differs text;
begin
  for repaired in select * from (values
    ('organizations', array['name'], 'true'),
    ('profiles', array['full_name'], 'true'),
    ('customer_users', array['full_name'], 'true'),
    ('customers', array['name', 'email', 'phone', 'address', 'notes'], 'true'),
    ('contacts', array['name', 'title', 'email', 'note'], 'true'),
    ('tickets', array['title'], 'true'),
    ('recurring_tickets', array['title'], 'true'),
    ('equipment', array['name', 'model', 'serial', 'place', 'note'], 'true'),
    ('enquiries', array['name'], 'true'),
    ('files', array['name'], 'true'),
    ('time_entries', array['description', 'notes'], 'not reported'),
    ('expenses', array['article', 'description'], $is$not exists (
      select from basis_rows r where r.org_id = expenses.org_id and r.source = 'expense' and r.source_id = expenses.id
        and r.is_billed)$is$)
  ) as listed (name, texts, condition)
  loop
    select string_agg(format('%1$I = composed(%1$I)', part), ', '), string_agg(format('%1$I <> composed(%1$I)', part), ' or ')
    into changes, differs from unnest(repaired.texts) part;
    execute format('alter table %I disable trigger user', repaired.name);
    execute format('update %I set %s where (%s) and %s', repaired.name, changes, differs, repaired.condition);
    execute format('alter table %I enable trigger user', repaired.name);
  end loop;
end $$;

create trigger a_compose before insert or update of name on organizations for each row
  when (new.name is not normalized) execute function compose_letters('name');
create trigger a_compose before insert or update of full_name on profiles for each row
  when (new.full_name is not normalized) execute function compose_letters('full_name');
create trigger a_compose before insert or update of full_name on customer_users for each row
  when (new.full_name is not normalized) execute function compose_letters('full_name');
create trigger a_compose before insert or update of name, address on customers for each row
  when (new.name is not normalized or new.address is not normalized) execute function compose_letters('name', 'address');
create trigger a_compose before insert or update of name, title on contacts for each row
  when (new.name is not normalized or new.title is not normalized) execute function compose_letters('name', 'title');
create trigger a_compose before insert or update of title on tickets for each row
  when (new.title is not normalized) execute function compose_letters('title');
create trigger a_compose before insert or update of title on recurring_tickets for each row
  when (new.title is not normalized) execute function compose_letters('title');
create trigger a_compose before insert or update of name, model, serial, place on equipment for each row
  when (new.name is not normalized or new.model is not normalized or new.serial is not normalized
    or new.place is not normalized)
  execute function compose_letters('name', 'model', 'serial', 'place');
create trigger a_compose before insert or update of name on enquiries for each row
  when (new.name is not normalized) execute function compose_letters('name');
create trigger a_compose before insert on files for each row
  when (new.name is not normalized) execute function compose_letters('name');
