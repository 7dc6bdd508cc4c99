-- The organizations with their company facts, staff, customers and portal users. Telephone numbers are from the series
-- that PTS reserves for fiction, e-mail addresses end in .example (RFC 2606).

create temp table demo_words as select
  '{Elin,Johan,Amira,Oskar,Karin,Lars,Maria,Peter,Birgitta,Anders,Sara,Mikael,Eva,Björn,Linnea,Håkan,Fatima,Göran,Åsa,
    Daniel,Kerstin,Emil,Ulla,Stefan,Malin,Yusuf,Margareta,Henrik,Sofia,Örjan,Jenny,Rolf,Nora,Tomas,Ingrid,Viktor,Annika,
    Leif,Helena,Ali,Gunilla,Markus,Pia,Sven,Therese,Kjell,Lovisa,Magnus,Zahra,Bengt,Frida,Christer,Monika,Erik,Agnes,
    Roger,Camilla,Ludvig,Marianne}'::text[] as first_names,
  '{Norrby,Sjölund,Haddad,Vikström,Ståhlberg,Åkerman,Bergqvist,Lindahl,Öberg,Forsman,Hedlund,Nyman,Ekdahl,Sandström,
    Wallin,Björklund,Ahlgren,Rosén,Hellström,Dahlin,Östlund,Granath,Lundmark,Törnqvist,Åström,Söderlund,Holmgren,Kjellin,
    Ek,Palm,Häggström,Westin,Sundin,Edlund,Bylund,Jernberg,Malmström,Nordin,Rydell,Thorén,Ågren,Backlund,Fransson,Hjort,
    Isaksson,Lagerström,Mohamud,Nylén,Olofsdotter,Persman,Rask,Skoglund,Tegnér,Ulander,Wennberg,Zander,Örnberg,Asplund,
    Boman,Dahlström,Eng}'::text[] as last_names,
  '{Storvreta,Bälinge,Knivsta,Almunge,Björklinge,Vattholma,Gunsta,Järlåsa,Vänge,Lövstalöt,Alsike,Rasbo,Skyttorp,Örsundsbro,
    Fjärdhundra,Tierp,Månkarbo,Österbybruk,Alunda,Gimo,Öregrund,Heby,Morgongåva,Harbo,Tärnsjö,Enköping,Grillby,Bålsta,
    Skokloster,Sigtuna,Märsta,Rosersberg,Rimbo,Knutby,Edsbro,Hallstavik,Sala,Ransta,Gåvsta,Jälla,Ultuna,Sunnersta,
    Gottsunda,Gamla Uppsala,Ärentuna,Viksta,Tensta}'::text[] as places,
  '{Bageri,Bygg,Redovisning,Måleri,Rör & Värme,Tandvård,Åkeri,El,Glasmästeri,Trädgård,Bilverkstad,Snickeri,Fastigheter,
    Livs,Blommor,Veterinärklinik,Plåtslageri,Arkitekter,Maskinuthyrning,Optik,Gårdsbutik,Städ,Sjukgymnastik,Juristbyrå,
    Tryckeri,Hotell & Konferens,Skogsvård,Smide,Cykelservice,Möbler,Revision}'::text[] as trades,
  '{Brf Lönnen i %s,%s IF,%s hembygdsförening,Brf Björkbacken i %s,%s ridklubb,Samfällighetsföreningen %s,
    %s bygdegårdsförening,Brf Äppelgården i %s,%s konstförening,%s båtklubb,Brf Kvarnen i %s}'::text[] as associations,
  '{Storgatan,Kyrkvägen,Stationsgatan,Björkvägen,Industrivägen,Ringvägen,Ängsgatan,Skolgatan,Kvarngatan,Åkervägen,
    Hantverkargatan,Lindvägen,Örtvägen}'::text[] as streets,
  array[
    'Ring alltid innan besök.',
    'Fiber från stadsnätet, routern står i hallen.',
    'Vill helst ha besök på eftermiddagen.',
    'Betalar med faktura på papper.'
  ] as home_notes,
  array[
    'Serviceavtal med prioriterad support. Faktureras månadsvis.',
    'Ring alltid innan besök.',
    'Tre datorer och en gemensam skrivare. Säkerhetskopia till molnet varje natt.',
    'Nyckel hämtas i receptionen, larmet kvitteras av personalen.',
    'Kamera vid infarten och två i lagret. Inspelningen sparas i 14 dagar enligt skylten.',
    'Fakturan ska märkas med beställarens namn.',
    'Vill helst ha besök före klockan 10.',
    'Fiber från stadsnätet, routern står i städskrubben på plan 1.',
    'Två accesspunkter i lokalen, en till på gång i förrådet.'
  ] as business_notes;

insert into organizations (id, name, org_number, billing_email, created_at)
select id, name, org_number, 'faktura@' || domain, '2017-03-01' from demo_orgs;

create temp table demo_staff as
  select org.o, org.id as org_id, s - 1 as n, people.full_name, people.joined_at,
    case when s = 1 then 'admin' else 'technician' end as role,
    pg_temp.id(people.joined_at, format('staff %s %s', org.o, s)) as user_id,
    pg_temp.host_name(people.first_name) || '.' || pg_temp.host_name(people.last_name) || '@' || org.domain as email
  from demo_orgs org, demo_words words, demo, generate_series(1, org.staff) s,
    lateral (
      select first_name, last_name, first_name || ' ' || last_name as full_name,
        pg_temp.office_hour(least('2017-03-01'::date + (s::int - 1) * 200, demo.today - demo.days - 30), 0.1) as joined_at
      from pg_temp.nth(words.first_names, (org.o - 1) * 17 + s - 1) first_name,
        pg_temp.nth(words.last_names, (org.o - 1) * 17 + s - 1) last_name
    ) people;

insert into auth.users (id, email, password_hash, kind, created_at)
select user_id, email, demo.password_hash, 'staff', joined_at from demo_staff, demo;
insert into profiles (id, org_id, full_name, created_at) select user_id, org_id, full_name, joined_at from demo_staff;
insert into user_roles (user_id, org_id, role) select user_id, org_id, role from demo_staff;

insert into company_facts (org_id, phone, emergency_phone, email, address, postal_code, city, seat, vat_number, group_line, founder_name,
  founder_title, founder_story, area_served, prices, people, quotes, certificates, insurance, f_tax, half_days)
select org.id, '08-465 004 1' || org.o, '070-174 06 1' || org.o, 'hej@' || org.domain, 
  split_part(org.address, ', ', 1), substring(org.address from '\d{3} \d{2}'), org.seat, org.seat,
  'SE' || replace(org.org_number, '-', '') || '01', 'En del av ' || split_part(org.name, ' ', 1) || 'gruppen',
  founder.full_name, 'Grundare och vd',
  'Efter många år som tekniker på större företag ville jag arbeta nära dem jag hjälper. 2017 startade jag firman vid '
    || 'köksbordet. I dag är vi fler, men löftet är detsamma: du pratar med en människa som känner din teknik.',
  org.area_served,
  -- Those of the terms in 8-agreements.sql, which are without VAT.
  'Fjärrhjälp och telefon: 950 kr per timme exkl. moms, 1 187,50 kr inkl. moms' || E'\n'
    || 'Support på plats: 1 100 kr per timme exkl. moms, 1 375 kr inkl. moms' || E'\n'
    || 'Serviceavtal Bas, på distans: 890 kr per timme exkl. moms',
  (select string_agg(full_name || ': ' || case when n = 0 then 'Grundare och vd' else 'Tekniker' end, E'\n' order by n)
   from demo_staff where demo_staff.o = org.o and n < 4),
  'Karin, som driver ett kafé: De kom samma dag, och nätet har fungerat sedan dess.' || E'\n'
    || 'Ordföranden i en förening: Vi vet alltid vem vi ska ringa, och vad det kostar.',
  'Certifierade installatörer av nätverk och larm', 'Ansvarsförsäkring 10 miljoner kr', true, 'half'
from demo_orgs org join demo_staff founder on founder.o = org.o and founder.n = 0;
-- A demo has no mail server and no backup, so that the checklist of the first hour would never end.
insert into hidden_checklists (org_id) select id from demo_orgs;

-- n counts within the organization, g across all: three companies, an association and a home in turn; one is in Finland. The last
-- twentieth of the customers is archived and has no work in the last third of the period.
create temp table demo_customers as
  select org.o, org.id as org_id, numbered.*, kinds.kind, kinds.finnish, contacts.first_name || ' ' || contacts.last_name as contact,
    names.name,
    case when kinds.kind = 'company' and names.name ~ ' (Bageri|Livs|Blommor|Optik|Gårdsbutik|Cykelservice|Möbler) ' then 'shop'
      else kinds.kind end as audience,
    pg_temp.host_name(names.name) || coalesce('-' || nullif(g / 40, 0), '') as host,
    pg_temp.id(numbered.created_at, 'customer ' || g) as id,
    case when n >= org.customers - org.customers / 20 then pg_temp.office_hour(demo.today - demo.days / 3, 0.5) end
      as archived_at
  from demo, demo_words words, demo_orgs org,
    lateral (
      select n, sum(earlier.customers)::bigint + n as g,
        pg_temp.office_hour(demo.today - demo.days - 20 - (900 * pg_temp.dice(format('since %s %s', org.o, n)))::int,
          pg_temp.dice(format('since hour %s %s', org.o, n))) as created_at
      from generate_series(0, org.customers - 1) n,
        (select 0 as customers union all select e.customers from demo_orgs e where e.o < org.o) earlier
      group by n
    ) numbered,
    lateral (select ('{company,company,association,company,home}'::text[])[1 + g % 5] as kind, 51 as finnish) kinds,
    lateral (
      select pg_temp.nth(words.first_names, g + 5) as first_name, pg_temp.nth(words.last_names, g * 2 + 9) as last_name
    ) contacts,
    lateral (
      select case
        when g = finnish then 'Ab Kvarkens Båtvarv Oy'
        when kind = 'home' and g % 2 = 0 then
          format('%s och %s %s', first_name, pg_temp.nth(words.first_names, g + 22), last_name)
        when kind = 'home' then first_name || ' ' || last_name
        when kind = 'association' then
          format(pg_temp.nth(words.associations, g / 5), pg_temp.nth(words.places, g * 3))
        when g % 2 = 0 then pg_temp.nth(words.places, g * 3) || ' ' || pg_temp.nth(words.trades, g * 7) || ' AB'
        else regexp_replace(pg_temp.nth(words.last_names, g * 5), 's$', '') || 's ' || pg_temp.nth(words.trades, g * 7) || ' AB'
      end as name
    ) names;

insert into customers (org_id, id, name, email, phone, address, notes, is_private, vat, reverse_reason, created_by, archived_at,
  created_at)
select customer.org_id, customer.id, customer.name,
  case kind when 'home' then host || '@example.com' else 'info@' || host || '.example' end,
  case when g % 4 = 0 then '08-465 004 ' || lpad((20 + g % 80)::text, 2, '0')
    else '070-174 06 ' || lpad((20 + g % 80)::text, 2, '0') end,
  case when is_finnish then 'Hamngatan 12, 65100 Vasa, Finland' else format('%s %s, 74%s %s %s', pg_temp.pick(words.streets, 'street ' || g), 1 + floor(pg_temp.dice('number ' || g) * 60),
    g % 10, 10 + g * 7 % 89, pg_temp.nth(words.places, g * 3)) end,
  case when pg_temp.dice('has notes ' || g) < 0.5 then
    pg_temp.pick(case kind when 'home' then words.home_notes else words.business_notes end, 'notes ' || g) end,
  kind = 'home', case when reason is null then 'standard' else 'reverse' end, reason, founder.user_id,
  customer.archived_at, customer.created_at
from demo_words words, demo_customers customer join demo_staff founder on founder.o = customer.o and founder.n = 0,
  lateral (select g = finnish as is_finnish,
    case when g = finnish then 'eu' when kind = 'company' and name ~ ' Bygg AB$' then 'bygg' end as reason) reverse_charge
order by customer.o, customer.created_at, customer.id;

-- A third of the customers has a login, every twelfth has two; logins of archived customers are disabled.
create temp table demo_portal as
  select customer.o, customer.org_id, customer.n, customer.id as customer_id, nth_login, person.full_name, invited.at,
    pg_temp.id(invited.at, format('portal %s %s', g, nth_login)) as user_id,
    replace(pg_temp.host_name(person.full_name), '-', '.') || '@' || host
      || case kind when 'home' then '.example.com' else '.example' end as email
  from demo_customers customer, demo_words words, generate_series(1, 2) nth_login,
    lateral (select customer.created_at + interval '3 days' as at) invited,
    lateral (
      select case nth_login when 1 then contact
        else pg_temp.nth(words.first_names, g + 31) || ' ' || pg_temp.nth(words.last_names, g + 40) end as full_name
    ) person
  where customer.n % 3 = 0 and (nth_login = 1 or customer.n % 12 = 0);

insert into auth.users (id, email, password_hash, kind, created_at)
select user_id, email, demo.password_hash, 'customer', at from demo_portal, demo order by at;

-- Each login has a contact; the first is also responsible for the company, and the second sees only its own tickets.
insert into contacts (org_id, customer_id, id, name, title, mobile, email, created_at)
select org_id, customer_id, pg_temp.id(at, 'contact ' || user_id), full_name, case nth_login when 1 then 'Ansvarig' else 'Kontor' end,
  '070-174 06 ' || lpad(((n * 7 + nth_login * 3) % 100)::text, 2, '0'), email, at
from demo_portal order by at;
insert into customer_users (org_id, user_id, customer_id, full_name, created_at, contact_id, sees_company)
select org_id, user_id, customer_id, full_name, at, pg_temp.id(at, 'contact ' || user_id), nth_login = 1
from demo_portal order by at;

analyze demo_days, demo_orgs, demo_staff, demo_customers, demo_portal;
