-- The mail server of an organization, and the checklist of the first hour.

-- Entered by its administrators. A server of the environment (SMTP_URL) is used instead, for every organization.
create table mail_servers (
  org_id uuid primary key references organizations,
  host text not null constraint mail_servers_host_length check (length(host) between 1 and 253 and host ~ '^[A-Za-z0-9.:-]+$'),
  port integer not null constraint mail_servers_port_range check (port between 1 and 65535),
  tls text not null constraint mail_servers_tls_values check (tls in ('tls', 'starttls', 'none')),
  -- Null for a server that requires no sign-in.
  login text constraint mail_servers_login_length check (length(login) between 1 and 254),
  -- The password, encrypted with a key of the vault for this row.
  secret bytea,
  key_id text references vault_keys,
  from_address text not null
    constraint mail_servers_from_address_is_one_address check (length(from_address) <= 254 and from_address ~ '^[^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+$'),
  -- Null for the company's name.
  from_name text constraint mail_servers_from_name_length check (length(from_name) between 1 and 200)
    constraint mail_servers_from_name_is_one_line check (is_one_line(from_name)),
  version integer not null default 1,
  constraint mail_servers_login_has_secret check (num_nonnulls(login, secret, key_id) in (0, 3))
);
create index mail_servers_of_key on mail_servers (key_id);

call protect('mail_servers');
create policy admin_all on mail_servers to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on mail_servers for select to stodpunkt_jobs using (true);
-- A request may write the secret, but not read it.
grant delete on mail_servers to stodpunkt_app;
grant select (org_id, host, port, tls, login, from_address, from_name, version) on mail_servers to stodpunkt_app;
grant insert (org_id, host, port, tls, login, secret, key_id, from_address, from_name) on mail_servers to stodpunkt_app;
grant update (host, port, tls, login, secret, key_id, from_address, from_name, version) on mail_servers to stodpunkt_app;
grant select on mail_servers to stodpunkt_jobs;

-- Whether the actor's organization has a mail server, for all staff; only administrators see its settings.
create function has_mail_server() returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from stodpunkt.mail_servers where org_id = actor.org_id() and actor.is_staff());
end $$;
revoke all on function has_mail_server() from public;
grant execute on function has_mail_server() to stodpunkt_app;

-- With other settings an outage counts from the beginning, and staff see whether mail is sent.
create function note_mail_server_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  org uuid := case when tg_op = 'DELETE' then old.org_id else new.org_id end;
begin
  delete from stodpunkt.mail_outage where org_id = org;
  perform stodpunkt.announce(jsonb_build_object('about', 'mail-alarm', 'org', org));
  return null;
end $$;
revoke all on function note_mail_server_change() from public;
create trigger note_change after insert or update or delete on mail_servers for each row execute function note_mail_server_change();

-- Organizations whose administrators have hidden the checklist of the first hour.
create table hidden_checklists (
  org_id uuid primary key references organizations,
  hidden_at timestamptz not null default now()
);

call protect('hidden_checklists');
create policy admin_read on hidden_checklists for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
create policy admin_hide on hidden_checklists for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin());
grant select, insert (org_id) on hidden_checklists to stodpunkt_app;
