-- The menu counts what presses: tickets that wait for our answer or are urgent, which one made by staff is at once.
drop function count_work();
create function count_work() returns table (urgent bigint, unassigned bigint, mine bigint, waiting bigint, pressing bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
  select count(*) filter (where priority = 'urgent'), count(*) filter (where status = 'open' and assigned_to is null),
    count(*) filter (where assigned_to = actor.user_id()), count(waiting_since),
    count(*) filter (where priority = 'urgent' or waiting_since is not null)
  from stodpunkt.tickets where org_id = actor.org_id() and actor.is_staff() and status in ('open', 'in_progress');
end $$;
revoke all on function count_work() from public;
grant execute on function count_work() to stodpunkt_app;
