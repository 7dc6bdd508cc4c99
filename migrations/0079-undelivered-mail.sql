-- Mails that came back (docs/decisions/072), each once: the report names the Message-ID of a mail of ours. Staff see them
-- beside what was not delivered.
create table undelivered_mail (
  org_id uuid not null references organizations,
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
grant select on undelivered_mail to stodpunkt_app;
create policy jobs_read on undelivered_mail for select to stodpunkt_jobs using (true);
create policy jobs_note on undelivered_mail for insert to stodpunkt_jobs with check (true);
grant select, insert (org_id, id, message_id, address, ticket_id, comment_id, enquiry_id) on undelivered_mail to stodpunkt_jobs;
-- Who wrote a mail, and who is told of it when that is nobody of staff any longer.
grant select (assigned_to) on enquiries to stodpunkt_jobs;

create function tell_undelivered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.enquiry_id is not null then
    perform pg_notify('live', jsonb_build_object('about', 'enquiry', 'org', new.org_id, 'enquiry', new.enquiry_id)::text);
  else
    perform pg_notify('live', jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', ticket.customer_id,
      'ticket', ticket.id, 'internal', true, 'contacts', '[]'::jsonb)::text)
    from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  end if;
  return null;
end $$;
revoke all on function tell_undelivered() from public;
create trigger tell after insert on undelivered_mail for each row execute function tell_undelivered();

-- The daily trial of the address with a tag: when its mail was sent last, and since when no such mail comes in.
alter table mailboxes
  add plus_tried_at timestamptz,
  add plus_lost_at timestamptz,
  add constraint mailboxes_plus_is_proven_or_lost check (num_nonnulls(plus_proven_at, plus_lost_at) <= 1);
grant select (plus_lost_at) on mailboxes to stodpunkt_app;
grant update (plus_lost_at) on mailboxes to stodpunkt_app;
grant update (plus_tried_at, plus_lost_at) on mailboxes to stodpunkt_jobs;
