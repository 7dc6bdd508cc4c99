-- Incoming mail (docs/decisions/060). A process reads a mailbox and writes, in one transaction, the effect of a mail and the
-- record that it was read. The effect is written by functions that check the sender's rights themselves: the role of the jobs has
-- no right on tickets, comments and enquiries.
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
  folder text not null default 'INBOX' constraint mailboxes_folder_length check (length(folder) between 1 and 200),
  -- Where read mail is moved to; null: it stays in the folder.
  done_folder text constraint mailboxes_done_folder_length check (length(done_folder) between 1 and 200),
  authserv_id text constraint mailboxes_authserv_id_length check (length(authserv_id) between 1 and 253),
  opens_tickets boolean not null default true,
  is_active boolean not null default true,
  -- How many days of old mail are read when the mailbox is read for the first time.
  read_days integer not null default 0 constraint mailboxes_read_days_range check (read_days between 0 and 365),
  version integer not null default 1,
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  -- The state of reading. Mail below start_uid arrived before the mailbox was added and is not read.
  uid_validity bigint,
  start_uid bigint,
  -- When the server renumbered its mail (UIDVALIDITY). Mail below renumbered_uid existed then.
  renumbered_at timestamptz,
  renumbered_uid bigint,
  seen_at timestamptz,
  failure text constraint mailboxes_failure_length check (length(failure) <= 500),
  failed_at timestamptz,
  failures integer not null default 0,
  -- When reading first failed since it last succeeded, and when administrators were notified.
  unread_since timestamptz,
  unread_notified_at timestamptz,
  -- When a mail to an address with a tag (support+…@) was received, so that tagged addresses can be used for replies to tickets. A
  -- daily trial mail checks this: when the last one was sent, and since when none is received.
  plus_confirmed_at timestamptz,
  plus_tried_at timestamptz,
  plus_lost_at timestamptz,
  primary key (org_id, id),
  constraint mailboxes_microsoft_names_application check (kind <> 'microsoft' or (tenant is not null and client_id is not null)),
  constraint mailboxes_renumbered_with_uid check ((renumbered_at is null) = (renumbered_uid is null)),
  constraint mailboxes_unread_notified_of_unread check (unread_notified_at is null or unread_since is not null),
  constraint mailboxes_plus_is_confirmed_or_lost check (num_nonnulls(plus_confirmed_at, plus_lost_at) <= 1)
);
create unique index mailboxes_address_is_one_mailbox on mailboxes (org_id, lower(address));
create index mailboxes_of_key on mailboxes (key_id);

call protect('mailboxes');
create policy admin_all on mailboxes to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy jobs_read on mailboxes for select to stodpunkt_jobs using (true);
create policy jobs_note on mailboxes for update to stodpunkt_jobs using (true) with check (true);
-- A request may write the secret, but not read it.
grant delete on mailboxes to stodpunkt_app;
grant select (org_id, id, address, kind, host, port, tls, login, tenant, client_id, folder, done_folder, authserv_id,
  opens_tickets, is_active, read_days, version, created_by, created_at, uid_validity, start_uid, renumbered_at, seen_at,
  failure, failed_at, failures, plus_confirmed_at, plus_lost_at) on mailboxes to stodpunkt_app;
grant insert (org_id, id, address, kind, host, port, tls, login, secret, key_id, tenant, client_id, folder, done_folder,
  authserv_id, opens_tickets, is_active, read_days, created_by) on mailboxes to stodpunkt_app;
grant update (address, kind, host, port, tls, login, secret, key_id, tenant, client_id, folder, done_folder, authserv_id,
  opens_tickets, is_active, read_days, version, uid_validity, start_uid, renumbered_at, renumbered_uid, failure, failed_at,
  failures, plus_confirmed_at, plus_lost_at) on mailboxes to stodpunkt_app;
grant select on mailboxes to stodpunkt_jobs;
grant update (uid_validity, start_uid, renumbered_at, renumbered_uid, seen_at, failure, failed_at, failures, unread_since,
  unread_notified_at, plus_confirmed_at, plus_tried_at, plus_lost_at)
  on mailboxes to stodpunkt_jobs;

-- A mailbox that is paused on purpose has no outage.
create function end_outage_of_paused_mailbox() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.unread_since := null;
  new.unread_notified_at := null;
  return new;
end $$;
create trigger end_outage before update on mailboxes for each row
  when (not new.is_active) execute function end_outage_of_paused_mailbox();

-- The mailboxes that cannot be read, for all staff; only administrators see the settings of mailboxes.
create function unread_mailboxes() returns table (address text, unread_since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select address, unread_since from stodpunkt.mailboxes
  where org_id = actor.org_id() and actor.is_staff() and unread_notified_at is not null
  order by address;
end $$;
revoke all on function unread_mailboxes() from public;
grant execute on function unread_mailboxes() to stodpunkt_app;

create function notify_mail_alarm() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'mail-alarm', 'org', old.org_id));
  return null;
end $$;
create trigger notify_alarm after update on mailboxes for each row
  when ((old.unread_notified_at is null) <> (new.unread_notified_at is null)) execute function notify_mail_alarm();
create trigger notify_removed after delete on mailboxes for each row
  when (old.unread_notified_at is not null) execute function notify_mail_alarm();

-- Each mail that was read, and its outcome. The original is removed after a time; the record stays, so that no mail is read twice.
create table mail_messages (
  org_id uuid not null references organizations,
  id uuid not null,
  mailbox_id uuid,
  uid_validity bigint not null,
  uid bigint not null,
  -- Of Message-ID, From, Date, Subject and text, to recognize the same mail in another mailbox or under a new UID.
  fingerprint bytea not null constraint mail_messages_fingerprint_length check (length(fingerprint) = 32),
  message_id text constraint mail_messages_message_id_length check (octet_length(message_id) <= 1000),
  -- The Message-IDs that the mail refers to, oldest first; our reply refers to these and to the mail (RFC 5322, 3.6.4).
  reference_ids text[] not null default '{}'
    constraint mail_messages_reference_ids_count check (cardinality(reference_ids) <= 20),
  from_name text not null constraint mail_messages_from_name_length check (length(from_name) <= 200),
  from_address text constraint mail_messages_from_address_length check (length(from_address) <= 254),
  -- Other recipients: contacts of the customer get copies of the ticket, others, and those of an enquiry, are suggested to staff.
  recipients jsonb not null default '[]'
    constraint mail_messages_recipients_is_list check (jsonb_typeof(recipients) = 'array' and jsonb_array_length(recipients) <= 50),
  subject text not null constraint mail_messages_subject_length check (length(subject) <= 2000),
  received_at timestamptz not null,
  authentication text not null constraint mail_messages_authentication_values check (authentication in ('server', 'microsoft', 'dkim', 'none')),
  outcome text not null constraint mail_messages_outcome_values check (outcome in ('comment', 'internal_comment', 'ticket', 'enquiry',
    'enquiry_reply', 'automatic', 'discarded', 'duplicate')),
  -- Why it is in Inkorg.
  reason text constraint mail_messages_reason_values check (reason in ('no_proof', 'unknown', 'not_of_ticket',
    'several_customers', 'staff', 'limit', 'old', 'mailbox', 'rule')),
  ticket_id uuid,
  comment_id uuid,
  enquiry_id uuid,
  remarks text[] not null default '{}',
  -- Names, types and sizes; the files themselves are in the original.
  attachments jsonb not null default '[]',
  raw bytea,
  raw_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint mail_messages_once unique (org_id, mailbox_id, uid_validity, uid),
  constraint mail_messages_reason_is_of_enquiry check (reason is null or outcome = 'enquiry'),
  constraint mail_messages_raw_has_end check ((raw is null) = (raw_until is null)),
  constraint mail_messages_mailbox foreign key (org_id, mailbox_id) references mailboxes on delete set null (mailbox_id),
  constraint mail_messages_ticket foreign key (org_id, ticket_id) references tickets on delete set null (ticket_id),
  constraint mail_messages_comment foreign key (org_id, comment_id) references ticket_comments on delete set null (comment_id),
  constraint mail_messages_enquiry foreign key (org_id, enquiry_id) references enquiries on delete set null (enquiry_id)
);
-- PostgreSQL 15 takes no storage in `create table`.
alter table mail_messages alter raw set storage external;
create unique index mail_messages_first_of_its_kind on mail_messages (org_id, fingerprint) where outcome <> 'duplicate';
-- Finds a mail that was read before its server renumbered the mailbox.
create index mail_messages_of_message_id on mail_messages (org_id, message_id) where message_id is not null;
create index mail_messages_of_ticket on mail_messages (org_id, ticket_id) where ticket_id is not null;
create index mail_messages_of_comment on mail_messages (org_id, comment_id) where comment_id is not null;
create index mail_messages_of_enquiry on mail_messages (org_id, enquiry_id) where enquiry_id is not null;
create index mail_messages_tickets_of_sender on mail_messages (org_id, from_address, created_at) where outcome = 'ticket';
create index mail_messages_raw_until on mail_messages (raw_until) where raw_until is not null;
create index mail_messages_of_sender on mail_messages (org_id, from_address, received_at desc)
  where outcome in ('comment', 'internal_comment', 'ticket', 'enquiry', 'enquiry_reply');

-- A mail may have more and larger files than a comment or a ticket may. Those are only in the original, which is then retained as
-- long as what the mail became (docs/decisions/065). The function takes columns, as a whole row would read the original too.
create function original_is_needed(org uuid, outcome text, attachments jsonb, comment uuid, ticket uuid, enquiry uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select attachments @? '$[*] ? (@.outcome == "too_many" || @.outcome == "too_large" || @.outcome == "no_room")'
    and (comment is not null or outcome = 'ticket' and ticket is not null
      or exists (select from stodpunkt.tickets t where t.org_id = org and t.enquiry_id = enquiry))
$$;
revoke all on function original_is_needed(uuid, text, jsonb, uuid, uuid, uuid) from public;
grant execute on function original_is_needed(uuid, text, jsonb, uuid, uuid, uuid) to stodpunkt_app, stodpunkt_jobs;

call protect('mail_messages');
create policy staff_read on mail_messages for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on mail_messages for select to stodpunkt_jobs using (true);
create policy jobs_note on mail_messages for insert to stodpunkt_jobs with check (true);
create policy jobs_forget on mail_messages for update to stodpunkt_jobs
  using (raw_until < now() and not original_is_needed(org_id, outcome, attachments, comment_id, ticket_id, enquiry_id))
  with check (raw is null);
grant select on mail_messages to stodpunkt_app;
grant insert on mail_messages to stodpunkt_jobs;
grant select (org_id, id, mailbox_id, uid_validity, uid, fingerprint, message_id, reference_ids, from_address, subject,
  received_at, authentication, outcome, ticket_id, comment_id, enquiry_id, attachments, raw_until, created_at)
  on mail_messages to stodpunkt_jobs;
grant update (raw, raw_until) on mail_messages to stodpunkt_jobs;

-- Rules for senders, made by one click in Inkorg (docs/decisions/066).
create table sender_rules (
  org_id uuid not null references organizations,
  id uuid not null,
  address text not null
    constraint sender_rules_address_length check (length(address) between 3 and 254 and address = lower(address)),
  rule text not null constraint sender_rules_rule_values check (rule in ('ticket', 'inbox', 'discard')),
  -- The customer and the reporter of the tickets that the rule opens.
  customer_id uuid,
  contact_id uuid,
  constraint sender_rules_ticket_has_contact check (num_nonnulls(customer_id, contact_id) = case rule when 'ticket' then 2 else 0 end),
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint sender_rules_one_of_address unique (org_id, address),
  constraint sender_rules_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id) on delete cascade
);
create index sender_rules_of_contact on sender_rules (org_id, customer_id, contact_id) where contact_id is not null;

call protect('sender_rules');
create policy staff_read on sender_rules for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on sender_rules for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_remove on sender_rules for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy jobs_read on sender_rules for select to stodpunkt_jobs using (true);
grant select, delete on sender_rules to stodpunkt_app;
grant insert (org_id, id, address, rule, customer_id, contact_id, created_by) on sender_rules to stodpunkt_app;
grant select (org_id, id, address, rule, customer_id, contact_id) on sender_rules to stodpunkt_jobs;

-- Whether a contact may see a ticket: it reported it, gets copies, or has a working login that sees the whole company's.
create function contact_sees(ticket tickets, contact uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from stodpunkt.contacts c join stodpunkt.customers k on k.org_id = c.org_id and k.id = c.customer_id
    where c.org_id = ticket.org_id and c.customer_id = ticket.customer_id and c.id = contact and c.archived_at is null
      and k.archived_at is null)
  and (ticket.reported_by is not distinct from contact
    or exists (select from stodpunkt.ticket_watchers w
      where w.org_id = ticket.org_id and w.ticket_id = ticket.id and w.contact_id = contact)
    or exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
      where l.org_id = ticket.org_id and l.contact_id = contact and l.sees_company and u.disabled_at is null))
$$;
revoke all on function contact_sees(tickets, uuid) from public;

-- The contacts with this address, or with a login that has it, of customers that are not archived. A contact whose logins are all
-- revoked is left out: someone who is locked out of the portal must not write by mail either.
create function senders_known(org uuid, sender_email text)
returns table (customer_id uuid, contact_id uuid, user_id uuid, sees_company boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select contact.customer_id, contact.id,
    (array_agg(login.user_id order by person.email = lower(sender_email) desc, login.user_id)
      filter (where person.disabled_at is null and login.user_id is not null))[1],
    coalesce(bool_or(login.sees_company) filter (where person.disabled_at is null), false)
  from stodpunkt.contacts contact
  join stodpunkt.customers customer on customer.org_id = contact.org_id and customer.id = contact.customer_id
  left join stodpunkt.customer_users login on login.org_id = contact.org_id and login.contact_id = contact.id
  left join auth.users person on person.id = login.user_id
  where contact.org_id = org and contact.archived_at is null and customer.archived_at is null
  group by contact.org_id, contact.customer_id, contact.id, contact.email
  having (lower(contact.email) = lower(sender_email) or bool_or(person.email = lower(sender_email) and person.disabled_at is null))
    and (count(login.user_id) = 0 or bool_or(person.disabled_at is null))
  order by contact.customer_id, contact.id
$$;
revoke all on function senders_known(uuid, text) from public;
grant execute on function senders_known(uuid, text) to stodpunkt_jobs;

-- The same for staff of their own organization, with whether the contact may see a ticket.
create function senders_known_to_staff(sender_email text, ticket uuid)
returns table (customer_id uuid, contact_id uuid, sees_ticket boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select known.customer_id, known.contact_id, coalesce((
    select stodpunkt.contact_sees(t, known.contact_id) from stodpunkt.tickets t
    where t.org_id = actor.org_id() and t.id = ticket and t.customer_id = known.customer_id), false)
  from stodpunkt.senders_known(actor.org_id(), sender_email) known
  where actor.is_staff()
$$;
revoke all on function senders_known_to_staff(text, uuid) from public;
grant execute on function senders_known_to_staff(text, uuid) to stodpunkt_app;

-- The open ticket to which a mail with the same sender and subject led within the last day, so that a repeated alarm does not open
-- another. Only a ticket that the contact may see.
create function repeated_mail_within() returns interval language sql immutable parallel safe as $$ select interval '24 hours' $$;
create function ticket_of_repeated_mail(org uuid, customer uuid, contact uuid, sender_email text, mail_subject text, said_at timestamptz)
returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from stodpunkt.mail_messages m
  join stodpunkt.tickets named on named.org_id = m.org_id and named.id = m.ticket_id
  join stodpunkt.tickets t on t.org_id = named.org_id and t.id = coalesce(named.merged_into, named.id)
  where m.org_id = org and m.from_address = sender_email and m.subject = mail_subject and m.outcome in ('ticket', 'comment')
    and m.received_at between said_at - stodpunkt.repeated_mail_within() and said_at
    and t.customer_id = customer and t.status not in ('resolved', 'closed') and stodpunkt.contact_sees(t, contact)
  order by m.received_at desc, m.created_at desc limit 1
$$;
revoke all on function ticket_of_repeated_mail(uuid, uuid, uuid, text, text, timestamptz) from public;
grant execute on function ticket_of_repeated_mail(uuid, uuid, uuid, text, text, timestamptz) to stodpunkt_jobs;

-- The text of a sender's last mail, by which a signature is recognized: it is a block that both mails have. Only authenticated
-- mails count, as others may come from somebody else.
create function words_of_sender(org uuid, sender_email text) returns table (words text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select concat_ws(E'\n', coalesce(comment.comment, reply.text, ticket.description, enquiry.message),
    coalesce(comment.folded, reply.folded, ticket.folded, enquiry.folded))
  from (select m.outcome, m.comment_id, m.ticket_id, m.enquiry_id, m.received_at from stodpunkt.mail_messages m
    where m.org_id = org and m.from_address = lower(sender_email) and m.authentication <> 'none'
      and m.outcome in ('comment', 'internal_comment', 'ticket', 'enquiry', 'enquiry_reply')
    order by m.received_at desc limit 3) mail
  left join stodpunkt.ticket_comments comment on comment.org_id = org and comment.id = mail.comment_id
  left join stodpunkt.tickets ticket on ticket.org_id = org and ticket.id = mail.ticket_id and mail.outcome = 'ticket'
  left join stodpunkt.enquiries enquiry on enquiry.org_id = org and enquiry.id = mail.enquiry_id and mail.outcome = 'enquiry'
  left join stodpunkt.enquiry_replies reply on reply.org_id = org and reply.enquiry_id = mail.enquiry_id
    and mail.outcome = 'enquiry_reply' and reply.author is null and reply.created_at = mail.received_at
$$;
revoke all on function words_of_sender(uuid, text) from public;
grant execute on function words_of_sender(uuid, text) to stodpunkt_jobs;

-- The effects of a mail.

-- Makes this contact the actor for the rest of the statement, as triggers check who writes.
create function act_as_contact(org uuid, customer uuid, contact uuid, login uuid) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  select set_config('app.org_id', org::text, true), set_config('app.role', case when customer is null then '' else 'customer' end, true),
    set_config('app.customer_id', coalesce(customer::text, ''), true),
    set_config('app.contact_id', coalesce(contact::text, ''), true), set_config('app.user_id', coalesce(login::text, ''), true)
$$;
revoke all on function act_as_contact(uuid, uuid, uuid, uuid) from public;

create function stop_acting() returns void language sql set search_path = pg_catalog, pg_temp as $$
  select set_config('app.org_id', '', true), set_config('app.role', '', true), set_config('app.customer_id', '', true),
    set_config('app.contact_id', '', true), set_config('app.user_id', '', true)
$$;
revoke all on function stop_acting() from public;

create function refuse_mail(reason text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a mail may not do this: %', reason using errcode = 'insufficient_privilege';
end $$;
revoke all on function refuse_mail(text) from public;

-- A public comment by a contact that may see the ticket; it reopens the ticket as a comment in the portal does. The author
-- is the contact's login, when it has a working one.
create function comment_by_mail(org uuid, comment_id uuid, ticket uuid, contact uuid, login uuid, words text, said_at timestamptz,
  by_program boolean default false)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare target stodpunkt.tickets;
begin
  select * into target from stodpunkt.tickets where org_id = org and id = ticket for no key update;
  if target.id is null or stodpunkt.contact_sees(target, contact) is not true then
    perform stodpunkt.refuse_mail('the contact does not see the ticket');
  end if;
  if login is not null and not exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
    where l.org_id = org and l.user_id = login and l.contact_id = contact and u.disabled_at is null) then
    perform stodpunkt.refuse_mail('the login is not the contact’s');
  end if;
  perform stodpunkt.act_as_contact(org, target.customer_id, contact, login);
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, by_customer, is_automatic,
    created_at)
  values (org, comment_id, target.customer_id, ticket, login, case when login is null then contact end, words, true, by_program,
    said_at);
  perform stodpunkt.stop_acting();
end $$;
revoke all on function comment_by_mail(uuid, uuid, uuid, uuid, uuid, text, timestamptz, boolean) from public;
grant execute on function comment_by_mail(uuid, uuid, uuid, uuid, uuid, text, timestamptz, boolean) to stodpunkt_jobs;

-- Adds copies to the other recipients of a mail that became a comment of this transaction, if its sender is authenticated. A
-- contact whose logins are all revoked is left out, as in senders_known.
create function copy_by_mail(org uuid, written uuid, copies uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  said stodpunkt.ticket_comments;
  target stodpunkt.tickets;
  added integer;
begin
  select * into said from stodpunkt.ticket_comments c
  where c.org_id = org and c.id = written and c.by_customer and not c.is_internal
    and c.xmin = pg_current_xact_id()::xid;
  if said.id is null then perform stodpunkt.refuse_mail('the comment is not of this mail'); end if;
  -- The sender of a comment from a merged ticket gives copies of that one alone.
  select * into target from stodpunkt.tickets t
  where t.org_id = org and t.id = coalesce(said.from_ticket_id, said.ticket_id) for no key update;
  perform stodpunkt.act_as_contact(org, said.customer_id, said.contact_id, said.user_id);
  insert into stodpunkt.ticket_watchers (org_id, customer_id, ticket_id, contact_id)
  select org, target.customer_id, target.id, c.id from stodpunkt.contacts c
  where c.org_id = org and c.customer_id = target.customer_id and c.id = any(copies) and c.archived_at is null
    and c.id is distinct from target.reported_by
    and not exists (select from stodpunkt.ticket_watchers w
      where w.org_id = org and w.ticket_id = target.id and w.contact_id = c.id)
    and (not exists (select from stodpunkt.customer_users l where l.org_id = org and l.contact_id = c.id)
      or exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
        where l.org_id = org and l.contact_id = c.id and u.disabled_at is null))
  order by c.id
  limit greatest(0, stodpunkt.ticket_watchers_max() - (select count(*) from stodpunkt.ticket_watchers w
    where w.org_id = org and w.ticket_id = target.id));
  get diagnostics added = row_count;
  perform stodpunkt.stop_acting();
  return added;
end $$;
revoke all on function copy_by_mail(uuid, uuid, uuid[]) from public;
grant execute on function copy_by_mail(uuid, uuid, uuid[]) to stodpunkt_jobs;

-- An internal comment by active staff.
create function note_by_mail(org uuid, comment_id uuid, ticket uuid, staff uuid, words text, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare customer uuid;
begin
  select customer_id into customer from stodpunkt.tickets where org_id = org and id = ticket;
  if customer is null or not exists (select from stodpunkt.user_roles r join auth.users u on u.id = r.user_id
    where r.org_id = org and r.user_id = staff and u.disabled_at is null) then
    perform stodpunkt.refuse_mail('the sender is not active staff');
  end if;
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, comment, is_internal, created_at)
  values (org, comment_id, customer, ticket, staff, words, true, said_at);
end $$;
revoke all on function note_by_mail(uuid, uuid, uuid, uuid, text, timestamptz) from public;
grant execute on function note_by_mail(uuid, uuid, uuid, uuid, text, timestamptz) to stodpunkt_jobs;

-- A new ticket, reported by a contact, with copies to others of the same customer. Returns its number.
create function open_ticket_by_mail(org uuid, ticket uuid, customer uuid, contact uuid, login uuid, subject text, words text,
  copies uuid[], said_at timestamptz)
returns integer language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare given constant integer := nextval(stodpunkt.ticket_sequence(org)::regclass);
begin
  if not exists (select from stodpunkt.contacts c join stodpunkt.customers k on k.org_id = c.org_id and k.id = c.customer_id
    where c.org_id = org and c.customer_id = customer and c.id = contact and c.archived_at is null and k.archived_at is null)
    or login is not null and not exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
      where l.org_id = org and l.user_id = login and l.contact_id = contact and u.disabled_at is null) then
    perform stodpunkt.refuse_mail('the sender is no active contact of the customer');
  end if;
  perform stodpunkt.act_as_contact(org, customer, contact, login);
  insert into stodpunkt.tickets (org_id, id, ticket_number, customer_id, title, description, created_by, reported_by,
    created_at)
  values (org, ticket, given, customer, subject, words, login, contact, said_at);
  insert into stodpunkt.ticket_watchers (org_id, customer_id, ticket_id, contact_id)
  select org, customer, ticket, c.id from stodpunkt.contacts c
  where c.org_id = org and c.customer_id = customer and c.id = any(copies) and c.id <> contact and c.archived_at is null
  order by c.id limit stodpunkt.ticket_watchers_max();
  perform stodpunkt.stop_acting();
  return given;
end $$;
revoke all on function open_ticket_by_mail(uuid, uuid, uuid, uuid, uuid, text, text, uuid[], timestamptz) from public;
grant execute on function open_ticket_by_mail(uuid, uuid, uuid, uuid, uuid, text, text, uuid[], timestamptz) to stodpunkt_jobs;

-- A mail in Inkorg. A ticket that it names is linked, but not changed.
create function enquire_by_mail(org uuid, enquiry uuid, mail_kind text, sender_name text, sender_email text, answer_to text[],
  words text, sender_authentication text, named_ticket uuid, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if mail_kind not in ('mail', 'automatic') then perform stodpunkt.refuse_mail('not a kind of mail'); end if;
  if named_ticket is not null and not exists (select from stodpunkt.tickets where org_id = org and id = named_ticket) then
    perform stodpunkt.refuse_mail('the ticket does not exist');
  end if;
  insert into stodpunkt.enquiries (org_id, id, kind, name, email, reply_to, message, authentication, ticket_hint, created_at)
  values (org, enquiry, mail_kind, sender_name, sender_email, answer_to, words, sender_authentication, named_ticket, said_at);
end $$;
revoke all on function enquire_by_mail(uuid, uuid, text, text, text, text[], text, text, uuid, timestamptz) from public;
grant execute on function enquire_by_mail(uuid, uuid, text, text, text, text[], text, text, uuid, timestamptz) to stodpunkt_jobs;

-- Whether mail about the enquiry was sent to an address, so that whoever answers from it can read that mailbox.
create function gets_mail_of_enquiry(org uuid, enquiry uuid, address text) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and lower(e.email) = lower(address))
    or exists (select from stodpunkt.enquiry_replies r
      where r.org_id = org and r.enquiry_id = enquiry and lower(r.sent_to) = lower(address))
$$;
revoke all on function gets_mail_of_enquiry(uuid, uuid, text) from public;

-- The sender's answer in the thread of an enquiry, which becomes open and unread again.
create function reply_by_mail(org uuid, reply uuid, enquiry uuid, sender text, words text, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.enquiries e set done_at = null, read_at = null, version = version + 1
  where e.org_id = org and e.id = enquiry and stodpunkt.gets_mail_of_enquiry(org, enquiry, sender);
  if not found then perform stodpunkt.refuse_mail('the sender did not send the enquiry'); end if;
  insert into stodpunkt.enquiry_replies (org_id, id, enquiry_id, text, created_at) values (org, reply, enquiry, words, said_at);
end $$;
revoke all on function reply_by_mail(uuid, uuid, uuid, text, text, timestamptz) from public;
grant execute on function reply_by_mail(uuid, uuid, uuid, text, text, timestamptz) to stodpunkt_jobs;

-- Whether an address may comment on the ticket that staff made from an enquiry: mail about the enquiry was sent there, and it is not
-- that of a contact whose logins are all revoked.
create function may_comment_as_enquirer(org uuid, ticket uuid, sender text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from stodpunkt.tickets t
    join stodpunkt.customers k on k.org_id = t.org_id and k.id = t.customer_id and k.archived_at is null
    where t.org_id = org and t.id = ticket
      and (exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = t.enquiry_id and not e.is_suspect
          and stodpunkt.gets_mail_of_enquiry(org, e.id, sender))
        or exists (select from stodpunkt.removed_enquiries r where r.org_id = org and r.ticket_id = ticket
          and stodpunkt.address_hash(sender) = any (r.address_hashes)))
      and (exists (select from stodpunkt.senders_known(org, sender) known where known.customer_id = t.customer_id)
        or not exists (
          select from stodpunkt.contacts c where c.org_id = org and c.customer_id = t.customer_id and c.archived_at is null
            and lower(c.email) = lower(sender)
          union all
          select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
          where l.org_id = org and l.customer_id = t.customer_id and u.email = lower(sender))))
$$;
revoke all on function may_comment_as_enquirer(uuid, uuid, text) from public;
grant execute on function may_comment_as_enquirer(uuid, uuid, text) to stodpunkt_jobs;

-- The public comment of an enquiry's sender on the ticket that was made from it. A sender who is not a contact of the customer gets
-- an archived contact as author, which has no rights, gets no mail and cannot open tickets until staff restore it.
create function comment_by_enquirer(org uuid, comment_id uuid, ticket uuid, sender text, sender_name text, words text,
  said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  target stodpunkt.tickets;
  author record;
begin
  select * into target from stodpunkt.tickets t where t.org_id = org and t.id = ticket for no key update;
  if target.id is null or stodpunkt.may_comment_as_enquirer(org, ticket, sender) is not true then
    perform stodpunkt.refuse_mail('the sender did not send the enquiry of the ticket');
  end if;
  select known.contact_id, known.user_id into author from stodpunkt.senders_known(org, sender) known
  where known.customer_id = target.customer_id limit 1;
  if author.contact_id is null then
    select c.id as contact_id, null::uuid as user_id into author from stodpunkt.contacts c
    where c.org_id = org and c.customer_id = target.customer_id and lower(c.email) = lower(sender)
    order by c.archived_at desc, c.id limit 1;
  end if;
  if author.contact_id is null then
    select gen_random_uuid() as contact_id, null::uuid as user_id into author;
    insert into stodpunkt.contacts (org_id, customer_id, id, name, email, archived_at)
    values (org, target.customer_id, author.contact_id, sender_name, lower(sender), now());
  end if;
  perform stodpunkt.act_as_contact(org, target.customer_id, author.contact_id, author.user_id);
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, by_customer, created_at)
  values (org, comment_id, target.customer_id, ticket, author.user_id,
    case when author.user_id is null then author.contact_id end, words, true, said_at);
  perform stodpunkt.stop_acting();
end $$;
revoke all on function comment_by_enquirer(uuid, uuid, uuid, text, text, text, timestamptz) from public;
grant execute on function comment_by_enquirer(uuid, uuid, uuid, text, text, text, timestamptz) to stodpunkt_jobs;

-- Stores the folded part of a mail with the one comment, ticket, enquiry or reply that this transaction wrote.
create function fold_of_mail(org uuid, to_comment uuid, to_ticket uuid, to_enquiry uuid, to_reply uuid, words text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  own constant xid := pg_current_xact_id()::xid;
begin
  if num_nonnulls(to_comment, to_ticket, to_enquiry, to_reply) <> 1 then
    perform stodpunkt.refuse_mail('folded words belong to one text');
  end if;
  if to_comment is not null then
    update stodpunkt.ticket_comments set folded = words where org_id = org and id = to_comment and xmin = own;
  elsif to_ticket is not null then
    update stodpunkt.tickets set folded = words where org_id = org and id = to_ticket and xmin = own;
  elsif to_enquiry is not null then
    update stodpunkt.enquiries set folded = words where org_id = org and id = to_enquiry and xmin = own;
  else
    update stodpunkt.enquiry_replies set folded = words where org_id = org and id = to_reply and xmin = own;
  end if;
  if not found then perform stodpunkt.refuse_mail('this mail did not write the text'); end if;
end $$;
revoke all on function fold_of_mail(uuid, uuid, uuid, uuid, uuid, text) from public;
grant execute on function fold_of_mail(uuid, uuid, uuid, uuid, uuid, text) to stodpunkt_jobs;

-- The text of a mail in Inkorg without its subject, which is stored before the text and a blank line.
create function words_of_mail(message text) returns text language sql immutable parallel safe as $$
  select case when position(E'\n\n' in message) > 0 then substr(message, position(E'\n\n' in message) + 2) else message end
$$;

-- Staff accept one mail: it becomes the public comment of its sender, who must be a contact of the ticket's customer, at the time
-- when it was received. The text is that of the mail, and nobody gets rights by it.
create function accept_mail(mail uuid, comment uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  org constant uuid := actor.org_id();
  settings constant text[] := array['app.org_id', 'app.role', 'app.customer_id', 'app.contact_id', 'app.user_id'];
  before text[];
  enquiry stodpunkt.enquiries;
  target stodpunkt.tickets;
  -- Of the comment: that into which the target is merged.
  landed uuid;
  sender record;
begin
  if not actor.is_staff() then perform stodpunkt.refuse_mail('staff alone accept'); end if;
  select * into enquiry from stodpunkt.enquiries e where e.org_id = org and e.id = mail for no key update;
  if enquiry.id is null or enquiry.kind <> 'mail' or enquiry.comment_id is not null
    or exists (select from stodpunkt.tickets t where t.org_id = org and t.enquiry_id = mail) then
    perform stodpunkt.refuse_mail('it is no mail that waits');
  end if;
  select * into target from stodpunkt.tickets t where t.org_id = org and t.id = enquiry.ticket_hint for no key update;
  select known.* into sender from stodpunkt.senders_known(org, enquiry.email) known
  where known.customer_id = target.customer_id limit 1;
  if sender.contact_id is null then perform stodpunkt.refuse_mail('the sender is no contact of the customer'); end if;

  select array_agg(coalesce(current_setting(name, true), '') order by position) into before
  from unnest(settings) with ordinality as setting (name, position);
  perform stodpunkt.act_as_contact(org, target.customer_id, sender.contact_id, sender.user_id);
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, folded, by_customer,
    created_at)
  values (org, comment, target.customer_id, target.id, sender.user_id,
    case when sender.user_id is null then sender.contact_id end, stodpunkt.words_of_mail(enquiry.message), enquiry.folded, true,
    enquiry.created_at)
  returning ticket_id into landed;
  perform set_config(name, before[position], true) from unnest(settings) with ordinality as setting (name, position);

  update stodpunkt.files f set customer_id = target.customer_id, ticket_id = landed, comment_id = comment, enquiry_id = null
  where f.org_id = org and f.enquiry_id = mail and f.enquiry_reply_id is null;
  update stodpunkt.enquiries e set comment_id = comment, done_at = coalesce(done_at, now()),
    read_at = coalesce(read_at, now()), is_suspect = false, version = version + 1
  where e.org_id = org and e.id = mail;
  update stodpunkt.mail_messages m set comment_id = comment where m.org_id = org and m.enquiry_id = mail and m.outcome = 'enquiry';
  return landed;
end $$;
revoke all on function accept_mail(uuid, uuid) from public;
grant execute on function accept_mail(uuid, uuid) to stodpunkt_app;

-- Files in a mail (docs/decisions/065), stored in the transaction of the mail's effect. Those of a known sender are never refused
-- for the quota; those of an unknown sender count against the daily limit of anonymous files.

-- How many more files a parent may have.
create function files_left(org uuid, ticket uuid, comment uuid, enquiry uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select stodpunkt.attached_files_max() - count(*)::integer from stodpunkt.files
  where org_id = org and (ticket_id = ticket and comment_id is not distinct from comment
    or enquiry_id = enquiry and enquiry_reply_id is null)
$$;
revoke all on function files_left(uuid, uuid, uuid, uuid) from public;
grant execute on function files_left(uuid, uuid, uuid, uuid) to stodpunkt_jobs;

-- Stores the row of a file of a comment, a ticket or an enquiry, if there is room for it: ready, or to be checked by a virus
-- scanner. Returns the outcome. An inline picture that the ticket already has is a logo in a signature or a quoted picture, and
-- is not stored again.
create function store_mail_file(org uuid, file uuid, to_comment uuid, to_ticket uuid, to_enquiry uuid, sender text, is_inline boolean,
  file_name text, file_type text, file_bytes bigint, file_sha256 bytea, file_width integer, file_height integer,
  file_variants text[], stored_bytes bigint, file_state text)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- A row that this transaction has written.
  own constant xid := pg_current_xact_id()::xid;
  customer uuid;
  of_ticket uuid := to_ticket;
  internal boolean := false;
begin
  if to_comment is not null then
    select c.customer_id, c.ticket_id, c.is_internal into customer, of_ticket, internal
    from stodpunkt.ticket_comments c where c.org_id = org and c.id = to_comment and c.xmin = own;
  elsif to_ticket is not null then
    select t.customer_id into customer from stodpunkt.tickets t where t.org_id = org and t.id = to_ticket and t.xmin = own;
  else
    perform from stodpunkt.enquiries e where e.org_id = org and e.id = to_enquiry and e.xmin = own;
  end if;
  if not found or num_nonnulls(to_comment, to_ticket, to_enquiry) <> 1 then
    perform stodpunkt.refuse_mail('the file belongs to nothing that this mail wrote');
  end if;
  if is_inline and exists (select from stodpunkt.files f
    where f.org_id = org and f.ticket_id = of_ticket and f.sha256 = file_sha256 and not f.is_internal) then
    return 'known_picture';
  end if;
  if stodpunkt.files_left(org, of_ticket, to_comment, to_enquiry) <= 0 then return 'too_many'; end if;
  if sender = 'stranger' then
    if file_bytes > stodpunkt.anonymous_file_max() then return 'too_large'; end if;
    if not stodpunkt.has_room_for_anonymous(org, stored_bytes) then return 'no_room'; end if;
  end if;
  insert into stodpunkt.files (org_id, id, customer_id, ticket_id, comment_id, is_internal, enquiry_id, mail_sender, name, type,
    bytes, sha256, width, height, variants, state, attached_at)
  values (org, file, customer, of_ticket, to_comment, internal, to_enquiry, sender, file_name, file_type,
    file_bytes, file_sha256, file_width, file_height, file_variants, file_state, now());
  return 'stored';
end $$;
revoke all on function store_mail_file(uuid, uuid, uuid, uuid, uuid, text, boolean, text, text, bigint, bytea, integer, integer,
  text[], bigint, text) from public;
grant execute on function store_mail_file(uuid, uuid, uuid, uuid, uuid, text, boolean, text, text, bigint, bytea, integer, integer,
  text[], bigint, text) to stodpunkt_jobs;

-- A chunk of a file of this transaction.
create function store_mail_chunk(org uuid, file uuid, chunk_variant text, chunk_position integer, chunk bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sender text;
begin
  select f.mail_sender into sender from stodpunkt.files f
  where f.org_id = org and f.id = file and f.xmin = pg_current_xact_id()::xid;
  if sender is null then perform stodpunkt.refuse_mail('the file did not come with this mail'); end if;
  insert into stodpunkt.file_chunks (org_id, file_id, variant, position, content)
  values (org, file, chunk_variant, chunk_position, chunk);
end $$;
revoke all on function store_mail_chunk(uuid, uuid, text, integer, bytea) from public;
grant execute on function store_mail_chunk(uuid, uuid, text, integer, bytea) to stodpunkt_jobs;
