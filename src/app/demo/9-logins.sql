-- The current logins and what each shows, administrators first, then the customers with the most unresolved tickets;
-- read at every start of the demo.
select u.email, coalesce(r.role, 'customer') as role, coalesce(p.full_name, l.full_name, u.email) as name,
  case
    when r.role = 'admin' then 'allt, också användare, priser och inställningar'
    when r.role is not null then 'ärenden, kunder och egen tid'
    else format('%s: %s, %s att följa', c.name, case when l.sees_company then 'hela kunden' else 'bara egna ärenden' end,
      tickets.unresolved)
  end as shows
from auth.users u
left join profiles p on p.id = u.id
left join user_roles r on r.user_id = u.id
left join customer_users l on l.user_id = u.id
left join customers c on c.org_id = l.org_id and c.id = l.customer_id
cross join lateral (
  select count(*) as unresolved from tickets t
  where t.org_id = l.org_id and t.customer_id = l.customer_id and t.status not in ('resolved', 'closed')
    and (l.sees_company or t.reported_by = l.contact_id)
) tickets
order by coalesce(p.org_id, l.org_id), (r.role = 'admin') desc nulls last, r.role is null, c.archived_at is not null,
  tickets.unresolved desc, u.created_at, u.id;
