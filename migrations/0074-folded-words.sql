-- What a mail says beside its sender's own words is kept with what the mail became: the quotation of our letter, and the
-- signature. It is shown folded. The original mail is removed after some days.
alter table ticket_comments
  add folded text constraint ticket_comments_folded_length check (length(folded) between 1 and 20000);
alter table tickets
  add folded text constraint tickets_folded_length check (length(folded) between 1 and 20000);
alter table enquiries
  add folded text constraint enquiries_folded_length check (length(folded) between 1 and 20000),
  add constraint enquiries_folded_is_of_mail check (folded is null or kind in ('mail', 'automatic'));
alter table enquiry_replies
  add folded text constraint enquiry_replies_folded_length check (length(folded) between 1 and 20000),
  add constraint enquiry_replies_folded_is_of_mail check (folded is null or author is null);

-- Stores it with the one comment, ticket, enquiry or reply that this transaction wrote.
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

-- A mail that staff accept becomes a comment with all its words.
create function fold_accepted_mail() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.ticket_comments set folded = new.folded where org_id = new.org_id and id = new.comment_id;
  return null;
end $$;
revoke all on function fold_accepted_mail() from public;
create trigger fold_accepted after update of comment_id on enquiries for each row
  when (old.comment_id is null and new.comment_id is not null and new.folded is not null) execute function fold_accepted_mail();

-- What a sender wrote by mail last: a signature is a block that stands there too. Of mails whose sender is proven: a stranger's do
-- not say how somebody else signs.
create index mail_messages_words_of_sender on mail_messages (org_id, from_address, received_at desc)
  where fate in ('comment', 'internal_comment', 'ticket', 'enquiry', 'enquiry_reply');
create function words_of_sender(org uuid, sender_email text) returns table (words text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select concat_ws(E'\n', coalesce(comment.comment, reply.text, ticket.description, enquiry.message),
    coalesce(comment.folded, reply.folded, ticket.folded, enquiry.folded))
  from (select m.fate, m.comment_id, m.ticket_id, m.enquiry_id, m.received_at from stodpunkt.mail_messages m
    where m.org_id = org and m.from_address = lower(sender_email) and m.proof <> 'none'
      and m.fate in ('comment', 'internal_comment', 'ticket', 'enquiry', 'enquiry_reply')
    order by m.received_at desc limit 3) mail
  left join stodpunkt.ticket_comments comment on comment.org_id = org and comment.id = mail.comment_id
  left join stodpunkt.tickets ticket on ticket.org_id = org and ticket.id = mail.ticket_id and mail.fate = 'ticket'
  left join stodpunkt.enquiries enquiry on enquiry.org_id = org and enquiry.id = mail.enquiry_id and mail.fate = 'enquiry'
  left join stodpunkt.enquiry_replies reply on reply.org_id = org and reply.enquiry_id = mail.enquiry_id
    and mail.fate = 'enquiry_reply' and reply.author is null and reply.created_at = mail.received_at
$$;
revoke all on function words_of_sender(uuid, text) from public;
grant execute on function words_of_sender(uuid, text) to stodpunkt_jobs;
