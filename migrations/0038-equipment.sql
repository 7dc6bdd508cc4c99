-- What a customer has: computers, printers, switches. For staff only. A ticket names what it is about.
create table equipment (
  org_id uuid not null references organizations,
  customer_id uuid not null,
  id uuid not null,
  name text not null
    constraint equipment_name_length check (name = btrim(name) and length(name) between 1 and 200),
  model text constraint equipment_model_length check (model = btrim(model) and length(model) between 1 and 200),
  serial text constraint equipment_serial_length check (serial = btrim(serial) and length(serial) between 1 and 100),
  place text constraint equipment_place_length check (place = btrim(place) and length(place) between 1 and 200),
  warranty_until date,
  note text constraint equipment_note_length check (note = btrim(note) and length(note) between 1 and 2000),
  archived_at timestamptz,
  created_by uuid references auth.users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint equipment_of_customer unique (org_id, customer_id, id),
  constraint equipment_customer foreign key (org_id, customer_id) references customers
);
create index equipment_by_name on equipment (org_id, customer_id, name collate "sv-SE-x-icu", id);
create index equipment_warranty on equipment (org_id, customer_id, warranty_until)
  where warranty_until is not null and archived_at is null;

create trigger equipment_not_blank before insert or update of name on equipment
  for each row when (is_blank(new.name)) execute function refuse_blank();

call protect('equipment');
create policy staff_read on equipment for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on equipment for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_change on equipment for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on equipment to stodpunkt_app;
grant update (name, model, serial, place, warranty_until, note, archived_at, version) on equipment to stodpunkt_app;

-- What a ticket is about: always equipment of the ticket's own customer.
create table ticket_equipment (
  org_id uuid not null,
  customer_id uuid not null,
  ticket_id uuid not null,
  equipment_id uuid not null,
  primary key (org_id, ticket_id, equipment_id),
  constraint ticket_equipment_ticket foreign key (org_id, customer_id, ticket_id)
    references tickets (org_id, customer_id, id),
  constraint ticket_equipment_same_customer foreign key (org_id, customer_id, equipment_id)
    references equipment (org_id, customer_id, id)
);
create index ticket_equipment_tickets on ticket_equipment (org_id, customer_id, equipment_id);

call protect('ticket_equipment');
create policy staff_read on ticket_equipment for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_add on ticket_equipment for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_remove on ticket_equipment for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
grant select, insert, delete on ticket_equipment to stodpunkt_app;

-- How many things a ticket may be about.
create function ticket_equipment_max() returns integer language sql immutable parallel safe as $$ select 20 $$;

-- The lock of the ticket's row makes concurrent changes wait for each other, so that each counts what the other added.
create function guard_ticket_equipment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.tickets where org_id = new.org_id and id = new.ticket_id for no key update;
  if (select count(*) from stodpunkt.ticket_equipment where org_id = new.org_id and ticket_id = new.ticket_id) >= stodpunkt.ticket_equipment_max() then
    raise exception 'a ticket is about too many things' using errcode = 'check_violation', constraint = 'ticket_equipment_max';
  end if;
  return new;
end $$;
revoke all on function guard_ticket_equipment() from public;
create trigger guard before insert on ticket_equipment for each row execute function guard_ticket_equipment();

-- To staff alone, as an internal change of the ticket.
create function tell_ticket_equipment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare link stodpunkt.ticket_equipment := coalesce(new, old);
begin
  perform pg_notify('live', jsonb_build_object('about', 'ticket', 'org', link.org_id, 'customer', link.customer_id,
    'ticket', link.ticket_id, 'internal', true, 'contacts', '[]'::jsonb)::text);
  return null;
end $$;
create trigger tell after insert or delete on ticket_equipment for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_ticket_equipment();

-- The customers that have equipment with this text in its serial number.
create function customers_with_serial(pattern text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct customer_id from stodpunkt.equipment
  where org_id = actor.org_id() and actor.is_staff() and archived_at is null and serial ilike pattern
$$;
revoke all on function customers_with_serial(text) from public;
grant execute on function customers_with_serial(text) to stodpunkt_app;
