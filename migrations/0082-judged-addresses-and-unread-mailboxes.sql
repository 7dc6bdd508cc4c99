-- Which addresses a mailbox may be read at (docs/decisions/085), and since when it is not read.
alter table mailboxes
  -- It was read before addresses were judged: the address of its next reading is noted, and stays permitted.
  add keeps_address boolean not null default false,
  add allowed_address inet,
  -- When reading failed first since it was read, and when administrators were told.
  add unread_since timestamptz,
  add unread_told_at timestamptz,
  add constraint mailboxes_unread_told_of_unread check (unread_told_at is null or unread_since is not null);
update mailboxes set keeps_address = true where seen_at is not null;
grant update (keeps_address, allowed_address, unread_since, unread_told_at) on mailboxes to stodpunkt_jobs;

-- At another host or port nothing is permitted that was at the first; what is not read on purpose is no outage.
create function follow_mailbox() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.host, new.port) is distinct from (old.host, old.port) then
    new.keeps_address := false;
    new.allowed_address := null;
  end if;
  if not new.is_active then
    new.unread_since := null;
    new.unread_told_at := null;
  end if;
  return new;
end $$;
create trigger follow before update on mailboxes for each row execute function follow_mailbox();

-- The mailboxes that are not read, for all staff: who reads a mailbox's settings is an administrator.
create function unread_mailboxes() returns table (address text, unread_since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select address, unread_since from stodpunkt.mailboxes
  where org_id = actor.org_id() and actor.is_staff() and unread_told_at is not null
  order by address;
end $$;
revoke all on function unread_mailboxes() from public;
grant execute on function unread_mailboxes() to stodpunkt_app;

create function tell_mail_alarm() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'mail-alarm', 'org', old.org_id)::text);
  return null;
end $$;
create trigger tell_alarm after update on mailboxes for each row
  when ((old.unread_told_at is null) <> (new.unread_told_at is null)) execute function tell_mail_alarm();
create trigger tell_removed after delete on mailboxes for each row
  when (old.unread_told_at is not null) execute function tell_mail_alarm();
