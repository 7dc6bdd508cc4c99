-- Functions in SQL are planned anew at each call, functions in PL/pgSQL once a connection (docs/decisions/025). These are
-- asked by nearly every request; what they say is what they said in 0003, 0009 and 0018.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
create or replace function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  where s.id = session and s.ended_at is null and u.disabled_at is null
    and s.refreshed_at > now() - interval '30 days' and s.created_at > now() - interval '90 days';
end $$;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;

create or replace function names_of(people uuid[]) returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name from stodpunkt.profiles p
  where p.org_id = actor.org_id() and p.id = any(people) and (actor.is_staff() or actor.is_customer())
  union all
  select l.user_id, coalesce(l.full_name, u.email)
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.user_id = any(people)
    and (actor.is_staff() or actor.is_customer() and l.customer_id = actor.customer_id());
end $$;

create or replace function count_enquiries() returns table (open bigint, done bigint, suspect bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is not null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and is_suspect)
  where actor.is_staff();
end $$;
