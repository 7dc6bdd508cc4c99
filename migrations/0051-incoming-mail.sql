-- Each mail that was read, and what became of it. The original is removed after a time; the record stays, so that no mail
-- is read twice.
create table mail_messages (
  org_id uuid not null references organizations,
  id uuid not null,
  mailbox_id uuid,
  uid_validity bigint not null,
  uid bigint not null,
  -- Of Message-ID, From, Date, Subject and text: the same mail in two mailboxes, or under a new UID.
  fingerprint bytea not null constraint mail_messages_fingerprint_length check (length(fingerprint) = 32),
  message_id text constraint mail_messages_message_id_length check (octet_length(message_id) <= 1000),
  from_name text not null constraint mail_messages_from_name_length check (length(from_name) <= 200),
  from_address text constraint mail_messages_from_address_length check (length(from_address) <= 254),
  subject text not null constraint mail_messages_subject_length check (length(subject) <= 2000),
  received_at timestamptz not null,
  proof text not null constraint mail_messages_proof_values check (proof in ('server', 'microsoft', 'dkim', 'none')),
  fate text not null constraint mail_messages_fate_values check (fate in ('comment', 'internal_comment', 'ticket', 'enquiry',
    'enquiry_reply', 'automatic', 'duplicate')),
  ticket_id uuid,
  comment_id uuid,
  enquiry_id uuid,
  remarks text[] not null default '{}',
  -- Names, types and sizes; the files themselves are in the original.
  attachments jsonb not null default '[]',
  raw bytea,
  raw_until timestamptz,
  constraint mail_messages_raw_has_end check ((raw is null) = (raw_until is null)),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint mail_messages_once unique (org_id, mailbox_id, uid_validity, uid),
  constraint mail_messages_mailbox foreign key (org_id, mailbox_id) references mailboxes on delete set null (mailbox_id),
  constraint mail_messages_ticket foreign key (org_id, ticket_id) references tickets on delete set null (ticket_id),
  constraint mail_messages_comment foreign key (org_id, comment_id) references ticket_comments on delete set null (comment_id),
  constraint mail_messages_enquiry foreign key (org_id, enquiry_id) references enquiries on delete set null (enquiry_id)
);
alter table mail_messages alter raw set storage external;
create unique index mail_messages_first_of_its_kind on mail_messages (org_id, fingerprint) where fate <> 'duplicate';
create index mail_messages_of_ticket on mail_messages (org_id, ticket_id) where ticket_id is not null;
create index mail_messages_of_comment on mail_messages (org_id, comment_id) where comment_id is not null;
create index mail_messages_of_enquiry on mail_messages (org_id, enquiry_id) where enquiry_id is not null;
create index mail_messages_tickets_of_sender on mail_messages (org_id, from_address, created_at) where fate = 'ticket';
create index mail_messages_raw_until on mail_messages (raw_until) where raw_until is not null;

call protect('mail_messages');
create policy staff_read on mail_messages for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
grant select on mail_messages to stodpunkt_app;
create policy jobs_read on mail_messages for select to stodpunkt_jobs using (true);
create policy jobs_note on mail_messages for insert to stodpunkt_jobs with check (true);
create policy jobs_forget on mail_messages for update to stodpunkt_jobs using (raw_until < now()) with check (raw is null);
grant select (org_id, id, mailbox_id, uid_validity, uid, fingerprint, from_address, fate, created_at, raw_until), insert
  on mail_messages to stodpunkt_jobs;
grant update (raw, raw_until) on mail_messages to stodpunkt_jobs;

-- Addresses that mail does not reach: paused when it came back on three different days.
create table mail_addresses (
  org_id uuid not null references organizations,
  address text not null constraint mail_addresses_address_length check (length(address) between 1 and 254 and address = lower(address)),
  bounces integer not null default 1 constraint mail_addresses_bounces_range check (bounces between 1 and 3),
  last_bounce_on date not null,
  paused_at timestamptz,
  primary key (org_id, address)
);

call protect('mail_addresses');
create policy staff_read on mail_addresses for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy admin_remove on mail_addresses for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant select, delete on mail_addresses to stodpunkt_app;
create policy jobs_note on mail_addresses to stodpunkt_jobs using (true) with check (true);
grant select, insert, update (bounces, last_bounce_on, paused_at) on mail_addresses to stodpunkt_jobs;

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

-- The triggers judge who writes by the actor: for the rest of the statement it is this contact.
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
create function comment_by_mail(org uuid, comment_id uuid, ticket uuid, contact uuid, login uuid, words text, said_at timestamptz)
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
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, by_customer, created_at)
  values (org, comment_id, target.customer_id, ticket, login, case when login is null then contact end, words, true, said_at);
  perform stodpunkt.stop_acting();
end $$;
revoke all on function comment_by_mail(uuid, uuid, uuid, uuid, uuid, text, timestamptz) from public;
grant execute on function comment_by_mail(uuid, uuid, uuid, uuid, uuid, text, timestamptz) to stodpunkt_jobs;

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

-- A mail in Inkorg. A ticket that it names is linked, and nothing is written into it.
create function enquire_by_mail(org uuid, enquiry uuid, mail_kind text, sender_name text, sender_email text, words text,
  sender_proof text, named_ticket uuid, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if mail_kind not in ('mail', 'automatic') then perform stodpunkt.refuse_mail('not a kind of mail'); end if;
  if named_ticket is not null and not exists (select from stodpunkt.tickets where org_id = org and id = named_ticket) then
    perform stodpunkt.refuse_mail('the ticket does not exist');
  end if;
  insert into stodpunkt.enquiries (org_id, id, kind, name, email, message, proof, ticket_hint, created_at)
  values (org, enquiry, mail_kind, sender_name, sender_email, words, sender_proof, named_ticket, said_at);
end $$;
revoke all on function enquire_by_mail(uuid, uuid, text, text, text, text, text, uuid, timestamptz) from public;
grant execute on function enquire_by_mail(uuid, uuid, text, text, text, text, text, uuid, timestamptz) to stodpunkt_jobs;

-- The sender's answer in the thread of an enquiry, which is open and unread again.
create function reply_by_mail(org uuid, reply uuid, enquiry uuid, sender text, words text, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.enquiries set done_at = null, read_at = null, version = version + 1
  where org_id = org and id = enquiry and lower(email) = lower(sender);
  if not found then perform stodpunkt.refuse_mail('the sender did not send the enquiry'); end if;
  insert into stodpunkt.enquiry_replies (org_id, id, enquiry_id, text, created_at) values (org, reply, enquiry, words, said_at);
end $$;
revoke all on function reply_by_mail(uuid, uuid, uuid, text, text, timestamptz) from public;
grant execute on function reply_by_mail(uuid, uuid, uuid, text, text, timestamptz) to stodpunkt_jobs;
