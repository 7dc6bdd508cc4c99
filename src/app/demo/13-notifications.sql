-- What staff were notified of in the last days, as the triggers would have written it; they have read what came before the last
-- day with tickets.
insert into staff_notifications (org_id, id, user_id, event, ticket_id, by_id, created_at, read_at)
select act.org_id, pg_temp.id(act.at, format('%s of %s for %s', act.event, act.id, person.id)), person.id, act.event, act.ticket_id,
  act.by_id, act.at, case when act.at < latest.day then act.at + interval '20 minutes' end
from demo
  cross join (select max(created_at)::date as day from tickets) latest
  cross join lateral (
    select 'new' as event, t.org_id, t.id, t.id as ticket_id, null::uuid as assigned_to, coalesce(t.created_by, t.reported_by) as by_id,
      t.created_at as at
    from tickets t
    where t.created_at >= demo.today - 3 and coalesce(t.created_by, t.reported_by) is not null
      and not exists (select from profiles where profiles.id = t.created_by)
    union all
    select 'customer', c.org_id, c.id, c.ticket_id, t.assigned_to, coalesce(c.user_id, c.contact_id), c.created_at
    from ticket_comments c join tickets t on t.org_id = c.org_id and t.id = c.ticket_id
    where c.created_at >= demo.today - 3 and c.by_customer
  ) act
  join profiles person on person.org_id = act.org_id and (act.assigned_to is null or person.id = act.assigned_to)
order by act.at, person.id;
