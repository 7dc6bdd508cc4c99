-- The portal logins of one customer of the actor's organization, as staff see them, oldest first.
create function logins_of(customer uuid)
returns table (id uuid, email text, full_name text, invited_at timestamptz, last_seen_at timestamptz, is_revoked boolean, has_password boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.user_id, u.email, l.full_name, l.created_at,
    (select max(s.refreshed_at) from auth.sessions s where s.user_id = l.user_id),
    u.disabled_at is not null, u.password_hash is not null
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.customer_id = customer and actor.is_staff()
  order by l.created_at, l.user_id;
end $$;
revoke all on function logins_of(uuid) from public;
grant execute on function logins_of(uuid) to stodpunkt_app;
