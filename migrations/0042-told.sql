-- What the sender of an enquiry is told: its number, and when it is answered (docs/decisions/112).

-- From the series of the ticket numbers; the ticket that is made of it has the same. Enquiries of before have none, as nobody was
-- told one, and neither does automatic mail. Suspected spam has one: its sender may be a person, who gets the same answer.
alter table enquiries
  add number integer,
  add constraint enquiries_number unique (org_id, number);

create function draw_enquiry_number() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.number := nextval(stodpunkt.ticket_sequence(new.org_id)::regclass);
  return new;
end $$;
revoke all on function draw_enquiry_number() from public;
create trigger draw_number before insert on enquiries for each row
  when (new.number is null and new.kind <> 'automatic') execute function draw_enquiry_number();

-- The number of the enquiry that a ticket is made of, else the next of the actor's organization, from 1001; null without an
-- organization. A ticket that is rolled back leaves a gap. No role has a right on the sequences themselves.
drop function generate_ticket_number();
create function generate_ticket_number(of_enquiry uuid default null) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kept integer;
begin
  if not (actor.is_staff() or actor.is_customer()) then return null; end if;
  if actor.is_staff() and of_enquiry is not null then
    select e.number into kept from stodpunkt.enquiries e where e.org_id = actor.org_id() and e.id = of_enquiry;
  end if;
  return coalesce(kept, nextval(stodpunkt.ticket_sequence(actor.org_id())::regclass));
end $$;
revoke all on function generate_ticket_number(uuid) from public;
grant execute on function generate_ticket_number(uuid) to stodpunkt_app;

-- A ticket has the number of its enquiry, and none has that of another enquiry.
create function guard_ticket_number() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from stodpunkt.enquiries e
      where e.org_id = new.org_id and e.number = new.ticket_number and e.id is distinct from new.enquiry_id)
    or exists (select from stodpunkt.enquiries e
      where e.org_id = new.org_id and e.id = new.enquiry_id and e.number <> new.ticket_number) then
    raise exception 'the number is not that of the enquiry' using errcode = 'unique_violation',
      constraint = 'tickets_number_of_enquiry';
  end if;
  return null;
end $$;
revoke all on function guard_ticket_number() from public;
create trigger guard_number after insert on tickets for each row execute function guard_ticket_number();

-- Creates the sequence of an organization, or moves it past the highest number in use. Never moves it back.
create or replace function start_ticket_numbers(org uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare name constant text := stodpunkt.ticket_sequence(org);
begin
  if to_regclass(name) is null then execute 'create sequence ' || name || ' as integer'; end if;
  perform setval(name::regclass, greatest(1000, pg_sequence_last_value(name::regclass),
    (select max(ticket_number) from stodpunkt.tickets where org_id = org),
    (select max(number) from stodpunkt.enquiries where org_id = org)));
end $$;

-- A form that is sent again within ten minutes gets the receipt of the first.
alter table form_counters add enquiry_id uuid;
grant update (enquiry_id) on form_counters to stodpunkt_site;

-- What the sender of a form is told on the page after it. The site may not read enquiries.
create function receipt_of_enquiry(org uuid, enquiry uuid) returns table (number integer, promised_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.number, e.promised_at from stodpunkt.enquiries e
  where e.org_id = org and e.id = enquiry and e.kind in ('contact', 'support') and e.created_at > now() - interval '1 hour'
$$;
revoke all on function receipt_of_enquiry(uuid, uuid) from public;
grant execute on function receipt_of_enquiry(uuid, uuid) to stodpunkt_site;

grant select (number, promised_at) on enquiries to stodpunkt_jobs;
grant select (promised_at) on tickets to stodpunkt_jobs;
