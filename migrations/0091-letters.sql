-- The subject of letters is a header of a mail, which is one line.
update ticket_mail_subjects set subject = on_one_line(subject) where not is_one_line(subject);
alter table ticket_mail_subjects add constraint ticket_mail_subjects_subject_is_one_line check (is_one_line(subject));

-- A mail that an earlier version read, after its server numbered the mailbox again.
create index mail_messages_of_message_id on mail_messages (org_id, message_id) where message_id is not null;
