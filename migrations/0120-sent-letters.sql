-- What a letter of a ticket or an enquiry said, by its Message-ID: an answer's quotation is folded only when it says the same.
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
  -- Its words go with a deleted enquiry.
  constraint sent_letters_enquiry foreign key (org_id, enquiry_id) references enquiries (org_id, id) on delete cascade,
  constraint sent_letters_about_one check (num_nonnulls(ticket_id, enquiry_id) = 1)
);
create index sent_letters_of_ticket on sent_letters (org_id, ticket_id) where ticket_id is not null;
create index sent_letters_of_enquiry on sent_letters (org_id, enquiry_id) where enquiry_id is not null;
create index sent_letters_age on sent_letters (sent_at);

call protect('sent_letters');
create policy jobs_keep on sent_letters to stodpunkt_jobs using (true) with check (true);
grant select, insert (org_id, message_id, ticket_id, enquiry_id, subject, text), delete on sent_letters to stodpunkt_jobs;
