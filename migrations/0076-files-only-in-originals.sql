-- A mail may bring more files than a comment or a ticket has, and larger ones. They are in the original alone, which is then
-- kept as long as what the mail became (docs/decisions/065).
create function original_is_needed(mail mail_messages) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select mail.raw is not null
    and mail.attachments @? '$[*] ? (@.outcome == "too_many" || @.outcome == "too_large" || @.outcome == "no_room")'
    and (mail.comment_id is not null or mail.fate = 'ticket' and mail.ticket_id is not null
      or exists (select from stodpunkt.tickets t where t.org_id = mail.org_id and t.enquiry_id = mail.enquiry_id))
$$;
revoke all on function original_is_needed(mail_messages) from public;
grant execute on function original_is_needed(mail_messages) to stodpunkt_app, stodpunkt_jobs;

alter policy jobs_forget on mail_messages using (raw_until < now() and not original_is_needed(mail_messages));
-- Which files the sender is told of.
grant select (attachments) on mail_messages to stodpunkt_jobs;
