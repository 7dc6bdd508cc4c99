-- Whether somebody has jour at an instant; null for a company that does not use it. For the site, and for customers of the
-- organization, who may not read the roster (docs/decisions/112).
create function has_jour_at(org uuid, at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when current_setting('role') = 'stodpunkt_app' and org is distinct from actor.org_id() then null
    when exists (select from stodpunkt.on_call_at(org, at)) then true
    when stodpunkt.keeps_roster(org) then false end
$$;
revoke all on function has_jour_at(uuid, timestamptz) from public;
grant execute on function has_jour_at(uuid, timestamptz) to stodpunkt_app, stodpunkt_jobs, stodpunkt_site;
