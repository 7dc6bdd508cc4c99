-- Two recurring tickets of the first customers with an agreement in each company: a monthly one assigned to the
-- founder, and a quarterly one without assignee. None is due on the demo's day.

create temp table demo_recurring as
select agreement.org_id, agreement.customer_id, row_number() over (partition by agreement.org_id order by customer.created_at, customer.id) as n
from demo_agreements agreement join customers customer on customer.org_id = agreement.org_id and customer.id = agreement.customer_id
where customer.archived_at is null;

insert into recurring_tickets (org_id, customer_id, id, title, description, priority, assigned_to, every, first_on, skips_closed,
  handled_until, created_by, created_at)
select founder.org_id, customer_id, pg_temp.id(founder.joined_at, format('recurring %s %s', founder.org_id, plan.n)), title, description,
  priority, case when is_founders then founder.user_id end, every, (date_trunc('month', demo.today) - interval '1 month')::date + day, skips_closed,
  demo.today, founder.user_id, founder.joined_at
from demo cross join (select * from demo_staff where n = 0) founder
  join demo_recurring customer on customer.org_id = founder.org_id
  join (values
    (1, 'Kontrollera säkerhetskopian', 'Läs tillbaka en fil ur gårdagens säkerhetskopia och skriv här att den gick att öppna.',
      'normal', true, 'month', 14, false),
    (2, 'Uppdatera servern och brandväggen', E'Installera uppdateringar efter stängning och starta om.\nMeddela kunden dagen innan.',
      'high', false, 'quarter', 1, true)
  ) plan (n, title, description, priority, is_founders, every, day, skips_closed) on plan.n = customer.n;
