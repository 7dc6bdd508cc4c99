-- Who else got a mail that became a comment or a ticket: contacts of the customer get copies of the ticket, others are
-- offered to staff (docs/decisions/060).
alter table mail_messages
  add recipients jsonb not null default '[]'
    constraint mail_messages_recipients_is_list check (jsonb_typeof(recipients) = 'array' and jsonb_array_length(recipients) <= 50);

-- Copies to the contacts that the proven writer of a comment of this transaction wrote to as well. As for who writes by mail,
-- a contact whose logins are all revoked is left out.
create function copy_by_mail(org uuid, written uuid, copies uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  said stodpunkt.ticket_comments;
  target stodpunkt.tickets;
  added integer;
begin
  select * into said from stodpunkt.ticket_comments c
  where c.org_id = org and c.id = written and c.by_customer and not c.is_internal
    and c.xmin = pg_current_xact_id()::xid;
  if said.id is null then perform stodpunkt.refuse_mail('the comment is not of this mail'); end if;
  select * into target from stodpunkt.tickets t where t.org_id = org and t.id = said.ticket_id for no key update;
  perform stodpunkt.act_as_contact(org, said.customer_id, said.contact_id, said.user_id);
  insert into stodpunkt.ticket_watchers (org_id, customer_id, ticket_id, contact_id)
  select org, target.customer_id, target.id, c.id from stodpunkt.contacts c
  where c.org_id = org and c.customer_id = target.customer_id and c.id = any(copies) and c.archived_at is null
    and c.id is distinct from target.reported_by
    and not exists (select from stodpunkt.ticket_watchers w
      where w.org_id = org and w.ticket_id = target.id and w.contact_id = c.id)
    and (not exists (select from stodpunkt.customer_users l where l.org_id = org and l.contact_id = c.id)
      or exists (select from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
        where l.org_id = org and l.contact_id = c.id and u.disabled_at is null))
  order by c.id
  limit greatest(0, stodpunkt.ticket_watchers_max() - (select count(*) from stodpunkt.ticket_watchers w
    where w.org_id = org and w.ticket_id = target.id));
  get diagnostics added = row_count;
  perform stodpunkt.stop_acting();
  return added;
end $$;
revoke all on function copy_by_mail(uuid, uuid, uuid[]) from public;
grant execute on function copy_by_mail(uuid, uuid, uuid[]) to stodpunkt_jobs;
