-- Tickets are numbered in the order of creation. The newest are open or in progress, then resolved; the rest are
-- closed.

create temp table demo_tickets as
  select org.o, org.id as org_id, nth, question, came.at as came, org_days.count as until, customer.id as customer_id,
    state.status, cases.n as case_n, customer.audience, nth = org.tickets - 1 as is_urgent,
    case when state.status in ('resolved', 'closed') then came.at + least(0.1 + 5 * power(pg_temp.dice('span ' || question), 2),
      0.9 * (org_days.count - came.at)) end as done,
    portal.user_id as portal_user, staff.user_id as technician,
    case when state.status = 'open' and pg_temp.dice('unassigned ' || question) < 0.6 then null else staff.user_id end
      as assigned_to
  from demo_orgs org
    cross join (select count(*) from demo_days) org_days
    cross join generate_series(1, org.tickets) nth
    cross join format('ticket %s %s', org.o, nth) question
    cross join lateral (select 4 + org.active_tickets / 100.0 as days) recent
    cross join lateral (
      -- In working days since the first one: 12.5 is noon of the thirteenth.
      -- The active ones came in the last days, so that nobody waits for weeks.
      select case when nth <= org.tickets - org.active_tickets
        then (org_days.count - recent.days) * (nth - 1 + pg_temp.dice('came ' || question)) / (org.tickets - org.active_tickets)
        else org_days.count - recent.days * (org.tickets - nth + 1 - pg_temp.dice('came ' || question)) / greatest(org.active_tickets, 1)
        end as at
    ) came
    cross join lateral (
      select (org.tickets - nth) / greatest(org.active_tickets, 1)::double precision as age,
        pg_temp.dice('state ' || question) as dice
    ) luck
    cross join lateral (
      select case
        when nth = org.tickets - 1 then 'open'
        when age < 0.5 and dice < 0.5 or age < 1.1 and dice < 0.1 then 'open'
        when age < 0.5 and dice < 0.85 or age < 1.1 and dice < 0.3 then 'in_progress'
        when age < 1.1 and dice < 0.85 or age < 0.5 then 'resolved'
        else 'closed' end as status
    ) state
    cross join lateral (
      select floor(power(pg_temp.dice('customer of ' || question), 1.5)
        * case when came.at < org_days.count / 2 then org.customers else org.customers - org.customers / 20 end)::bigint as n
    ) asker
    -- Every third customer has a login, and these write most of the tickets.
    join demo_customers customer on customer.o = org.o
      and customer.n = asker.n - case when pg_temp.dice('has login ' || question) < 0.6 then asker.n % 3 else 0 end
    join demo_staff staff on staff.o = org.o and staff.n = floor(pg_temp.dice('technician of ' || question) * org.staff)
    join (select audience, count(*) from demo_cases group by audience) known using (audience)
    join demo_cases cases on cases.audience = customer.audience
      -- The last but one is urgent, and its case is grave.
      and cases.n = case when nth = org.tickets - 1
        then (select grave.n from demo_cases grave where grave.audience = customer.audience
          order by grave.priority = 'urgent' desc, grave.priority = 'high' desc, grave.n limit 1)
        else floor(pg_temp.dice('case of ' || question) * known.count) end
    left join demo_portal portal on portal.customer_id = customer.id and portal.nth_login = 1;
analyze demo_tickets;

insert into tickets (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_by,
  reported_by, created_at, resolved_at)
select ticket.org_id, pg_temp.id(written.at, question), 1000 + nth, ticket.customer_id,
  format(title, pg_temp.pick(case ticket.audience when 'home' then places.home when 'association' then places.association
    when 'shop' then places.shop else places.company end, 'place of ' || question)),
  description || case when pg_temp.dice('tag of ' || question) < 0.4
    then format(' Utrustningen är märkt NL-%s.', lpad(floor(pg_temp.dice('tag ' || question) * 1e5)::text, 5, '0')) else '' end,
  -- One unresolved ticket is urgent, beside the one in Inkorg.
  status, case when is_urgent then 'urgent' when pg_temp.dice('plain ' || question) < 0.2 then 'normal'
    when priority = 'urgent' and status in ('open', 'in_progress') then 'high' else priority end, assigned_to,
  author.user_id, login.contact_id, written.at, resolved.at
from demo_places places cross join demo_tickets ticket
  join demo_cases cases on cases.audience = ticket.audience and cases.n = ticket.case_n
  join demo_days came_on on came_on.n = floor(ticket.came)
  left join demo_days done_on on done_on.n = floor(ticket.done)
  cross join lateral (select pg_temp.office_hour(came_on.day, ticket.came - came_on.n) as at) written
  cross join lateral (select pg_temp.office_hour(done_on.day, ticket.done - done_on.n) as at) resolved
  cross join lateral (
    select case when pg_temp.dice('by phone ' || question) < 0.25 then technician else coalesce(portal_user, technician) end
      as user_id
  ) author
  -- A ticket opened by a login was reported by its contact.
  left join customer_users login on login.user_id = author.user_id and login.customer_id = ticket.customer_id
order by written.at;

-- The trigger set resolved_at of resolved tickets to the current time.
update tickets set resolved_at = pg_temp.office_hour(days.day, ticket.done - days.n)
from demo_tickets ticket join demo_days days on days.n = floor(ticket.done)
where ticket.status = 'resolved' and tickets.org_id = ticket.org_id and tickets.ticket_number = 1000 + ticket.nth;

select start_ticket_numbers(id) from demo_orgs;

-- How many comments each ticket has; open ones wait for the first.
create temp table demo_threads as
  with weights as (
    select ticket.*, org.comments, tickets.id as ticket_id,
      (0.6 + 0.8 * pg_temp.dice('talk of ' || question))
        * case ticket.status when 'open' then 0.2 when 'in_progress' then 0.7 else 1 end as weight
    from demo_tickets ticket join demo_orgs org using (o)
      join tickets on tickets.org_id = ticket.org_id and ticket_number = 1000 + nth
  ),
  sums as (
    select *, round(comments * sum(weight) over (partition by o order by nth) / sum(weight) over (partition by o))::bigint
      as comments_until
    from weights
  )
  select *, comments_until - lag(comments_until, 1, 0) over (partition by o order by nth) as count from sums;
analyze demo_threads;

-- A finished conversation ends with the solution and, if it is long enough, the thanks. The technician writes the
-- answers of a customer without a login.
insert into ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal, by_customer, created_at)
select thread.org_id, pg_temp.id(written.at, format('comment %s %s', nth_comment, question)), customer_id, ticket_id,
  case when is_customers and portal_user is not null then portal_user else technician end,
  case part
    when 'first answer' then first_answer
    when 'internal' then internal
    when 'reply' then said || reply
    when 'solution' then solution
    when 'thanks' then said || thanks
    else pg_temp.pick(places.internal_comments, format('other %s %s', nth_comment, question))
  end,
  part in ('internal', 'other') or (is_customers and portal_user is null), is_customers and portal_user is not null,
  written.at
from demo_places places cross join demo_threads thread
  join demo_cases cases on cases.audience = thread.audience and cases.n = thread.case_n
  cross join generate_series(1, thread.count) nth_comment
  cross join lateral (
    select case
      when done is not null and count >= 5 and nth_comment = count then 'thanks'
      when done is not null and nth_comment = count - case when count >= 5 then 1 else 0 end then 'solution'
      when nth_comment = 1 then 'first answer'
      when nth_comment = 2 then 'internal'
      when nth_comment = 3 then 'reply'
      else 'other' end as part
  ) parts
  cross join lateral (
    select part in ('reply', 'thanks') as is_customers,
      case when portal_user is null then 'Kunden på telefon: ' else '' end as said,
      came + (coalesce(done, least(until, came + 2)) - came) * (nth_comment - 0.4) / count as at
  ) turn
  join demo_days days on days.n = floor(turn.at)
  cross join lateral (select pg_temp.office_hour(days.day, turn.at - days.n) as at) written
order by written.at;

-- In progress soon after creation, then resolved, and closed a day later.
insert into ticket_changes (org_id, id, customer_id, ticket_id, user_id, field, before, after, created_at)
select thread.org_id, pg_temp.id(written.at, format('change %s %s %s', field, after, question)), customer_id, ticket_id,
  technician, field, before, after, written.at
from demo_threads thread
  cross join lateral (
    select least(until - 0.001, came + 0.04) as taken, least(until - 0.001, done + 1) as closed
  ) moments
  cross join lateral (values
    ('assignee', null, assigned_to::text, assigned_to is not null, taken),
    ('status', 'open', 'in_progress', status <> 'open', taken),
    ('status', 'in_progress', 'resolved', status in ('resolved', 'closed'), done),
    ('status', 'resolved', 'closed', status = 'closed', closed)
  ) change (field, before, after, is_so, at)
  join demo_days days on days.n = floor(change.at)
  cross join lateral (select pg_temp.office_hour(days.day, change.at - days.n) as at) written
where is_so
order by written.at;

create index on demo_tickets (customer_id, nth);
-- Unreported work of a customer with unresolved tickets mostly belongs to the latest of these, and has its title.
update time_entries entry set ticket_id = ticket.id, description = ticket.title, notes = null
from (
  select entry.org_id, entry.id as entry_id, latest.id, latest.title
  from time_entries entry
    cross join lateral (
      select tickets.id, tickets.title from demo_tickets made
        join tickets on tickets.org_id = made.org_id and tickets.ticket_number = 1000 + made.nth
        join demo_days came_on on came_on.n = floor(made.came)
        left join demo_days done_on on done_on.n = floor(made.done)
      where made.org_id = entry.org_id and made.customer_id = entry.customer_id and came_on.day <= entry.work_date
        and coalesce(done_on.day, entry.work_date) >= entry.work_date
      order by came_on.day desc, made.nth desc limit 1) latest
  where not entry.reported and pg_temp.dice('ticket of ' || entry.id) < 0.8
) ticket
where entry.org_id = ticket.org_id and entry.id = ticket.entry_id;
