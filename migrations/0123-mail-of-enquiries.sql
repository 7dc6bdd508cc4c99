-- A deleted enquiry that had become a ticket: answers to its letters still find the ticket (docs/decisions/066). Its words and
-- addresses are gone; the hashes only tell whether a writer is one that its mail was sent to.
create function address_hash(address text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to(lower(address), 'UTF8'))
$$;

create table removed_enquiries (
  org_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  -- Who may comment on the ticket as the enquiry's sender; nobody of a mail that was accepted as a comment.
  address_hashes bytea[] not null,
  primary key (org_id, id),
  constraint removed_enquiries_ticket foreign key (org_id, ticket_id) references tickets (org_id, id) on delete cascade
);
create index removed_enquiries_of_ticket on removed_enquiries (org_id, ticket_id);

-- Written by the trigger alone.
call protect('removed_enquiries');
create policy jobs_read on removed_enquiries for select to stodpunkt_jobs using (true);
grant select on removed_enquiries to stodpunkt_jobs;

create function keep_ticket_of_enquiry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.removed_enquiries (org_id, id, ticket_id, address_hashes)
  select t.org_id, old.id, t.id, case when t.enquiry_id = old.id then array(
      select stodpunkt.address_hash(old.email)
      union select stodpunkt.address_hash(r.sent_to) from stodpunkt.enquiry_replies r
      where r.org_id = old.org_id and r.enquiry_id = old.id and r.sent_to is not null)
    else '{}' end
  from stodpunkt.tickets t
  where t.org_id = old.org_id and (t.enquiry_id = old.id or old.comment_id is not null and t.id = old.ticket_hint)
  on conflict do nothing;
  return old;
end $$;
revoke all on function keep_ticket_of_enquiry() from public;
-- Before the foreign key of the ticket is emptied.
create trigger keep_ticket before delete on enquiries for each row
  when (not old.is_suspect) execute function keep_ticket_of_enquiry();

create or replace function may_comment_as_enquirer(org uuid, ticket uuid, sender text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from stodpunkt.tickets t
    join stodpunkt.customers k on k.org_id = t.org_id and k.id = t.customer_id and k.archived_at is null
    where t.org_id = org and t.id = ticket
      and (exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = t.enquiry_id and not e.is_suspect
          and stodpunkt.gets_mail_of_enquiry(org, e.id, sender))
        or exists (select from stodpunkt.removed_enquiries r where r.org_id = org and r.ticket_id = ticket
          and stodpunkt.address_hash(sender) = any (r.address_hashes)))
      and (exists (select from stodpunkt.senders_known(org, sender) known where known.customer_id = t.customer_id)
        or not exists (
          select from stodpunkt.contacts c where c.org_id = org and c.customer_id = t.customer_id and c.archived_at is null
            and lower(c.email) = lower(sender)
          union all
          select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
          where l.org_id = org and l.customer_id = t.customer_id and u.email = lower(sender))))
$$;
