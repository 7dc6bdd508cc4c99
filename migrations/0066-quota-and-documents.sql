-- Administrators choose how much their organization may store.
create function file_quota_max() returns bigint language sql immutable parallel safe as $$ select 1099511627776 $$;
alter table file_usage add constraint file_usage_quota_at_most_max check (quota <= file_quota_max());
create policy admin_begin on file_usage for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on file_usage for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
grant insert (org_id, quota), update (quota) on file_usage to stodpunkt_app;

-- Screens of a customer's documents are told of changes; the portal of those that it shows, or showed until now.
create function tell_document() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  document stodpunkt.files := coalesce(new, old);
begin
  perform pg_notify('live', jsonb_build_object('about', 'document', 'org', document.org_id, 'customer', document.customer_id,
    'shown', old.shown_in_portal or document.shown_in_portal)::text);
  return null;
end $$;
create trigger tell_document after update of attached_at, shown_in_portal, state on files for each row
  when (new.customer_id is not null and new.ticket_id is null) execute function tell_document();
create trigger tell_document_removed after delete on files for each row
  when (old.customer_id is not null and old.ticket_id is null) execute function tell_document();

-- Mail to the company about an enquiry names its pictures.
create policy jobs_read_enquiry on files for select to stodpunkt_jobs using (enquiry_id is not null and state <> 'receiving');
grant select (enquiry_id) on files to stodpunkt_jobs;
