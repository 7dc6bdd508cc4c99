-- Rules for senders, made in one press in Inkorg (docs/decisions/066).
create table sender_rules (
  org_id uuid not null references organizations,
  id uuid not null,
  address text not null
    constraint sender_rules_address_length check (length(address) between 3 and 254 and address = lower(address)),
  rule text not null constraint sender_rules_rule_values check (rule in ('ticket', 'inbox', 'discard')),
  -- For whom tickets are opened, and by whom.
  customer_id uuid,
  contact_id uuid,
  constraint sender_rules_ticket_has_contact check (num_nonnulls(customer_id, contact_id) = case rule when 'ticket' then 2 else 0 end),
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint sender_rules_one_of_address unique (org_id, address),
  constraint sender_rules_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id) on delete cascade
);
create index sender_rules_of_contact on sender_rules (org_id, customer_id, contact_id) where contact_id is not null;

call protect('sender_rules');
create policy staff_read on sender_rules for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on sender_rules for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
create policy staff_remove on sender_rules for delete to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
grant select, insert (org_id, id, address, rule, customer_id, contact_id, created_by), delete on sender_rules to stodpunkt_app;
create policy jobs_read on sender_rules for select to stodpunkt_jobs using (true);
grant select (org_id, id, address, rule, customer_id, contact_id) on sender_rules to stodpunkt_jobs;

alter table mail_messages
  drop constraint mail_messages_fate_values,
  add constraint mail_messages_fate_values check (fate in ('comment', 'internal_comment', 'ticket', 'enquiry',
    'enquiry_reply', 'automatic', 'discarded', 'duplicate'));
create index mail_messages_of_sender on mail_messages (org_id, from_address, received_at) where fate in ('ticket', 'comment');

-- The open ticket that the same sender's mail with the same subject became or joined within a day before: a repeated alarm
-- does not open another. Only one that the contact may see.
create function repeated_mail_within() returns interval language sql immutable parallel safe as $$ select interval '24 hours' $$;
create function ticket_of_repeated_mail(org uuid, customer uuid, contact uuid, sender_email text, mail_subject text, said_at timestamptz)
returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.id from stodpunkt.mail_messages m join stodpunkt.tickets t on t.org_id = m.org_id and t.id = m.ticket_id
  where m.org_id = org and m.from_address = sender_email and m.subject = mail_subject and m.fate in ('ticket', 'comment')
    and m.received_at between said_at - stodpunkt.repeated_mail_within() and said_at
    and t.customer_id = customer and t.status not in ('resolved', 'closed') and stodpunkt.contact_sees(t, contact)
  order by m.received_at desc, m.created_at desc limit 1
$$;
revoke all on function ticket_of_repeated_mail(uuid, uuid, uuid, text, text, timestamptz) from public;
grant execute on function ticket_of_repeated_mail(uuid, uuid, uuid, text, text, timestamptz) to stodpunkt_jobs;
