-- A mail may bring more files than a comment or a ticket has, and larger ones. They are in the original alone, which is then
-- kept as long as what the mail became (docs/decisions/065).
-- It takes columns: a whole row would read the original too.
create function original_is_needed(org uuid, fate text, attachments jsonb, comment uuid, ticket uuid, enquiry uuid)
returns boolean language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select attachments @? '$[*] ? (@.outcome == "too_many" || @.outcome == "too_large" || @.outcome == "no_room")'
    and (comment is not null or fate = 'ticket' and ticket is not null
      or exists (select from stodpunkt.tickets t where t.org_id = org and t.enquiry_id = enquiry))
$$;
revoke all on function original_is_needed(uuid, text, jsonb, uuid, uuid, uuid) from public;
grant execute on function original_is_needed(uuid, text, jsonb, uuid, uuid, uuid) to stodpunkt_app, stodpunkt_jobs;

alter policy jobs_forget on mail_messages using (raw_until < now()
  and not original_is_needed(org_id, fate, attachments, comment_id, ticket_id, enquiry_id));
-- Which files the sender is told of.
grant select (attachments) on mail_messages to stodpunkt_jobs;
