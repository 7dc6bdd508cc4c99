-- Whether somebody has jour at an instant; null for a company that has nobody listed from then on, and so keeps no roster. For the
-- site, which may not read the roster (docs/decisions/112).
create function has_jour_at(org uuid, at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when exists (select from stodpunkt.on_call_at(org, at)) then true
    when exists (select from stodpunkt.on_call_days listed where listed.org_id = org and listed.day > stodpunkt.on_call_day(at))
      then false end
$$;
revoke all on function has_jour_at(uuid, timestamptz) from public;
grant execute on function has_jour_at(uuid, timestamptz) to stodpunkt_app, stodpunkt_jobs, stodpunkt_site;
