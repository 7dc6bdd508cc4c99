-- Customers' equipment, to which some of their unresolved tickets refer. One customer in six has a warranty that ends
-- within two months of the demo's day.

create temp table demo_things as
select * from unnest(
  '{Dator i receptionen,Bärbar dator,Skrivare,Router,Nätverksväxel,Accesspunkt,Lagringsserver,Bildskärm i mötesrummet}'::text[],
  '{Dell OptiPlex 7020,Lenovo ThinkPad T14,Brother MFC-L8690,Ubiquiti Cloud Gateway,Zyxel GS1920,Ubiquiti U7 Pro,Synology DS923+,Samsung QM65}'::text[],
  '{DX,PF,BR,UB,ZY,AP,SY,SM}'::text[],
  '{Receptionen,Kontoret,Kopieringsrummet,Elcentralen,Elcentralen,Taket i korridoren,Städskrubben,Mötesrummet}'::text[],
  '{Dator,Dator,Skrivare,Nätverk,Nätverk,Nätverk,Server,Skärm}'::text[]
) with ordinality as things (name, model, prefix, place, type, n);

insert into equipment (org_id, customer_id, id, name, model, serial, place, type, warranty_until, note, created_by, created_at)
select customer.org_id, customer.id, pg_temp.id(customer.created_at, format('thing %s %s', customer.id, n)), thing.name, thing.model,
  thing.prefix || '-' || upper(substr(md5(format('serial %s %s', customer.id, n)), 1, 8)), thing.place, thing.type,
  case
    when n = (select min(f) from generate_series(1, 8) f where pg_temp.dice(format('has %s %s', customer.id, f)) < 0.45)
      and pg_temp.dice('soon ' || customer.id) < 0.17 then demo.today + 5 + floor(pg_temp.dice('days ' || customer.id) * 50)::int
    when pg_temp.dice(format('warranty %s %s', customer.id, n)) < 0.8
      then demo.today - 400 + floor(pg_temp.dice(format('until %s %s', customer.id, n)) * 1500)::int
  end,
  case when pg_temp.dice(format('note %s %s', customer.id, n)) < 0.15 then 'Märkt med vårt inventarienummer på baksidan.' end,
  customer.created_by, customer.created_at
from demo cross join customers customer cross join demo_things thing
where pg_temp.dice(format('has %s %s', customer.id, n)) < 0.45;

insert into ticket_equipment (org_id, customer_id, ticket_id, equipment_id)
select distinct on (ticket.org_id, ticket.id) ticket.org_id, ticket.customer_id, ticket.id, equipment.id
from tickets ticket join equipment on equipment.org_id = ticket.org_id and equipment.customer_id = ticket.customer_id
where ticket.status in ('open', 'in_progress') and pg_temp.dice('about ' || ticket.id) < 0.5
order by ticket.org_id, ticket.id, pg_temp.dice(format('which %s %s', ticket.id, equipment.id));
