-- The nights in which a backup was begun, and when administrators were told that one had none. Of the installation.
create table backup_nights (
  night date primary key,
  begun_at timestamptz not null default now(),
  told_at timestamptz,
  -- Null when nobody knows: the program ended in the middle of it.
  reason text,
  constraint backup_nights_told check (reason is null or told_at is not null)
);
call protect('backup_nights');
drop policy backup_read on backup_nights;
create policy backup_all on backup_nights to stodpunkt_backup using (true) with check (true);
grant insert, update (told_at, reason), delete on backup_nights to stodpunkt_backup;

set local role stodpunkt_jobs;
grant usage on schema jobs to stodpunkt_backup;
grant execute on function jobs.enqueue(text, json, integer) to stodpunkt_backup;
set local role stodpunkt_owner;
