-- What staff do with a mail in Inkorg (docs/decisions/066): they see why it is there, add it to the ticket that it names as
-- its sender's comment, and save the sender as a contact.
alter table mail_messages
  add reason text constraint mail_messages_reason_values check (reason in ('no_proof', 'unknown', 'not_of_ticket',
    'several_customers', 'staff', 'limit', 'old', 'mailbox', 'rule')),
  add constraint mail_messages_reason_is_of_enquiry check (reason is null or fate = 'enquiry');

-- The comment that the mail became; its ticket is the one that the mail named. Written by accept_mail alone. No foreign key,
-- as of ticket_hint: comments are never deleted.
alter table enquiries
  add comment_id uuid,
  add constraint enquiries_comment_is_of_mail check (comment_id is null or kind = 'mail');
create unique index enquiries_of_comment on enquiries (org_id, comment_id) where comment_id is not null;

-- The contacts with this address, or with a login that has it, of customers that are not archived. A contact whose logins
-- are all revoked is not known: whoever was locked out of the portal does not write by mail either.
create function senders_known(org uuid, sender_email text)
returns table (customer_id uuid, contact_id uuid, user_id uuid, sees_company boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select contact.customer_id, contact.id,
    (array_agg(login.user_id order by person.email = lower(sender_email) desc, login.user_id)
      filter (where person.disabled_at is null and login.user_id is not null))[1],
    coalesce(bool_or(login.sees_company) filter (where person.disabled_at is null), false)
  from stodpunkt.contacts contact
  join stodpunkt.customers customer on customer.org_id = contact.org_id and customer.id = contact.customer_id
  left join stodpunkt.customer_users login on login.org_id = contact.org_id and login.contact_id = contact.id
  left join auth.users person on person.id = login.user_id
  where contact.org_id = org and contact.archived_at is null and customer.archived_at is null
  group by contact.org_id, contact.customer_id, contact.id, contact.email
  having (lower(contact.email) = lower(sender_email) or bool_or(person.email = lower(sender_email) and person.disabled_at is null))
    and (count(login.user_id) = 0 or bool_or(person.disabled_at is null))
  order by contact.customer_id, contact.id
$$;
revoke all on function senders_known(uuid, text) from public;
grant execute on function senders_known(uuid, text) to stodpunkt_jobs;

-- The same for staff, of their own organization, with whether the contact may see a ticket.
create function senders_known_to_staff(sender_email text, ticket uuid)
returns table (customer_id uuid, contact_id uuid, sees_ticket boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select known.customer_id, known.contact_id, coalesce((
    select stodpunkt.contact_sees(t, known.contact_id) from stodpunkt.tickets t
    where t.org_id = actor.org_id() and t.id = ticket and t.customer_id = known.customer_id), false)
  from stodpunkt.senders_known(actor.org_id(), sender_email) known
  where actor.is_staff()
$$;
revoke all on function senders_known_to_staff(text, uuid) from public;
grant execute on function senders_known_to_staff(text, uuid) to stodpunkt_app;

-- Staff accept one mail: it becomes the public comment of its sender, who must be a contact of the ticket's customer, and
-- stands where it came in. The sender's words are those of the mail, and nobody gets rights by it.
create function accept_mail(mail uuid, comment uuid) returns uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  org constant uuid := actor.org_id();
  settings constant text[] := array['app.org_id', 'app.role', 'app.customer_id', 'app.contact_id', 'app.user_id'];
  before text[];
  enquiry stodpunkt.enquiries;
  target stodpunkt.tickets;
  sender record;
begin
  if not actor.is_staff() then perform stodpunkt.refuse_mail('staff alone accept'); end if;
  select * into enquiry from stodpunkt.enquiries e where e.org_id = org and e.id = mail for no key update;
  if enquiry.id is null or enquiry.kind <> 'mail' or enquiry.comment_id is not null
    or exists (select from stodpunkt.tickets t where t.org_id = org and t.enquiry_id = mail) then
    perform stodpunkt.refuse_mail('it is no mail that waits');
  end if;
  select * into target from stodpunkt.tickets t where t.org_id = org and t.id = enquiry.ticket_hint for no key update;
  select known.* into sender from stodpunkt.senders_known(org, enquiry.email) known
  where known.customer_id = target.customer_id limit 1;
  if sender.contact_id is null then perform stodpunkt.refuse_mail('the sender is no contact of the customer'); end if;

  select array_agg(coalesce(current_setting(name, true), '') order by position) into before
  from unnest(settings) with ordinality as setting (name, position);
  perform stodpunkt.act_as_contact(org, target.customer_id, sender.contact_id, sender.user_id);
  insert into stodpunkt.ticket_comments (org_id, id, customer_id, ticket_id, user_id, contact_id, comment, by_customer, created_at)
  values (org, comment, target.customer_id, target.id, sender.user_id,
    case when sender.user_id is null then sender.contact_id end, stodpunkt.words_of_mail(enquiry.message), true,
    enquiry.created_at);
  perform set_config(name, before[position], true) from unnest(settings) with ordinality as setting (name, position);

  update stodpunkt.files f set customer_id = target.customer_id, ticket_id = target.id, comment_id = comment, enquiry_id = null
  where f.org_id = org and f.enquiry_id = mail;
  update stodpunkt.enquiries e set comment_id = comment, done_at = coalesce(done_at, now()),
    read_at = coalesce(read_at, now()), is_suspect = false, version = version + 1
  where e.org_id = org and e.id = mail;
  update stodpunkt.mail_messages m set comment_id = comment where m.org_id = org and m.enquiry_id = mail and m.fate = 'enquiry';
  return target.id;
end $$;
revoke all on function accept_mail(uuid, uuid) from public;
grant execute on function accept_mail(uuid, uuid) to stodpunkt_app;

-- The subject stands in front of the words of a mail in Inkorg, with a blank line between.
create function words_of_mail(message text) returns text language sql immutable parallel safe as $$
  select case when position(E'\n\n' in message) > 0 then substr(message, position(E'\n\n' in message) + 2) else message end
$$;

-- Contacts, too, are how a sender reaches a customer.
create or replace function customers_reached_by(sender_email text, sender_phone text)
returns table (id uuid, by_email boolean, by_phone boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select found.id, bool_or(found.by_email), bool_or(not found.by_email) from (
    select c.id, true as by_email from stodpunkt.customers c
    where c.org_id = actor.org_id() and lower(c.email) = lower(sender_email)
    union all
    select l.customer_id, true from auth.users u join stodpunkt.customer_users l on l.user_id = u.id
    where l.org_id = actor.org_id() and u.email = lower(sender_email)
    union all
    select c.customer_id, true from stodpunkt.contacts c
    where c.org_id = actor.org_id() and lower(c.email) = lower(sender_email) and c.archived_at is null
    union all
    select c.id, false from stodpunkt.customers c
    where c.org_id = actor.org_id() and stodpunkt.dialled(c.phone) = stodpunkt.dialled(sender_phone)
  ) found where actor.is_staff() group by found.id
$$;
