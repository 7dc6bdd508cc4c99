-- Files while they arrive (docs/decisions/086). The space of a file whose size is known is reserved when it begins, so that of two
-- that fit only alone one is refused before it is sent. Its row names the process that receives it: what a process was receiving
-- that has ended is removed.
alter table files
  -- What is left of the reservation.
  add reserved_bytes bigint not null default 0
    constraint files_reserved_bytes_limit check (reserved_bytes >= 0 and reserved_bytes <= 26214400),
  add constraint files_reserved_while_received check (state = 'receiving' or reserved_bytes = 0),
  add receiver uuid;
create index files_receiving on files (receiver) where state = 'receiving';

-- The sum of the reservations.
alter table file_usage add reserved_bytes bigint not null default 0
  constraint file_usage_reserved_bytes_are_not_negative check (reserved_bytes >= 0);

-- What an organization may store: its quota, or less where the operator allows less (FILES_MAX_GB of the program that asks).
create function file_quota_in_force(quota bigint) returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select least(quota, nullif(current_setting('app.files_max_bytes', true), '')::bigint)
$$;

create function refuse_beyond_quota(org uuid) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the files of % exceed its quota', org
    using errcode = 'check_violation', constraint = 'file_usage_within_quota', table = 'file_usage';
end $$;
revoke all on function refuse_beyond_quota(uuid) from public;

create function reserve_file_bytes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_full boolean;
begin
  insert into stodpunkt.file_usage as used (org_id, reserved_bytes) values (new.org_id, new.reserved_bytes)
  on conflict (org_id) do update set reserved_bytes = used.reserved_bytes + excluded.reserved_bytes
  returning used.bytes + used.reserved_bytes > stodpunkt.file_quota_in_force(used.quota) into is_full;
  if is_full then perform stodpunkt.refuse_beyond_quota(new.org_id); end if;
  return null;
end $$;
revoke all on function reserve_file_bytes() from public;
create trigger reserve_bytes after insert on files for each row
  when (new.reserved_bytes > 0) execute function reserve_file_bytes();

-- A file that is complete needs no more, nor one that is removed.
create function release_file_bytes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.file_usage set reserved_bytes = reserved_bytes - old.reserved_bytes where org_id = old.org_id;
  if tg_op = 'DELETE' then return null; end if;
  new.reserved_bytes := 0;
  return new;
end $$;
revoke all on function release_file_bytes() from public;
create trigger release_when_complete before update of state on files for each row
  when (old.reserved_bytes > 0 and new.state <> 'receiving') execute function release_file_bytes();
create trigger release_when_removed after delete on files for each row
  when (old.reserved_bytes > 0) execute function release_file_bytes();

-- Takes what was stored of files from their reservations, and returns how much of it was reserved.
create function take_reserved_bytes(org uuid, file uuid, stored bigint) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  reserved bigint;
begin
  select least(f.reserved_bytes, stored) into reserved
  from stodpunkt.files f where f.org_id = org and f.id = file and f.reserved_bytes > 0 for no key update;
  if reserved is null then return 0; end if;
  update stodpunkt.files f set reserved_bytes = f.reserved_bytes - reserved where f.org_id = org and f.id = file;
  return reserved;
end $$;
revoke all on function take_reserved_bytes(uuid, uuid, bigint) from public;

-- As before, but what was reserved is not refused any more, and what is reserved for others is not taken.
create or replace function count_file_bytes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed record;
  reserved bigint;
  is_full boolean;
begin
  for changed in select org_id, sum(octet_length(content)) as bytes from chunks group by org_id order by org_id loop
    if tg_op = 'DELETE' then
      update stodpunkt.file_usage set bytes = bytes - changed.bytes where org_id = changed.org_id;
      continue;
    end if;
    select coalesce(sum(stodpunkt.take_reserved_bytes(one.org_id, one.file_id, one.bytes)), 0) into reserved
    from (select org_id, file_id, sum(octet_length(content)) as bytes from chunks where org_id = changed.org_id
      group by org_id, file_id order by file_id) one;
    insert into stodpunkt.file_usage as used (org_id, bytes) values (changed.org_id, changed.bytes)
    on conflict (org_id) do update set bytes = used.bytes + excluded.bytes, reserved_bytes = used.reserved_bytes - reserved
    returning used.bytes + used.reserved_bytes > stodpunkt.file_quota_in_force(used.quota) into is_full;
    if is_full and reserved < changed.bytes
      and exists (select from chunks c join stodpunkt.files f on f.org_id = c.org_id and f.id = c.file_id
        where c.org_id = changed.org_id and f.mail_sender is distinct from 'known') then
      perform stodpunkt.refuse_beyond_quota(changed.org_id);
    end if;
  end loop;
  return null;
end $$;

create or replace function has_room_for_stranger(org uuid, added bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  used stodpunkt.file_usage;
begin
  insert into stodpunkt.file_usage (org_id) values (org) on conflict (org_id) do nothing;
  select * into used from stodpunkt.file_usage where org_id = org for update;
  return used.bytes + used.reserved_bytes + added <= stodpunkt.file_quota_in_force(used.quota)
    and added + case used.stranger_day when (now() at time zone stodpunkt.business_time_zone())::date then used.stranger_bytes else 0 end
      <= stodpunkt.stranger_bytes_per_day();
end $$;

grant insert (reserved_bytes, receiver) on files to stodpunkt_app;
grant insert (receiver) on files to stodpunkt_site;

-- A file of which no more is received is removed whoever sent it: the sender may be signed out, and the process may have ended.
create policy jobs_read_received on files for select to stodpunkt_jobs using (state = 'receiving');
create policy jobs_remove_received on files for delete to stodpunkt_jobs using (state = 'receiving');
grant select (receiver) on files to stodpunkt_jobs;

-- Removes what visitors have sent and nothing was made of. What is refused does not count for the day.
create function forget_stranger_files(org uuid, ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today constant date := (now() at time zone stodpunkt.business_time_zone())::date;
  stored bigint;
begin
  select sum(octet_length(c.content)) into stored
  from stodpunkt.files f join stodpunkt.file_chunks c on c.org_id = f.org_id and c.file_id = f.id
  where f.org_id = org and f.id = any(ids) and f.uploaded_by is null and f.attached_at is null
    and (f.created_at at time zone stodpunkt.business_time_zone())::date = today;
  delete from stodpunkt.files f
  where f.org_id = org and f.id = any(ids) and f.uploaded_by is null and f.attached_at is null;
  update stodpunkt.file_usage set stranger_bytes = greatest(0, stranger_bytes - stored)
  where org_id = org and stranger_day = today and stored > 0;
end $$;
revoke all on function forget_stranger_files(uuid, uuid[]) from public;
grant execute on function forget_stranger_files(uuid, uuid[]) to stodpunkt_site;
drop policy site_remove on files;
revoke delete on files from stodpunkt_site;
