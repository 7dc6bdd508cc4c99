-- Enquiries of the last weeks: open, answered, done, spam, and one that became a ticket. `ago`
-- counts working days back from the last one, `part` is how much of that day had passed.

create temp table demo_enquiries (nth, ago, part, kind, state, is_urgent, name, email, phone, message, reply) as values
  (1, 0, 0.93, 'support', 'unread', true, 'Malin Sandström', 'malin@sandstromsbageri.example', '070-174 06 21',
    E'Kassan har tappat kontakten med kortterminalen och vi har kö ut genom dörren.\nHar startat om båda två gånger. Ring helst direkt.', null),
  (2, 0, 0.71, 'contact', 'unread', false, 'Gustav Ekeroth', 'gustav.ekeroth@example.com', null,
    'Hej! Jag har köpt hus och vill ha bra trådlöst nät på båda våningarna och ut i verkstaden. Kommer ni ut och tittar, och vad kostar det?', null),
  (3, 0, 0.4, 'support', 'unread', false, 'Birgitta Holm', 'birgitta.holm@example.com', '070-174 06 22',
    'Datorn säger att skivan är full och jag kan inte spara mina bilder längre. Det är ingen brådska.', null),
  (4, 1, 0.85, 'contact', 'read', false, 'Jonas Färdig', 'jonas@fardigbygg.example', '070-174 06 23',
    E'Vi flyttar till nya lokaler den första mars, ungefär tolv arbetsplatser.\n\nVi behöver nätverk, skrivare och telefoni på plats från dag ett. Kan vi ta ett möte?', null),
  (5, 1, 0.3, 'support', 'read', false, 'Leyla Demir', 'leyla@kvarnkliniken.example', '070-174 06 24',
    'Journalsystemet är långsamt på alla datorer sedan i morse. Det går att arbeta, men allt tar tid.',
    'Hej Leyla! Jag försökte ringa men kom till växeln. Jag sitter vid telefonen nu och kopplar upp mig så fort du hör av dig.'),
  (6, 2, 0.55, 'contact', 'read', false, 'Tomas Wiklund', 'tomas.wiklund@example.com', '070-174 06 25',
    'Hjälper ni även privatpersoner? Min mamma har fått ett konstigt mejl från banken och är orolig att hon klickat fel.',
    'Hej Tomas! Ja, det gör vi. Be henne att inte använda banken från datorn i dag, så tittar vi på den i eftermiddag.'),
  (7, 3, 0.15, 'support', 'read', false, 'Henrik Åslund', 'henrik@aslundsror.example', '070-174 06 26',
    'Fakturorna skrivs ut med fel teckensnitt sedan uppdateringen i helgen. Går det att gå tillbaka?', null),
  (8, 4, 0.62, 'contact', 'done', false, 'Sara Nyberg', 'sara.nyberg@example.com', null,
    'Har ni praktikplatser i vår? Jag läser andra året på it-gymnasiet och bor i närheten.',
    'Hej Sara! Vad roligt. Vi tar emot en praktikant i april. Skicka några rader om vad du vill lära dig, så bokar vi en fika.'),
  (9, 5, 0.48, 'support', 'done', false, 'Anders Palm', 'anders.palm@example.com', '070-174 06 27',
    'Routern blinkar orange. Operatören säger att det är fel hos mig.',
    'Hej Anders! Orange betyder att fibern inte får kontakt. Dra ur den gröna kontakten och tryck in den tills det klickar, så brukar den hitta hem.'),
  (10, 6, 0.2, 'contact', 'done', false, 'Ingrid Forsberg', 'ordforande@brfeken.example', '070-174 06 28',
    'Styrelsen i vår bostadsrättsförening undrar vad det kostar att ha er som fast hjälp för trapphusens kameror och porttelefonen.',
    'Hej Ingrid! Tack för att ni tänkte på oss. Jag har bifogat vad som ingår i ett serviceavtal och ringer dig på tisdag.'),
  (11, 8, 0.77, 'support', 'done', true, 'Peter Löv', 'peter@lovsaker.example', '070-174 06 29',
    'Larmet har gått två gånger i natt utan att någon varit där. Vaktbolaget tror att det är nätet.',
    'Hej Peter! Vi var ute och bytte nätaggregatet till larmets växel. Hör av dig om det händer igen.'),
  (12, 9, 0.35, 'contact', 'done', false, 'Marie Kjellgren', 'marie@kjellgrensredovisning.example', null,
    'Tack för i går! Det var skönt att någon förklarade utan krångliga ord. Nu fungerar säkerhetskopieringen.', null),
  (13, 11, 0.66, 'support', 'done', false, 'Osman Yusuf', 'osman@yusufstak.example', '070-174 06 30',
    'Två nya telefoner ska ha e-post och kalender. Kan vi göra det på distans?',
    'Hej Osman! Det går bra. Ladda dem till i morgon klockan tio, så ringer jag och tar dig igenom det på en kvart.'),
  (14, 13, 0.5, 'contact', 'done', false, 'Lennart Bäck', 'lennart.back@example.com', '070-174 06 31',
    'Jag fick en faktura från er men känner inte igen numret. Kan ni kontrollera?',
    'Hej Lennart! Det numret var din grannes, vi har rättat det. Ursäkta röran.'),
  (15, 16, 0.25, 'support', 'done', false, 'Karin Sjödin', 'karin@sjodinsblommor.example', '070-174 06 32',
    'Vår hemsida visar gamla öppettider och jag har glömt hur man loggar in.', null),
  (16, 18, 0.9, 'contact', 'done', false, 'Emil Hägg', 'emil.hagg@example.com', null,
    'Köper ni in begagnade datorer?', 'Hej Emil! Nej, men vi tar hand om gamla och raderar dem säkert. Kom förbi när du vill.'),
  (17, 0, 0.08, 'contact', 'suspect', false, 'SEO Experts', 'growth@rank-higher.example', null,
    'Dear owner, we can put your website on the first page of search results in 7 days. Reply YES for a free audit.', null),
  (18, 2, 0.02, 'support', 'suspect', true, 'Mr Collins', 'office@collins-loans.example', '070-174 06 33',
    'Do you need a business loan at 2 %? No papers needed. Contact us today.', null),
  (19, 7, 0.97, 'contact', 'suspect', false, 'asdf', 'asdf@example.com', null, 'test test test', null);

insert into enquiries (org_id, id, kind, name, email, phone, message, is_urgent, is_suspect, created_at, read_at, done_at,
  assigned_to)
select org.id, pg_temp.id(came.at, format('enquiry %s %s', org.o, nth)), kind, sent.name, sent.email, sent.phone, message, is_urgent,
  state = 'suspect', came.at,
  case when state in ('read', 'done') then came.at + interval '12 minutes' end,
  case when state = 'done' then came.at + interval '55 minutes' end,
  case when reply is not null then staff.user_id end
from demo_enquiries sent cross join demo_orgs org cross join (select count(*) from demo_days) days
  join demo_days came_on on came_on.n = days.count - 1 - ago
  join demo_staff staff on staff.o = org.o and staff.n = nth % org.staff
  cross join lateral (select pg_temp.office_hour(came_on.day, part) as at) came
order by came.at;

insert into enquiry_replies (org_id, id, enquiry_id, author, text, created_at)
select org_id, pg_temp.id(answered.at, format('reply %s', enquiry.id)), enquiry.id, assigned_to, reply, answered.at
from enquiries enquiry join demo_enquiries sent using (email)
  cross join lateral (select enquiry.created_at + interval '25 minutes' as at) answered
where reply is not null
order by answered.at;

-- Each organization's newest ticket written by staff was created from a fault report with the customer's e-mail address.
with made as (
  select distinct on (org_id) ticket.*, ticket.created_at - interval '20 minutes' as at
  from tickets ticket join profiles on profiles.org_id = ticket.org_id and profiles.id = ticket.created_by
  order by ticket.org_id, ticket.created_at desc
),
sent as (
  insert into enquiries (org_id, id, number, kind, name, email, phone, message, is_urgent, created_at, read_at, done_at,
    assigned_to, version)
  select made.org_id, pg_temp.id(at, 'enquiry of ' || made.id), ticket_number, 'support', customer.name, customer.email, customer.phone,
    description, priority = 'urgent', at, at + interval '5 minutes', made.created_at, assigned_to, 2
  from made join customers customer on customer.org_id = made.org_id and customer.id = made.customer_id
  returning org_id, id
)
update tickets set enquiry_id = sent.id
from sent join made on made.org_id = sent.org_id
where tickets.org_id = made.org_id and tickets.id = made.id;

call derive_ticket_clocks();

-- Some answered tickets wait for their customer since that answer; a customer who is late was reminded, and after two weeks
-- staff are offered to close the ticket.
update tickets set on_hold_since = answer.at
from (select org_id, ticket_id, max(created_at) as at from ticket_comments where not is_internal and not by_customer
  group by org_id, ticket_id) answer
where tickets.org_id = answer.org_id and tickets.id = answer.ticket_id and status = 'in_progress' and unanswered_since is null
  and pg_temp.dice('hold of ' || tickets.id) < 0.9;

with today as (select max(day) as day from demo_days)
update tickets set hold_reminded_at = case when on_hold_since < day - 6 then on_hold_since + interval '5 days' end,
  closing_offered_at = case when on_hold_since < day - 16 then on_hold_since + interval '15 days' end
from today where on_hold_since is not null;

insert into ticket_changes (org_id, id, customer_id, ticket_id, user_id, field, after, created_at)
select org_id, pg_temp.id(change.at, format('%s of %s', change.field, id)), customer_id, id,
  case when change.field = 'hold' then assigned_to end, change.field, change.after, change.at
from tickets cross join lateral (values ('hold', 'customer', on_hold_since), ('reminder', null, hold_reminded_at))
  change (field, after, at)
where on_hold_since is not null and change.at is not null;

select index_enquiry(org_id, enquiry_id) from enquiry_replies group by org_id, enquiry_id;
