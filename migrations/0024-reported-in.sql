-- The report that marked a row last. Kept when the row is re-activated, so that row and report lead to each other. Without a
-- foreign key: a marked report is never deleted, and checking one would lock the report once for each of its rows.
alter table time_entries add column report_id uuid;
create index time_entries_of_report on time_entries (org_id, report_id) where report_id is not null;
grant update (report_id) on time_entries to stodpunkt_app;

-- Rows marked before this migration: marking sets both times to that of its transaction.
update time_entries e set report_id = r.report_id
from report_rows r join reports on reports.org_id = r.org_id and reports.id = r.report_id
where e.org_id = r.org_id and e.id = r.time_entry_id and e.reported_at = reports.marked_at;

-- Live events of time: one a statement and organization, however many rows a month has that is marked. `reported` tells that
-- the archive and reports changed, too.
create function tell_new_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', org_id, 'reported', bool_or(reported))::text)
  from new_entries group by org_id;
  return null;
end $$;
create trigger tell after insert on time_entries referencing new table as new_entries
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_new_time();

create function tell_changed_time() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'time', 'org', org_id, 'reported', bool_or(reported))::text)
  from (select org_id, reported from new_entries union all select org_id, reported from old_entries) entries group by org_id;
  return null;
end $$;
create trigger tell_changed after update on time_entries referencing old table as old_entries new table as new_entries
  for each statement when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_changed_time();

-- A member of staff: name, role, e-mail, active or not. The login has no organization of its own, hence the definer.
create function tell_user() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare person constant uuid := to_jsonb(coalesce(new, old)) ->> tg_argv[0];
begin
  perform pg_notify('live', jsonb_build_object('about', 'user', 'org', org_id, 'user', id)::text)
  from stodpunkt.profiles where id = person and org_id is not null;
  return null;
end $$;
revoke all on function tell_user() from public;
create trigger tell_user after insert or update of full_name on profiles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_user('id');
create trigger tell_user after insert or update or delete on user_roles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_user('user_id');
create trigger tell_user after update of email, disabled_at on auth.users for each row execute function tell_user('id');
