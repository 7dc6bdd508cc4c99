-- How many portal logins that are not revoked these customers of the actor's organization have, for the list of customers.
-- Customers without any are left out.
create function count_logins(customers uuid[])
returns table (customer_id uuid, logins integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.customer_id, count(*)::integer
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.customer_id = any (customers) and u.disabled_at is null and actor.is_staff()
  group by l.customer_id
$$;
revoke all on function count_logins(uuid[]) from public;
grant execute on function count_logins(uuid[]) to stodpunkt_app;
