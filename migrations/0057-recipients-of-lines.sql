-- Charges and tickets name one of the customer's invoice recipients, and tickets an order number as charges do; lines of bases follow
-- them (docs/decisions/126).

-- Null: the customer's first.
alter table charges
  add recipient_id uuid,
  add constraint charges_recipient foreign key (org_id, customer_id, recipient_id)
    references invoice_recipients (org_id, customer_id, id);
create index charges_of_recipient on charges (org_id, recipient_id) where recipient_id is not null;
grant insert (recipient_id), update (recipient_id) on charges to stodpunkt_app;

alter table tickets
  add invoice_recipient_id uuid,
  add order_number text
    constraint tickets_order_number_length check (order_number = btrim(order_number) and length(order_number) between 1 and 50)
    constraint tickets_order_number_is_one_line check (is_one_line(order_number)),
  add constraint tickets_invoice_recipient foreign key (org_id, customer_id, invoice_recipient_id)
    references invoice_recipients (org_id, customer_id, id);
create index tickets_of_invoice_recipient on tickets (org_id, invoice_recipient_id) where invoice_recipient_id is not null;
grant update (invoice_recipient_id, order_number) on tickets to stodpunkt_app;
grant select (invoice_recipient_id, order_number) on tickets to stodpunkt_jobs;

-- The job that checks a basis asks which recipient is the first.
create policy jobs_read on invoice_recipients for select to stodpunkt_jobs using (true);
grant select (org_id, customer_id, id, archived_at, created_at) on invoice_recipients to stodpunkt_jobs;
grant select (recipient_id) on invoice_bases to stodpunkt_jobs;

create trigger a_compose_order_number before insert or update of order_number on tickets for each row
  when (new.order_number is not normalized) execute function compose_letters('order_number');
create trigger order_number_not_blank before insert or update of order_number on tickets for each row
  when (is_blank(new.order_number)) execute function refuse_blank();

-- A recipient that is archived stays on what has it, and cannot be chosen. Both sides lock it.
create function guard_recipient_choice() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.invoice_recipients where org_id = new.org_id and archived_at is null
    and id = (to_jsonb(new) ->> tg_argv[0])::uuid for share;
  if not found then
    raise exception 'the invoice recipient is archived or does not exist'
      using errcode = 'check_violation', constraint = 'invoice_recipients_active', table = tg_table_name;
  end if;
  return new;
end $$;
revoke all on function guard_recipient_choice() from public;
create trigger guard_recipient before insert on charges for each row
  when (new.recipient_id is not null) execute function guard_recipient_choice('recipient_id');
create trigger guard_recipient_changed before update of recipient_id on charges for each row
  when (new.recipient_id is not null and new.recipient_id is distinct from old.recipient_id)
  execute function guard_recipient_choice('recipient_id');
create trigger guard_recipient before insert on tickets for each row
  when (new.invoice_recipient_id is not null) execute function guard_recipient_choice('invoice_recipient_id');
create trigger guard_recipient_changed before update of invoice_recipient_id on tickets for each row
  when (new.invoice_recipient_id is not null and new.invoice_recipient_id is distinct from old.invoice_recipient_id)
  execute function guard_recipient_choice('invoice_recipient_id');

-- Staff say who the work is invoiced to, customers do not.
create function refuse_billing_by_customer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a customer does not choose the invoice recipient' using errcode = 'insufficient_privilege';
end $$;
revoke all on function refuse_billing_by_customer() from public;
create trigger refuse_billing before insert on tickets for each row
  when (actor.is_customer() and num_nonnulls(new.invoice_recipient_id, new.order_number) > 0)
  execute function refuse_billing_by_customer();

-- A recipient that a current charge or an active ticket names is not archived: it would still get their invoices.
create function guard_recipient_in_use() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from stodpunkt.charges c where c.org_id = new.org_id and c.recipient_id = new.id
        and (c.ends_on is null or c.ends_on >= (now() at time zone stodpunkt.business_time_zone())::date))
      or exists (select from stodpunkt.tickets t where t.org_id = new.org_id and t.invoice_recipient_id = new.id
        and t.status <> 'closed') then
    raise exception 'the invoice recipient is in use'
      using errcode = 'check_violation', constraint = 'invoice_recipients_in_use', table = 'invoice_recipients';
  end if;
  return new;
end $$;
revoke all on function guard_recipient_in_use() from public;
create trigger guard_in_use before update of archived_at on invoice_recipients for each row
  when (new.archived_at is not null and old.archived_at is null) execute function guard_recipient_in_use();

-- The recipient of a line as it is when the basis is made; one of another customer is refused by invoice_basis_lines_of_recipient.
create function copy_recipient() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select r.name, r.address, coalesce(r.email, d.invoice_email), coalesce(r.reference, d.your_reference), r.cost_centre
  into new.recipient, new.recipient_address, new.recipient_email, new.reference, new.cost_centre
  from stodpunkt.invoice_bases b
    join stodpunkt.invoice_recipients r on r.org_id = b.org_id and r.customer_id = b.customer_id and r.id = new.recipient_id
    left join stodpunkt.billing_details d on d.org_id = r.org_id and d.customer_id = r.customer_id
  where b.org_id = new.org_id and b.id = new.basis_id;
  return new;
end $$;
revoke all on function copy_recipient() from public;
create trigger copy_recipient before insert on invoice_basis_lines for each row execute function copy_recipient();

-- A ticket's history also says who the work is invoiced to, by name, for staff only.
create function note_ticket_billing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.ticket_changes (org_id, customer_id, ticket_id, user_id, field, before, after)
  select new.org_id, new.customer_id, new.id, actor.user_id(), changed.field, changed.before, changed.after
  from (values
    ('invoice_recipient',
      (select name from stodpunkt.invoice_recipients where org_id = old.org_id and id = old.invoice_recipient_id),
      (select name from stodpunkt.invoice_recipients where org_id = new.org_id and id = new.invoice_recipient_id)),
    ('order_number', old.order_number, new.order_number)) changed (field, before, after)
  where changed.before is distinct from changed.after;
  return null;
end $$;
revoke all on function note_ticket_billing() from public;
create trigger note_billing after update of invoice_recipient_id, order_number on tickets
  for each row execute function note_ticket_billing();

-- Work on a ticket, and on those that are merged into it, follows it: unbilled bases from the earliest row on are checked.
create function mark_invoice_bases_of_ticket() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare first_date date;
begin
  select min(work_date) into first_date from (
    select e.work_date from stodpunkt.time_entries e join stodpunkt.tickets t on t.org_id = e.org_id and t.id = e.ticket_id
    where t.org_id = new.org_id and new.id in (t.id, t.merged_into) and e.deleted_at is null
    union all
    select e.work_date from stodpunkt.expenses e join stodpunkt.tickets t on t.org_id = e.org_id and t.id = e.ticket_id
    where t.org_id = new.org_id and new.id in (t.id, t.merged_into) and e.deleted_at is null) of_ticket;
  if first_date is null then return null; end if;
  perform from stodpunkt.customers where org_id = new.org_id and id = new.customer_id for key share;
  perform stodpunkt.mark_invoice_bases(new.org_id, new.customer_id, first_date);
  return null;
end $$;
revoke all on function mark_invoice_bases_of_ticket() from public;
create trigger mark_invoice_bases after update of invoice_recipient_id, order_number, merged_into on tickets for each row
  when ((new.invoice_recipient_id, new.order_number, new.merged_into)
    is distinct from (old.invoice_recipient_id, old.order_number, old.merged_into))
  execute function mark_invoice_bases_of_ticket();
