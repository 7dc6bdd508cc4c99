-- Outgoing mail: subjects and limits, the sent text, addresses that cannot be reached, and outages of the mail server.

-- The subject of all mail about a ticket, which is that of the first one, so that mail programs group them in a conversation. In a
-- table of its own, so that storing it does not change the ticket.
create table ticket_mail_subjects (
  org_id uuid not null,
  ticket_id uuid not null,
  -- One line, as it becomes a header.
  subject text not null
    constraint ticket_mail_subjects_subject_length check (length(subject) between 1 and 500)
    constraint ticket_mail_subjects_subject_is_one_line check (is_one_line(subject)),
  primary key (org_id, ticket_id),
  constraint ticket_mail_subjects_ticket foreign key (org_id, ticket_id) references tickets on delete cascade
);

call protect('ticket_mail_subjects');
create policy jobs_note on ticket_mail_subjects to stodpunkt_jobs using (true) with check (true);
grant select, insert on ticket_mail_subjects to stodpunkt_jobs;

-- Counts mail about one ticket that persons wrote to one address within an hour: only a few are sent.
create table ticket_mail_counts (
  org_id uuid not null,
  ticket_id uuid not null,
  address text not null
    constraint ticket_mail_counts_address_length check (length(address) between 1 and 254 and address = lower(address)),
  mails integer not null default 1 constraint ticket_mail_counts_are_positive check (mails > 0),
  since timestamptz not null default now(),
  primary key (org_id, ticket_id, address),
  constraint ticket_mail_counts_ticket foreign key (org_id, ticket_id) references tickets on delete cascade
);
create index ticket_mail_counts_since on ticket_mail_counts (since);

call protect('ticket_mail_counts');
create policy jobs_count on ticket_mail_counts to stodpunkt_jobs using (true) with check (true);
grant select, delete, insert (org_id, ticket_id, address), update (mails, since) on ticket_mail_counts to stodpunkt_jobs;

-- The text of sent mail about a ticket or an enquiry, by Message-ID: a quotation in a reply is folded only if it is the same.
create table sent_letters (
  org_id uuid not null,
  message_id text not null constraint sent_letters_message_id_length check (length(message_id) between 1 and 998),
  ticket_id uuid,
  enquiry_id uuid,
  subject text not null constraint sent_letters_subject_length check (length(subject) <= 2000),
  text text not null constraint sent_letters_text_length check (length(text) between 1 and 100000),
  sent_at timestamptz not null default now(),
  primary key (org_id, message_id),
  constraint sent_letters_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade,
  -- The text is deleted with the enquiry.
  constraint sent_letters_enquiry foreign key (org_id, enquiry_id) references enquiries (org_id, id) on delete cascade,
  constraint sent_letters_about_one check (num_nonnulls(ticket_id, enquiry_id) = 1)
);
create index sent_letters_of_ticket on sent_letters (org_id, ticket_id) where ticket_id is not null;
create index sent_letters_of_enquiry on sent_letters (org_id, enquiry_id) where enquiry_id is not null;
create index sent_letters_age on sent_letters (sent_at);

call protect('sent_letters');
create policy jobs_keep on sent_letters to stodpunkt_jobs using (true) with check (true);
grant select, delete, insert (org_id, message_id, ticket_id, enquiry_id, subject, text) on sent_letters to stodpunkt_jobs;

-- Addresses that mail does not reach: paused after bounces on three different days.
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
create policy jobs_note on mail_addresses to stodpunkt_jobs using (true) with check (true);
grant select, delete on mail_addresses to stodpunkt_app;
grant select, insert, update (bounces, last_bounce_on, paused_at) on mail_addresses to stodpunkt_jobs;

-- Bounced mails (docs/decisions/072), each once, found by the Message-ID in the report. Staff see them beside the message that was
-- not delivered.
create table undelivered_mail (
  org_id uuid not null,
  id uuid not null,
  message_id text not null constraint undelivered_mail_message_id_length check (length(message_id) <= 1000),
  address text not null
    constraint undelivered_mail_address_length check (length(address) between 1 and 254 and address = lower(address)),
  ticket_id uuid,
  comment_id uuid,
  enquiry_id uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint undelivered_mail_once unique (org_id, message_id, address),
  constraint undelivered_mail_is_about_one check (num_nonnulls(ticket_id, enquiry_id) = 1),
  constraint undelivered_mail_comment_is_of_ticket check (comment_id is null or ticket_id is not null),
  constraint undelivered_mail_ticket foreign key (org_id, ticket_id) references tickets on delete cascade,
  constraint undelivered_mail_comment foreign key (org_id, comment_id) references ticket_comments on delete cascade,
  constraint undelivered_mail_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade
);
create index undelivered_mail_of_ticket on undelivered_mail (org_id, ticket_id) where ticket_id is not null;
create index undelivered_mail_of_comment on undelivered_mail (org_id, comment_id) where comment_id is not null;
create index undelivered_mail_of_enquiry on undelivered_mail (org_id, enquiry_id) where enquiry_id is not null;

call protect('undelivered_mail');
create policy staff_read on undelivered_mail for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy jobs_read on undelivered_mail for select to stodpunkt_jobs using (true);
create policy jobs_note on undelivered_mail for insert to stodpunkt_jobs with check (true);
grant select on undelivered_mail to stodpunkt_app;
grant select on undelivered_mail to stodpunkt_jobs;
grant insert (org_id, id, message_id, address, ticket_id, comment_id, enquiry_id) on undelivered_mail to stodpunkt_jobs;

create function notify_undelivered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.enquiry_id is not null then
    perform stodpunkt.announce(jsonb_build_object('about', 'enquiry', 'org', new.org_id, 'enquiry', new.enquiry_id));
  else
    perform stodpunkt.announce(jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', ticket.customer_id,
      'ticket', ticket.id, 'internal', true, 'contacts', '[]'::jsonb))
    from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  end if;
  return null;
end $$;
revoke all on function notify_undelivered() from public;
create trigger notify after insert on undelivered_mail for each row execute function notify_undelivered();

-- An outage of a mail server, which mail cannot report: one row for every process, from the first refusal until the server
-- accepts a mail.
create table mail_outage (
  -- The organization whose server it is; null for the server of the environment, which all use.
  org_id uuid references organizations constraint mail_outage_of_server unique nulls not distinct,
  since timestamptz not null default now(),
  -- 'later': the server refuses mail temporarily, perhaps for a long time.
  reason text not null constraint mail_outage_reason_values
    check (reason in ('unreachable', 'sign_in', 'tls', 'sender', 'recipients', 'later')),
  -- The counted refusals; for recipients a hash of each, so that one address counts once.
  refusals text[] not null constraint mail_outage_refusals_limit check (cardinality(refusals) between 1 and 3),
  -- There were enough refusals to conclude that the server is at fault, and staff are shown the outage.
  is_notified boolean not null default false
);

-- A fact of the server, which backups do not contain.
call protect('mail_outage');
drop policy backup_read on mail_outage;
revoke all on mail_outage from stodpunkt_backup;
create policy staff_read on mail_outage for select to stodpunkt_app
  using ((org_id is null or org_id = actor.org_id()) and (select actor.is_staff()));
create policy jobs_note on mail_outage to stodpunkt_jobs using (true) with check (true);
grant select (since, reason, is_notified) on mail_outage to stodpunkt_app;
grant select, delete on mail_outage to stodpunkt_jobs;
grant insert (org_id, reason, refusals, is_notified) on mail_outage to stodpunkt_jobs;
grant update (since, reason, refusals, is_notified) on mail_outage to stodpunkt_jobs;

-- Notifies every organization that uses the server.
create function notify_mail_outage() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  affected uuid := case when tg_op = 'DELETE' then old.org_id else new.org_id end;
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'mail-alarm', 'org', id)) from stodpunkt.organizations
  where id = affected or affected is null;
  return null;
end $$;
revoke all on function notify_mail_outage() from public;
create trigger notify_begun after insert on mail_outage for each row when (new.is_notified) execute function notify_mail_outage();
create trigger notify_changed after update on mail_outage for each row
  when (old.is_notified <> new.is_notified) execute function notify_mail_outage();
create trigger notify_ended after delete on mail_outage for each row when (old.is_notified) execute function notify_mail_outage();

-- Adds a job that runs later, for mail that waits until its files are checked, or for 'Ångra'.
set local role stodpunkt_jobs;
create function jobs.enqueue_later(task text, payload json, attempts integer, delay interval) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into jobs.outbox (task, payload, max_attempts, run_at)
  values (enqueue_later.task, enqueue_later.payload, attempts, now() + delay);
end $$;
revoke all on function jobs.enqueue_later(text, json, integer, interval) from public;
grant execute on function jobs.enqueue_later(text, json, integer, interval) to stodpunkt_app;
set local role stodpunkt_owner;
