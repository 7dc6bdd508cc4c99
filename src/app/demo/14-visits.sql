-- Three planned visits in each company, on the demo's day or the working days after it, about the newest tickets that somebody has.
insert into visits (org_id, id, customer_id, ticket_id, starts_at, ends_at, user_id, note, enqueued_version, created_at)
select ticket.org_id, pg_temp.id(ticket.created_at, 'visit ' || ticket.id), ticket.customer_id, ticket.id,
  pg_temp.moment(coming.day, visit.from_minute), pg_temp.moment(coming.day, visit.from_minute + visit.minutes),
  ticket.assigned_to, visit.note, 1, ticket.created_at
from demo
  cross join (values (1, 540, 120, 'Lås upp serverrummet, tack.'), (2, 780, 90, null), (3, 600, 60, 'Vi ringer när vi står utanför.'))
    visit (n, from_minute, minutes, note)
  join (select row_number() over (order by day) as n, day::date
    from demo, generate_series(demo.today::timestamp, demo.today + 6, interval '1 day') day
    where extract(isodow from day) < 6) coming on coming.n = visit.n
  join (select t.*, row_number() over (partition by t.org_id order by t.created_at desc, t.id) as n
    from tickets t where t.status in ('open', 'in_progress') and t.assigned_to is not null and t.merged_into is null)
    ticket on ticket.n = visit.n
order by ticket.org_id, visit.n;

insert into visit_recipients (org_id, id, visit_id, address, mailed_version, mailed_starts_at, mailed_ends_at)
select visit.org_id, pg_temp.id(visit.created_at, 'visit recipient ' || visit.id), visit.id, lower(customer.email), 1,
  visit.starts_at, visit.ends_at
from visits visit
  join customers customer on customer.org_id = visit.org_id and customer.id = visit.customer_id and customer.email is not null;
