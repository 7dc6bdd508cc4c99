-- Letters stay in the conversation of a mail program: its subject, and the Message-IDs that a mail of a customer refers to.

-- The subject of all letters of a ticket, as it was at the first one. Apart from the ticket: to store it changes no ticket.
create table ticket_mail_subjects (
  org_id uuid not null references organizations,
  ticket_id uuid not null,
  subject text not null constraint ticket_mail_subjects_subject_length check (length(subject) between 1 and 500),
  primary key (org_id, ticket_id),
  constraint ticket_mail_subjects_ticket foreign key (org_id, ticket_id) references tickets on delete cascade
);

call protect('ticket_mail_subjects');
create policy jobs_note on ticket_mail_subjects to stodpunkt_jobs using (true) with check (true);
grant select, insert on ticket_mail_subjects to stodpunkt_jobs;

-- The conversation of a mail, oldest first; a letter that answers it refers to these and to the mail (RFC 5322, 3.6.4).
alter table mail_messages
  add reference_ids text[] not null default '{}'
    constraint mail_messages_reference_ids_count check (cardinality(reference_ids) <= 20);

-- What a letter that answers a mail says of it: its subject and its moment, when its sender is proven.
grant select (subject, received_at, reference_ids, proof) on mail_messages to stodpunkt_jobs;
grant select (created_at) on enquiry_replies to stodpunkt_jobs;
grant select (enquiry_id) on tickets to stodpunkt_jobs;
