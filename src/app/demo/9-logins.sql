-- The current logins, administrators first; read at every start of the demo.
select u.email, coalesce(r.role, 'customer') as role, coalesce(p.full_name, l.full_name, u.email) as name
from auth.users u
left join profiles p on p.id = u.id
left join user_roles r on r.user_id = u.id
left join customer_users l on l.user_id = u.id
order by coalesce(p.org_id, l.org_id), (r.role = 'admin') desc nulls last, u.created_at, u.id;
