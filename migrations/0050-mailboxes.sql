-- Mail that comes in (docs/decisions/060). A process reads a mailbox and writes, in one transaction, what a mail causes and
-- the record that it was read. What it causes is written by functions that check themselves who may do it: the role of the
-- jobs gets no right on tickets, comments and enquiries.
create table mailboxes (
  org_id uuid not null references organizations,
  id uuid not null,
  address text not null
    constraint mailboxes_address_is_one_address check (length(address) <= 254 and address ~ '^[^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+$'),
  kind text not null default 'password' constraint mailboxes_kind_values check (kind in ('password', 'microsoft')),
  host text not null constraint mailboxes_host_length check (length(host) between 1 and 253 and host ~ '^[A-Za-z0-9.:-]+$'),
  port integer not null constraint mailboxes_port_range check (port between 1 and 65535),
  tls text not null constraint mailboxes_tls_values check (tls in ('tls', 'starttls', 'none')),
  login text not null constraint mailboxes_login_length check (length(login) between 1 and 254),
  -- The password, or the secret of the application at Microsoft, encrypted with a key of the vault for this row.
  secret bytea not null,
  key_id text not null references vault_keys,
  tenant text constraint mailboxes_tenant_length check (length(tenant) between 1 and 100),
  client_id text constraint mailboxes_client_id_length check (length(client_id) between 1 and 100),
  constraint mailboxes_microsoft_names_application check (kind <> 'microsoft' or (tenant is not null and client_id is not null)),
  folder text not null default 'INBOX' constraint mailboxes_folder_length check (length(folder) between 1 and 200),
  -- Where read mail is moved; null: it stays.
  done_folder text constraint mailboxes_done_folder_length check (length(done_folder) between 1 and 200),
  authserv_id text constraint mailboxes_authserv_id_length check (length(authserv_id) between 1 and 253),
  opens_tickets boolean not null default true,
  is_active boolean not null default true,
  -- How many days back mail is read when the mailbox is read for the first time.
  read_days integer not null default 0 constraint mailboxes_read_days_range check (read_days between 0 and 365),
  version integer not null default 1,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  -- What its reader knows. Mail below start_uid is older than the mailbox here.
  uid_validity bigint,
  start_uid bigint,
  seen_at timestamptz,
  failure text constraint mailboxes_failure_length check (length(failure) <= 500),
  failed_at timestamptz,
  failures integer not null default 0,
  primary key (org_id, id)
);
create unique index mailboxes_address_is_one_mailbox on mailboxes (org_id, lower(address));
create index mailboxes_of_key on mailboxes (key_id);

call protect('mailboxes');
create policy admin_all on mailboxes to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on mailboxes for select to stodpunkt_jobs using (true);
create policy jobs_note on mailboxes for update to stodpunkt_jobs using (true) with check (true);
-- The secret is written and never read by a request.
grant select (org_id, id, address, kind, host, port, tls, login, tenant, client_id, folder, done_folder, authserv_id,
  opens_tickets, is_active, read_days, version, created_by, created_at, uid_validity, start_uid, seen_at, failure, failed_at,
  failures) on mailboxes to stodpunkt_app;
grant insert (org_id, id, address, kind, host, port, tls, login, secret, key_id, tenant, client_id, folder, done_folder,
  authserv_id, opens_tickets, is_active, read_days, created_by), delete on mailboxes to stodpunkt_app;
grant update (address, kind, host, port, tls, login, secret, key_id, tenant, client_id, folder, done_folder, authserv_id,
  opens_tickets, is_active, read_days, version, uid_validity, start_uid, failure, failed_at, failures) on mailboxes to stodpunkt_app;
grant select, update (uid_validity, start_uid, seen_at, failure, failed_at, failures) on mailboxes to stodpunkt_jobs;

-- Tickets and comments of a contact without a login.
alter table ticket_comments
  alter user_id drop not null,
  add contact_id uuid,
  add constraint ticket_comments_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id),
  add constraint ticket_comments_have_one_author check (num_nonnulls(user_id, contact_id) = 1),
  add constraint ticket_comments_of_contact_by_customer check (contact_id is null or by_customer),
  add constraint ticket_comments_by_customer_are_public check (not (is_internal and by_customer));

-- Also of contacts: to a customer those of its own company.
create or replace function names_of(people uuid[]) returns table (id uuid, full_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select p.id, p.full_name from stodpunkt.profiles p
  where p.org_id = actor.org_id() and p.id = any(people) and (actor.is_staff() or actor.is_customer())
  union all
  select l.user_id, coalesce(l.full_name, u.email)
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  where l.org_id = actor.org_id() and l.user_id = any(people)
    and (actor.is_staff() or actor.is_customer() and l.customer_id = actor.customer_id())
  union all
  select c.id, c.name from stodpunkt.contacts c
  where c.org_id = actor.org_id() and c.id = any(people)
    and (actor.is_staff() or actor.is_customer() and c.customer_id = actor.customer_id());
end $$;

-- The clock: a ticket without a creator was opened by a contact's mail, and a sender's own reply answers no enquiry.
create or replace function unanswered_since(ticket tickets) returns timestamptz
language sql stable set search_path = pg_catalog, pg_temp as $$
  select min(said.at) from (
    select created_at as at from stodpunkt.ticket_comments
    where org_id = ticket.org_id and ticket_id = ticket.id and by_customer and not is_internal
    union all
    select enquiry.created_at from stodpunkt.enquiries enquiry
    where enquiry.org_id = ticket.org_id and enquiry.id = ticket.enquiry_id and not exists (
      select from stodpunkt.enquiry_replies reply
      where reply.org_id = enquiry.org_id and reply.enquiry_id = enquiry.id and reply.author is not null)
    union all
    select ticket.created_at
    where ticket.enquiry_id is null and (ticket.created_by is not null or ticket.reported_by is not null)
      and not exists (select from stodpunkt.profiles where id = ticket.created_by)
  ) said, (
    select max(created_at) as at from stodpunkt.ticket_comments
    where org_id = ticket.org_id and ticket_id = ticket.id and not by_customer and not is_internal
  ) answered
  where answered.at is null or said.at > answered.at
$$;

-- Inkorg: mail, and mail that a program wrote, which has a tab of its own.
alter table enquiries
  drop constraint enquiries_kind_values,
  add constraint enquiries_kind_values check (kind in ('contact', 'support', 'mail', 'automatic')),
  add proof text constraint enquiries_proof_values check (proof in ('server', 'microsoft', 'dkim', 'none')),
  add constraint enquiries_of_mail_have_proof check ((proof is null) = (kind in ('contact', 'support'))),
  -- The ticket that the mail named; its sender may not write into it. Written by enquire_by_mail alone. No foreign key:
  -- tickets point at enquiries, and a backup holds no two tables that point at each other.
  add ticket_hint uuid;
create index enquiries_of_ticket on enquiries (org_id, ticket_hint) where ticket_hint is not null;
create index enquiries_automatic on enquiries (org_id, created_at desc, id desc)
  where kind = 'automatic' and done_at is null and not is_suspect;
drop index enquiries_open;
create index enquiries_open on enquiries (org_id, created_at desc, id desc)
  where done_at is null and not is_suspect and kind <> 'automatic';
drop index enquiries_unread;
create index enquiries_unread on enquiries (org_id)
  where read_at is null and done_at is null and not is_suspect and kind <> 'automatic';

grant select (proof, ticket_hint) on enquiries to stodpunkt_jobs;

-- The sender's own reply has no author.
alter table enquiry_replies alter author drop not null;
drop trigger run_clock on enquiry_replies;
create trigger run_clock after insert on enquiry_replies for each row
  when (new.author is not null and current_setting('app.quiet', true) is distinct from 'on')
  execute function answer_enquiry();

drop function count_enquiries();
create function count_enquiries() returns table (open bigint, done bigint, suspect bigint, automatic bigint)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select
    (select count(*) from stodpunkt.enquiries
      where org_id = actor.org_id() and done_at is null and not is_suspect and kind <> 'automatic'),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and done_at is not null and not is_suspect),
    (select count(*) from stodpunkt.enquiries where org_id = actor.org_id() and is_suspect),
    (select count(*) from stodpunkt.enquiries
      where org_id = actor.org_id() and kind = 'automatic' and done_at is null and not is_suspect)
  where actor.is_staff();
end $$;
revoke all on function count_enquiries() from public;
grant execute on function count_enquiries() to stodpunkt_app;

create or replace function search_enquiries(search text, tab text, after_at timestamptz, after_id uuid, row_limit integer)
returns table (id uuid, created_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  recent constant integer := stodpunkt.recent_rows_searched_first();
  condition constant text := stodpunkt.enquiry_condition(search);
  scope text := format('org_id = %L and ', actor.org_id()) || case tab
    when 'suspect' then 'is_suspect'
    when 'done' then 'done_at is not null and not is_suspect'
    when 'automatic' then 'kind = ''automatic'' and done_at is null and not is_suspect'
    else 'done_at is null and not is_suspect and kind <> ''automatic''' end;
  last record;
  found_here integer;
begin
  if not actor.is_staff() or actor.org_id() is null then return; end if;
  if after_id is not null then
    scope := scope || format(' and (created_at, id) < (%L::timestamptz, %L::uuid)', after_at, after_id);
  end if;
  return query execute format('select id, created_at from (
      select id, created_at, said from stodpunkt.enquiries
      where %s order by created_at desc, id desc limit %s) recent
    where %s order by created_at desc, id desc limit %s', scope, recent, condition, row_limit);
  get diagnostics found_here = row_count;
  if found_here >= row_limit then return; end if;
  execute format('select created_at, id from stodpunkt.enquiries where %s
    order by created_at desc, id desc offset %s limit 1', scope, recent - 1) into last;
  if last.id is null then return; end if;
  return query execute format('with older as materialized (
      select id, created_at from stodpunkt.enquiries
      where %s and %s and (created_at, id) < (%L::timestamptz, %L::uuid))
    select id, created_at from older order by created_at desc, id desc limit %s',
    scope, condition, last.created_at, last.id, row_limit - found_here);
end $$;
