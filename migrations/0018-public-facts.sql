-- The public site caches what it shows of a company until it is notified of a change.
create function tell_facts() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('facts', '');
  return null;
end $$;
create trigger tell after insert or update or delete on company_facts for each statement execute function tell_facts();
create trigger tell after insert or update or delete on organizations for each statement execute function tell_facts();
