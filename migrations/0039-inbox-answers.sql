-- Answers to mail in Inkorg: forwarding, and addresses that no mail of staff may be sent to.

-- Whether an address, with a tag or without, is that of a mailbox that is read here: mail to it would return to Inkorg.
create function is_own_mailbox(address text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from stodpunkt.mailboxes m where m.org_id = actor.org_id() and actor.is_staff() and m.is_active
    and lower(m.address) in (lower(is_own_mailbox.address), regexp_replace(lower(is_own_mailbox.address), '\+[^@]*@', '@')));
end $$;
revoke all on function is_own_mailbox(text) from public;
grant execute on function is_own_mailbox(text) to stodpunkt_app;

-- An enquiry that staff mailed to somebody else. Not a reply: its sender still waits for an answer.
create table enquiry_forwards (
  org_id uuid not null,
  id uuid not null,
  enquiry_id uuid not null,
  author uuid not null references auth.users,
  sent_to text not null
    constraint enquiry_forwards_sent_to_is_one_address check (length(sent_to) <= 254 and sent_to ~ '^[^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+$'),
  note text constraint enquiry_forwards_note_length check (note = btrim(note) and length(note) between 1 and 10000),
  -- The files of the enquiry, which may move to a ticket before the mail is sent.
  file_ids uuid[] not null default '{}' constraint enquiry_forwards_file_ids_limit check (cardinality(file_ids) <= 10),
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint enquiry_forwards_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade
);
create index enquiry_forwards_thread on enquiry_forwards (org_id, enquiry_id, created_at, id);

create trigger enquiry_forwards_not_blank before insert or update of note on enquiry_forwards
  for each row when (is_blank(new.note)) execute function refuse_blank();
create trigger notify after insert on enquiry_forwards for each row execute function notify_enquiry('enquiry_id');

call protect('enquiry_forwards');
create policy staff_read on enquiry_forwards for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on enquiry_forwards for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and author = actor.user_id());
grant select, insert (org_id, id, enquiry_id, author, sent_to, note, file_ids) on enquiry_forwards to stodpunkt_app;
create policy jobs_read on enquiry_forwards for select to stodpunkt_jobs using (true);
grant select on enquiry_forwards to stodpunkt_jobs;

-- The other recipients of its mail are forgotten with an enquiry.
create function forget_recipients() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.mail_messages set recipients = '[]' where org_id = old.org_id and enquiry_id = old.id and recipients <> '[]';
  return old;
end $$;
revoke all on function forget_recipients() from public;
create trigger forget_recipients before delete on enquiries for each row execute function forget_recipients();

-- The menu counts open urgent enquiries too.
create index enquiries_urgent on enquiries (org_id) where is_urgent and done_at is null and not is_suspect and kind <> 'automatic';
