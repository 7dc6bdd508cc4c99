-- Mail that answers itself, and what is known of a mailbox's server (docs/decisions/072).

-- Receipts of mail and of the forms are counted together.
create policy jobs_count on form_counters to stodpunkt_jobs using (true) with check (true);
grant select, insert (key), update (count) on form_counters to stodpunkt_jobs;
-- What a receipt is about, the mail that it answers, and whether a comment came by mail.
grant select (message_id, ticket_id, comment_id, enquiry_id) on mail_messages to stodpunkt_jobs;

-- Mail with a person’s words to one address about one ticket since an hour: of more than a few, none is sent.
create table ticket_mail_counts (
  org_id uuid not null references organizations,
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
grant select, insert (org_id, ticket_id, address), update (mails, since), delete on ticket_mail_counts to stodpunkt_jobs;

alter table mailboxes
  -- A mail to an address with a tag (support+…@) has come in: replies to tickets are sent there.
  add plus_proven_at timestamptz,
  -- The server numbered the mail again (UIDVALIDITY). Mail below renumbered_uid was there then.
  add renumbered_at timestamptz,
  add renumbered_uid bigint,
  add constraint mailboxes_renumbered_with_uid check ((renumbered_at is null) = (renumbered_uid is null));
grant select (plus_proven_at, renumbered_at) on mailboxes to stodpunkt_app;
grant update (plus_proven_at, renumbered_at, renumbered_uid) on mailboxes to stodpunkt_app, stodpunkt_jobs;
