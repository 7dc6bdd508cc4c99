-- The portal shows its customers which number to call, by the same facts as the public site, and follows their changes.
create policy customer_read on company_facts for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_customer());

create function tell_company() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'company', 'org', new.org_id)::text);
  return null;
end $$;
create trigger tell_portal after update on company_facts for each row execute function tell_company();
