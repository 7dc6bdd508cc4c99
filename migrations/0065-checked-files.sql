-- Files are checked by a virus scanner, where the installation has one, before anybody may open them (docs/decisions/071).
-- One that is checked is complete and may be attached; its content is read by nobody but the jobs until it is found clean.
alter table files
  drop constraint files_state_values,
  add constraint files_state_values check (state in ('receiving', 'checking', 'ready', 'unchecked', 'infected')),
  -- What the scanner calls what it found.
  add finding text constraint files_finding_length check (length(finding) <= 200),
  add constraint files_finding_of_infected check ((finding is not null) = (state = 'infected')),
  drop constraint files_attached_when_ready,
  add constraint files_attached_when_complete check (attached_at is null or state <> 'receiving'),
  add constraint files_company_when_ready check (not is_company or state = 'ready');
create index files_checking on files (created_at) where state = 'checking';

-- A complete file does not change, but for what the scanner says of it (finish_check).
create or replace function guard_ready_file() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state = 'checking' and current_user = 'stodpunkt_owner' and new.state in ('ready', 'unchecked', 'infected')
    and (new.name, new.type, new.bytes, new.sha256) is not distinct from (old.name, old.type, old.bytes, old.sha256) then
    return new;
  end if;
  raise exception 'a file that is complete does not change' using errcode = 'insufficient_privilege';
end $$;
drop trigger guard_ready on files;
create trigger guard_ready before update of name, type, bytes, sha256, width, height, variants, state, finding on files
  for each row when (old.state <> 'receiving') execute function guard_ready_file();

-- Stores what the scanner says of a file, once. Of an infected one the content is removed. Returns whether it was waiting.
create function finish_check(org uuid, file uuid, verdict text, named text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  checked stodpunkt.files;
begin
  update stodpunkt.files f set state = verdict, finding = named,
    width = case when verdict = 'infected' then null else f.width end,
    height = case when verdict = 'infected' then null else f.height end,
    variants = case when verdict = 'infected' then '{}' else f.variants end
  where f.org_id = org and f.id = file and f.state = 'checking' returning f.* into checked;
  if checked.id is null then
    return false;
  end if;
  if verdict = 'infected' then
    delete from stodpunkt.file_chunks c where c.org_id = org and c.file_id = file;
  end if;
  if verdict <> 'ready' then
    insert into stodpunkt.audit_log (id, org_id, user_id, action, subject, subject_id, detail)
    values (gen_random_uuid(), org, checked.uploaded_by, 'checked_' || verdict, 'file', file,
      jsonb_build_object('finding', named, 'bytes', checked.bytes, 'sha256', encode(checked.sha256, 'hex')));
  end if;
  return true;
end $$;
revoke all on function finish_check(uuid, uuid, text, text) from public;
grant execute on function finish_check(uuid, uuid, text, text) to stodpunkt_jobs;

-- Screens that show the file are told what became of it.
create function tell_checked() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.enquiry_id is not null then
    perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', new.org_id, 'enquiry', new.enquiry_id)::text);
  end if;
  perform pg_notify('live', jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.ticket_id, 'internal', new.is_internal, 'contacts', stodpunkt.contacts_of(ticket))::text)
  from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  return null;
end $$;
revoke all on function tell_checked() from public;
create trigger tell_checked after update of state on files for each row
  when (old.state = 'checking' and new.attached_at is not null) execute function tell_checked();

-- The content is read when it is found clean, and before that by who sends it, until it is complete.
drop policy file_read on file_chunks;
create policy file_read on file_chunks for select to stodpunkt_app
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'ready' or f.state = 'receiving' and f.uploaded_by = actor.user_id())));
drop policy site_read on file_chunks;
create policy site_read on file_chunks for select to stodpunkt_site
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'ready' or f.state = 'receiving' and f.uploaded_by is null)));

-- The jobs read what is to be checked, whatever it belongs to; mail names also what it cannot carry.
create policy jobs_check on files for select to stodpunkt_jobs using (state = 'checking');
drop policy jobs_read_public on files;
create policy jobs_read_public on files for select to stodpunkt_jobs
  using (ticket_id is not null and not is_internal and state <> 'receiving');
drop policy jobs_read_public on file_chunks;
create policy jobs_read on file_chunks for select to stodpunkt_jobs
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'checking' or f.state = 'ready' and f.ticket_id is not null and not f.is_internal)));

create or replace function attach_files_to_enquiry(org uuid, enquiry uuid, ids uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  attached integer;
begin
  update stodpunkt.files f set enquiry_id = enquiry, attached_at = now()
  where f.org_id = org and f.id = any(ids) and f.uploaded_by is null and f.attached_at is null
    and f.state in ('checking', 'ready')
    and exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and e.created_at = now());
  get diagnostics attached = row_count;
  return attached;
end $$;

-- Mail waits for files that are checked, at most so long after what it is about.
grant select (created_at) on tickets to stodpunkt_jobs;

-- A job that runs later.
set local role stodpunkt_jobs;
create function jobs.enqueue_later(task text, payload json, attempts integer, delay interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, max_attempts => attempts, run_at => now() + delay);
end $$;
revoke all on function jobs.enqueue_later(text, json, integer, interval) from public;
set local role stodpunkt_owner;
