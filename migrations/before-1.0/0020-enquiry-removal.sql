-- A sender may ask to have what they sent taken away; an administrator does it. The answers go with it; a ticket that was
-- made of it stays.
alter table enquiry_replies
  drop constraint enquiry_replies_org_id_enquiry_id_fkey,
  add constraint enquiry_replies_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade;
alter table tickets
  drop constraint tickets_org_id_enquiry_id_fkey,
  add constraint tickets_made_of foreign key (org_id, enquiry_id) references enquiries on delete set null (enquiry_id);

create policy admin_remove on enquiries for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant delete on enquiries to stodpunkt_app;

create function tell_enquiry_removed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', old.org_id, 'enquiry', old.id)::text);
  return null;
end $$;
create trigger tell_removed after delete on enquiries for each row execute function tell_enquiry_removed();
