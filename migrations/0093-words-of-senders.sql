-- As in 0074, of mails whose sender is proven: a stranger's do not say how somebody else signs.
create or replace function words_of_sender(org uuid, sender_email text) returns table (words text)
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
