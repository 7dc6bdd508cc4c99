-- Pictures that visitors send with the forms of the public site (docs/decisions/059). Nobody is signed in, so that what all of
-- them send in a day is limited (0084). The role of the site receives files and sees them until they are attached.
create function stranger_file_max() returns integer language sql immutable parallel safe as $$ select 10485760 $$;
create function stranger_bytes_per_day() returns integer language sql immutable parallel safe as $$ select 209715200 $$;

-- Only the columns below can be set: by nobody, received, and attached to nothing.
create policy site_send on files for insert to stodpunkt_site with check (true);
create policy site_read_sent on files for select to stodpunkt_site using (uploaded_by is null and attached_at is null);
create policy site_finish on files for update to stodpunkt_site
  using (uploaded_by is null and attached_at is null)
  with check (uploaded_by is null and attached_at is null and bytes <= stranger_file_max());
create policy site_remove on files for delete to stodpunkt_site using (uploaded_by is null and attached_at is null);
grant insert (org_id, id, name, type), update (type, bytes, sha256, width, height, variants, state), delete, select (name, state, uploaded_by)
  on files to stodpunkt_site;

create policy site_write on file_chunks for insert to stodpunkt_site
  with check (position < stranger_file_max() / 262144 and exists (select from files f
    where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id and f.state = 'receiving' and f.uploaded_by is null));
grant insert on file_chunks to stodpunkt_site;

-- Attaches files that a visitor has sent to an enquiry of this transaction, and returns how many: a function, as the site may
-- not see files once they are attached. An enquiry of an earlier transaction gets none.
create function attach_files_to_enquiry(org uuid, enquiry uuid, ids uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  attached integer;
begin
  update stodpunkt.files f set enquiry_id = enquiry, attached_at = now()
  where f.org_id = org and f.id = any(ids) and f.uploaded_by is null and f.attached_at is null and f.state = 'ready'
    and exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and e.created_at = now());
  get diagnostics attached = row_count;
  return attached;
end $$;
revoke all on function attach_files_to_enquiry(uuid, uuid, uuid[]) from public;
grant execute on function attach_files_to_enquiry(uuid, uuid, uuid[]) to stodpunkt_site;
