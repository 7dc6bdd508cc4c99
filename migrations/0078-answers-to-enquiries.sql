-- An answer to a mail about an enquiry that has become a ticket is a comment on it, and staff may answer a mail at the
-- addresses in its Reply-To (docs/decisions/066).
alter table enquiries
  -- The addresses in Reply-To of a mail, in lower case, without the sender's own. Nothing proves them.
  add reply_to text[] not null default '{}'
    constraint enquiries_reply_to_are_addresses check (cardinality(reply_to) <= 10
      and array_to_string(reply_to, ' ') ~ '^([^@\u0001-\u0020\u007f,;:<>"()]+@[^@\u0001-\u0020\u007f,;:<>"()]+( |$))*$'),
  add constraint enquiries_reply_to_is_of_mail check (reply_to = '{}' or kind in ('mail', 'automatic')),
  add constraint enquiries_reply_to_differs check (lower(email) <> all (reply_to));
grant select (comment_id, reply_to) on enquiries to stodpunkt_jobs;
grant select (enquiry_id) on tickets to stodpunkt_jobs;

alter table enquiry_replies
  -- The address that staff chose instead of the sender's; null: the sender's.
  add sent_to text constraint enquiry_replies_sent_to_is_of_staff check (sent_to is null or author is not null);
drop policy staff_create on enquiry_replies;
create policy staff_create on enquiry_replies for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and author = actor.user_id()
    and (sent_to is null or exists (select from enquiries e
      where e.org_id = enquiry_replies.org_id and e.id = enquiry_replies.enquiry_id and enquiry_replies.sent_to = any (e.reply_to))));
grant insert (sent_to) on enquiry_replies to stodpunkt_app;
grant select (sent_to) on enquiry_replies to stodpunkt_jobs;

-- Whether an address is one that mail about the enquiry was sent to: whoever answers from there reads that mailbox.
create function gets_mail_of_enquiry(org uuid, enquiry uuid, address text) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and lower(e.email) = lower(address))
    or exists (select from stodpunkt.enquiry_replies r
      where r.org_id = org and r.enquiry_id = enquiry and lower(r.sent_to) = lower(address))
$$;
revoke all on function gets_mail_of_enquiry(uuid, uuid, text) from public;

create or replace function reply_by_mail(org uuid, reply uuid, enquiry uuid, sender text, words text, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.enquiries e set done_at = null, read_at = null, version = version + 1
  where e.org_id = org and e.id = enquiry and stodpunkt.gets_mail_of_enquiry(org, enquiry, sender);
  if not found then perform stodpunkt.refuse_mail('the sender did not send the enquiry'); end if;
  insert into stodpunkt.enquiry_replies (org_id, id, enquiry_id, text, created_at) values (org, reply, enquiry, words, said_at);
end $$;

-- Whether an address may comment on the ticket that staff made of an enquiry: mail about the enquiry was sent there, and the
-- customer has not locked its person out, as a contact all of whose logins are revoked.
create function may_comment_as_enquirer(org uuid, ticket uuid, sender text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from stodpunkt.tickets t
    join stodpunkt.enquiries e on e.org_id = t.org_id and e.id = t.enquiry_id and not e.is_suspect
    join stodpunkt.customers k on k.org_id = t.org_id and k.id = t.customer_id and k.archived_at is null
    where t.org_id = org and t.id = ticket and stodpunkt.gets_mail_of_enquiry(org, t.enquiry_id, sender)
      and (exists (select from stodpunkt.senders_known(org, sender) known where known.customer_id = t.customer_id)
        or not exists (
          select from stodpunkt.contacts c where c.org_id = org and c.customer_id = t.customer_id and c.archived_at is null
            and lower(c.email) = lower(sender)
          union all
          select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
          where l.org_id = org and l.customer_id = t.customer_id and u.email = lower(sender))))
$$;
revoke all on function may_comment_as_enquirer(uuid, uuid, text) from public;
grant execute on function may_comment_as_enquirer(uuid, uuid, text) to stodpunkt_jobs;

-- The public comment of an enquiry's sender on the ticket that was made of it. A sender who is no contact of the customer is
-- the author as an archived one, which has no right, gets no mail and opens no tickets until staff restore it.
create function comment_by_enquirer(org uuid, comment_id uuid, ticket uuid, sender text, sender_name text, words text,
  said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  target stodpunkt.tickets;
  author record;
begin
  select * into target from stodpunkt.tickets t where t.org_id = org and t.id = ticket for no key update;
  if target.id is null or stodpunkt.may_comment_as_enquirer(org, ticket, sender) is not true then
    perform stodpunkt.refuse_mail('the sender did not send the enquiry of the ticket');
  end if;
  select known.contact_id, known.user_id into author from stodpunkt.senders_known(org, sender) known
  where known.customer_id = target.customer_id limit 1;
  if author.contact_id is null then
    select c.id as contact_id, null::uuid as user_id into author from stodpunkt.contacts c
    where c.org_id = org and c.customer_id = target.customer_id and lower(c.email) = lower(sender)
    order by c.archived_at desc, c.id limit 1;
  end if;
  if author.contact_id is null then
    select gen_random_uuid() as contact_id, null::uuid as user_id into author;
    insert into stodpunkt.contacts (org_id, customer_id, id, name, email, archived_at)
    values (org, target.customer_id, author.contact_id, sender_name, lower(sender), now());
  end if;
  perform stodpunkt.act_as_contact(org, target.customer_id, author.contact_id, author.user_id);
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, by_customer, created_at)
  values (org, comment_id, target.customer_id, ticket, author.user_id,
    case when author.user_id is null then author.contact_id end, words, true, said_at);
  perform stodpunkt.stop_acting();
end $$;
revoke all on function comment_by_enquirer(uuid, uuid, uuid, text, text, text, timestamptz) from public;
grant execute on function comment_by_enquirer(uuid, uuid, uuid, text, text, text, timestamptz) to stodpunkt_jobs;

drop function enquire_by_mail(uuid, uuid, text, text, text, text, text, uuid, timestamptz);
create function enquire_by_mail(org uuid, enquiry uuid, mail_kind text, sender_name text, sender_email text, answer_to text[],
  words text, sender_proof text, named_ticket uuid, said_at timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if mail_kind not in ('mail', 'automatic') then perform stodpunkt.refuse_mail('not a kind of mail'); end if;
  if named_ticket is not null and not exists (select from stodpunkt.tickets where org_id = org and id = named_ticket) then
    perform stodpunkt.refuse_mail('the ticket does not exist');
  end if;
  insert into stodpunkt.enquiries (org_id, id, kind, name, email, reply_to, message, proof, ticket_hint, created_at)
  values (org, enquiry, mail_kind, sender_name, sender_email, answer_to, words, sender_proof, named_ticket, said_at);
end $$;
revoke all on function enquire_by_mail(uuid, uuid, text, text, text, text[], text, text, uuid, timestamptz) from public;
grant execute on function enquire_by_mail(uuid, uuid, text, text, text, text[], text, text, uuid, timestamptz) to stodpunkt_jobs;
