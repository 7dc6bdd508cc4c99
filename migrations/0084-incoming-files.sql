-- Files while they arrive, and what they take (docs/decisions/086). The row of the organization's usage is written when a file
-- begins and when it is complete or removed, never by a chunk within what was reserved: files that arrive together do not wait
-- for each other. A file's row names the process that receives it: what a process was receiving that has ended is removed.
alter table files
  -- Of all its variants.
  add stored_bytes bigint not null default 0 constraint files_stored_bytes_are_not_negative check (stored_bytes >= 0),
  -- What was reserved for it when it began.
  add reserved_bytes bigint not null default 0
    constraint files_reserved_bytes_limit check (reserved_bytes >= 0 and reserved_bytes <= 26214400),
  add receiver uuid;
create index files_receiving on files (receiver) where state = 'receiving';

alter table file_usage
  -- What files take that are being received; bytes is of those that are complete.
  add reserved_bytes bigint not null default 0
    constraint file_usage_reserved_bytes_are_not_negative check (reserved_bytes >= 0),
  -- What strangers have sent on that day, in the time zone of the business.
  add stranger_bytes bigint not null default 0
    constraint file_usage_stranger_bytes_are_not_negative check (stranger_bytes >= 0),
  add stranger_day date not null default '-infinity';

-- What an organization may store: its quota, or less where the operator allows less (FILES_MAX_GB of the program that asks).
create function file_quota_in_force(quota bigint) returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select least(quota, nullif(current_setting('app.files_max_bytes', true), '')::bigint)
$$;

-- Each chunk is counted in the row of its file; one that is removed with its file finds none.
create function count_chunks() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.files f
  set stored_bytes = f.stored_bytes + case tg_op when 'INSERT' then changed.bytes else -changed.bytes end
  from (select org_id, file_id, sum(octet_length(content)) as bytes from chunks group by org_id, file_id) changed
  where f.org_id = changed.org_id and f.id = changed.file_id;
  return null;
end $$;
revoke all on function count_chunks() from public;
create trigger count_added after insert on file_chunks referencing new table as chunks
  for each statement execute function count_chunks();
create trigger count_removed after delete on file_chunks referencing old table as chunks
  for each statement execute function count_chunks();

create function complete_bytes(file files) returns bigint language sql immutable parallel safe as $$
  select case when file.state <> 'receiving' then file.stored_bytes else 0 end
$$;
-- At least what was reserved; more for a preview, or where less was left than the file has.
create function receiving_bytes(file files) returns bigint language sql immutable parallel safe as $$
  select case when file.state = 'receiving' then greatest(file.reserved_bytes, file.stored_bytes) else 0 end
$$;

-- Keeps file_usage the sums of an organization's files. Refuses what exceeds its quota, unless a known sender's mail brings it,
-- and what strangers send beyond what they may in a day; what of theirs is removed unused, or was reserved and not used, is
-- taken back. What is reserved is not refused any more: a file that is complete takes no more than it did.
create function count_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today constant date := (now() at time zone stodpunkt.business_time_zone())::date;
  file constant stodpunkt.files := coalesce(new, old);
  complete constant bigint := stodpunkt.complete_bytes(new) - stodpunkt.complete_bytes(old);
  receiving constant bigint := stodpunkt.receiving_bytes(new) - stodpunkt.receiving_bytes(old);
  added constant bigint := complete + receiving;
  is_strangers constant boolean := file.uploaded_by is null and file.mail_sender is distinct from 'known'
    and (added > 0 or file.attached_at is null and (file.created_at at time zone stodpunkt.business_time_zone())::date = today);
  used stodpunkt.file_usage;
begin
  insert into stodpunkt.file_usage (org_id) values (file.org_id) on conflict (org_id) do nothing;
  update stodpunkt.file_usage u set bytes = u.bytes + complete, reserved_bytes = u.reserved_bytes + receiving,
    stranger_day = today,
    stranger_bytes = greatest(0, case u.stranger_day when today then u.stranger_bytes else 0 end
      + case when is_strangers then added else 0 end)
  where u.org_id = file.org_id returning u.* into used;
  if added > 0 and is_strangers and used.stranger_bytes > stodpunkt.stranger_bytes_per_day() then
    raise exception 'strangers have sent as much as they may in a day'
      using errcode = 'check_violation', constraint = 'file_usage_strangers_within_day', table = 'file_usage';
  end if;
  if added > 0 and file.mail_sender is distinct from 'known'
    and used.bytes + used.reserved_bytes > stodpunkt.file_quota_in_force(used.quota) then
    raise exception 'the files of % exceed its quota', file.org_id
      using errcode = 'check_violation', constraint = 'file_usage_within_quota', table = 'file_usage';
  end if;
  return null;
end $$;
revoke all on function count_file() from public;
create trigger count_begun after insert on files for each row when (new.reserved_bytes > 0) execute function count_file();
create trigger count_changed after update of stored_bytes, reserved_bytes, state on files for each row
  when ((complete_bytes(new), receiving_bytes(new)) is distinct from (complete_bytes(old), receiving_bytes(old)))
  execute function count_file();
create trigger count_removed after delete on files for each row
  when (complete_bytes(old) + receiving_bytes(old) > 0) execute function count_file();

-- What is left of the quota, and of the day's share of strangers.
create function file_bytes_left(org uuid, is_strangers boolean) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select least(stodpunkt.file_quota_in_force(coalesce(u.quota, stodpunkt.file_quota())) - coalesce(u.bytes + u.reserved_bytes, 0),
    case when is_strangers then stodpunkt.stranger_bytes_per_day()
      - case u.stranger_day when (now() at time zone stodpunkt.business_time_zone())::date then u.stranger_bytes else 0 end end)
  from (select org) of left join stodpunkt.file_usage u on u.org_id = of.org
$$;
revoke all on function file_bytes_left(uuid, boolean) from public;

-- What to reserve for a file whose size is not known: its largest size, or what is left. Without an actor it is a visitor's.
-- Where nothing is left it is one byte, which is refused.
create function room_for_file(largest bigint, org uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(1, least(largest, stodpunkt.file_bytes_left(coalesce(actor.org_id(), org), actor.org_id() is null)))
$$;
revoke all on function room_for_file(bigint, uuid) from public;
grant execute on function room_for_file(bigint, uuid) to stodpunkt_app, stodpunkt_site;

-- Whether strangers may send so much more today. Locks the row, so that nobody else sends meanwhile.
create function has_room_for_stranger(org uuid, added bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.file_usage (org_id) values (org) on conflict (org_id) do nothing;
  perform from stodpunkt.file_usage where org_id = org for update;
  return added <= stodpunkt.file_bytes_left(org, true);
end $$;
revoke all on function has_room_for_stranger(uuid, bigint) from public;

grant insert (reserved_bytes, receiver) on files to stodpunkt_app, stodpunkt_site;
-- Of a form the next picture arrives before this one is complete.
grant update (reserved_bytes) on files to stodpunkt_site;

-- A file of which no more is received is removed whoever sent it: the sender may be signed out, and the process may have ended.
create policy jobs_read_received on files for select to stodpunkt_jobs using (state = 'receiving');
create policy jobs_remove_received on files for delete to stodpunkt_jobs using (state = 'receiving');
grant select (receiver) on files to stodpunkt_jobs;

-- Of a person who is deactivated no more is received.
create function remove_received_of_disabled() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from stodpunkt.files where uploaded_by = new.id and state = 'receiving';
  return null;
end $$;
revoke all on function remove_received_of_disabled() from public;
create trigger remove_received after update of disabled_at on auth.users for each row
  when (new.disabled_at is not null) execute function remove_received_of_disabled();
