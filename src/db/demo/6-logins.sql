select email, role, full_name as name from (
  select o, n, 0 as nth, email, role, full_name from demo_staff
  union all
  select o, 100000 + n, nth_login, email, 'customer', full_name from demo_portal
) logins
order by o, n, nth;
