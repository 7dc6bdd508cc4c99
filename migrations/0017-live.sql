-- Changes are sent on the channel `live`, with ids and no content: clients that may see the row refetch it. The demo's hundred
-- thousand rows are written with app.quiet on.

create function tell_ticket() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'ticket', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.id)::text);
  return null;
end $$;
create trigger tell after insert or update on tickets for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_ticket();

create function tell_comment() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', new.customer_id,
    'ticket', new.ticket_id, 'internal', new.is_internal)::text);
  return null;
end $$;
create trigger tell after insert on ticket_comments for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_comment();

create function tell_viewer() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare viewer stodpunkt.ticket_viewers := coalesce(new, old);
begin
  perform pg_notify('live', jsonb_build_object('about', 'presence', 'org', viewer.org_id, 'ticket', viewer.ticket_id)::text);
  return null;
end $$;
create trigger tell after insert or delete on ticket_viewers for each row execute function tell_viewer();

-- A login's rights or sessions changed: every process checks the streams of that login again.
create function tell_actor() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare was jsonb := to_jsonb(coalesce(new, old));
begin
  perform pg_notify('live', jsonb_build_object('about', 'actor', 'user', was ->> tg_argv[0])::text);
  return null;
end $$;
create trigger tell after update of ended_at or delete on auth.sessions for each row execute function tell_actor('user_id');
create trigger tell after update of disabled_at, must_change_password on auth.users for each row execute function tell_actor('id');
create trigger tell after update on profiles for each row execute function tell_actor('id');
create trigger tell after insert or update or delete on user_roles for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_actor('user_id');
create trigger tell after update or delete on customer_users for each row execute function tell_actor('user_id');

-- Archiving a customer closes the portal for all of its logins.
create function tell_customer() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'actor', 'org', new.org_id, 'customer', new.id)::text);
  return null;
end $$;
create trigger tell after update of archived_at on customers for each row execute function tell_customer();

create function tell_enquiry() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', new.org_id,
    'enquiry', to_jsonb(new) ->> tg_argv[0])::text);
  return null;
end $$;
create trigger tell after insert or update on enquiries for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_enquiry('id');
create trigger tell after insert on enquiry_replies for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_enquiry('enquiry_id');

create function tell_enquiry_removed() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', old.org_id, 'enquiry', old.id)::text);
  return null;
end $$;
create trigger tell_removed after delete on enquiries for each row execute function tell_enquiry_removed();
