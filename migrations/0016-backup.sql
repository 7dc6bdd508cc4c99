-- One row per backup of the installation, successful or failed.
create table backups (
  id uuid primary key,
  finished_at timestamptz not null default now(),
  kind text not null constraint backups_kind_values check (kind in ('asked', 'nightly', 'before_migration')),
  -- File name without its folder.
  file text,
  bytes bigint,
  has_keys boolean not null default false,
  failure text,
  constraint backups_file_or_failure check ((file is null) = (bytes is null) and (file is null) = (failure is not null))
);
create index backups_newest on backups (finished_at desc);

call protect('backups');
drop policy backup_read on backups;
create policy backup_all on backups to stodpunkt_backup using (true) with check (true);
grant insert, delete on backups to stodpunkt_backup;
create policy admin_read on backups for select to stodpunkt_app using (actor.is_admin());
grant select on backups to stodpunkt_app;

-- The nights in which a backup was started, and when administrators were mailed that one has none.
create table backup_nights (
  night date primary key,
  begun_at timestamptz not null default now(),
  told_at timestamptz,
  -- Null when unknown: the program ended during the backup.
  reason text,
  constraint backup_nights_told check (reason is null or told_at is not null)
);

call protect('backup_nights');
drop policy backup_read on backup_nights;
create policy backup_all on backup_nights to stodpunkt_backup using (true) with check (true);
grant insert, update (told_at, reason), delete on backup_nights to stodpunkt_backup;

-- Confirmation by an administrator that the keys are stored elsewhere too. The fingerprint covers all keys, so a new key needs a new one.
create table key_copies (
  fingerprint text primary key,
  confirmed_by uuid not null references auth.users,
  confirmed_at timestamptz not null default now()
);

call protect('key_copies');
create policy admin_read on key_copies for select to stodpunkt_app using (actor.is_admin());
create policy admin_confirm on key_copies for insert to stodpunkt_app
  with check (actor.is_admin() and confirmed_by = actor.user_id());
grant select (fingerprint, confirmed_at), insert on key_copies to stodpunkt_app;
