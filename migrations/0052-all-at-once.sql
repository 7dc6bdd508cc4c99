-- A month for all customers at once (docs/decisions/121).

-- Whether mail of the organization is sent: the environment has a mail server, which all use (ConnectionSettings), or it has its own.
-- For its staff, and for jobs, which have no actor.
create function sends_mail(of_org uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select current_setting('app.has_mail_server', true) is not distinct from 'on' or exists (select from stodpunkt.mail_servers
    where org_id = of_org and (actor.org_id() is null or (org_id = actor.org_id() and actor.is_staff())))
$$;
revoke all on function sends_mail(uuid) from public;
grant execute on function sends_mail(uuid) to stodpunkt_app, stodpunkt_jobs;

-- The addresses that an invoice basis goes to: the logins of the customer that may approve, who read it in the portal, else its
-- invoice address, which has no user, and which nothing reaches when no mail is sent.
create function addressees_of(of_org uuid, of_customers uuid[])
returns table (customer_id uuid, user_id uuid, name text, email text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with approvers as (
    select l.customer_id, l.user_id, l.full_name, u.email, l.created_at
    from stodpunkt.customer_users l
    join auth.users u on u.id = l.user_id
    join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id
    where l.org_id = of_org and l.customer_id = any (of_customers) and l.approves_time and u.disabled_at is null
      and c.archived_at is null
  ), all_of_them as (
    select * from approvers
    union all
    select c.id, null, null, b.invoice_email, null
    from stodpunkt.customers c, lateral stodpunkt.buyer_of(c.org_id, c.id, null) b
    where c.org_id = of_org and c.id = any (of_customers) and c.archived_at is null and b.invoice_email is not null
      and c.id not in (select a.customer_id from approvers a) and stodpunkt.sends_mail(of_org)
  )
  select a.customer_id, a.user_id, a.full_name, a.email from all_of_them a order by a.created_at, a.user_id
$$;
revoke all on function addressees_of(uuid, uuid[]) from public;
grant execute on function addressees_of(uuid, uuid[]) to stodpunkt_jobs;

-- The same for staff, of their own organization.
create function invoice_basis_addressees(of_customers uuid[])
returns table (customer_id uuid, name text, email text, is_invoice_address boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.customer_id, a.name, a.email, a.user_id is null
  from stodpunkt.addressees_of(actor.org_id(), of_customers) a where actor.is_staff()
$$;
revoke all on function invoice_basis_addressees(uuid[]) from public;
grant execute on function invoice_basis_addressees(uuid[]) to stodpunkt_app;

-- A draft that is about to be sent together with others, by whom, and from when: until then all of these can be taken back.
alter table invoice_bases add sending_id uuid;
alter table invoice_bases add sending_at timestamptz;
alter table invoice_bases add sending_by uuid references auth.users;
alter table invoice_bases add constraint invoice_bases_sending_is_whole
  check ((sending_id is null) = (sending_at is null) and (sending_id is null) = (sending_by is null));
alter table invoice_bases add constraint invoice_bases_only_drafts_wait check (sending_id is null or state = 'draft');
-- Where the mail about the sent basis was returned as undelivered.
alter table invoice_bases add undelivered text[] not null default '{}';
create index invoice_bases_of_sending on invoice_bases (org_id, sending_id) where sending_id is not null;
grant update (sending_id, sending_at, sending_by) on invoice_bases to stodpunkt_app;
grant select (sending_id, undelivered), update (undelivered) on invoice_bases to stodpunkt_jobs;

-- Nothing is sent to nobody, only of such a draft is an approval noted, and what is no longer a draft does not wait to be sent.
create function guard_sending() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  has_addressee constant boolean := exists (select from stodpunkt.addressees_of(new.org_id, array[new.customer_id]));
begin
  if old.state = 'draft' and new.state = 'sent' and not has_addressee then
    raise exception 'nobody is addressed' using errcode = 'check_violation', constraint =
      case when stodpunkt.sends_mail(new.org_id) then 'invoice_bases_addressed' else 'invoice_bases_addressed_without_mail' end;
  end if;
  if old.state = 'draft' and new.state = 'approved' and has_addressee then
    raise exception 'it has to be sent first' using errcode = 'check_violation', constraint = 'invoice_bases_state_order';
  end if;
  new.sending_id := null;
  new.sending_at := null;
  new.sending_by := null;
  return new;
end $$;
revoke all on function guard_sending() from public;
create trigger guard_sending before update on invoice_bases for each row
  when (old.state is distinct from new.state) execute function guard_sending();

-- Sends the drafts that have waited together; those that are outdated or unchecked, or that nobody would get, stay drafts. A draft is locked
-- by this or by the undoing, so that it is sent or taken back, never both. Returns what was sent.
create function send_waiting_invoice_bases(of_org uuid, sending uuid) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare waiting stodpunkt.invoice_bases;
begin
  for waiting in
    select * from stodpunkt.invoice_bases b where b.org_id = of_org and b.sending_id = sending and b.state = 'draft'
    order by b.id for no key update
  loop
    if waiting.outdated_at is null and waiting.check_at is null and exists (select from stodpunkt.addressees_of(of_org, array[waiting.customer_id])) then
      update stodpunkt.invoice_bases set state = 'sent', sent_at = now(), sent_by = waiting.sending_by
      where org_id = of_org and id = waiting.id;
      insert into stodpunkt.audit_log (id, org_id, user_id, action, subject, subject_id, detail)
      values (gen_random_uuid(), of_org, waiting.sending_by, 'sent', 'basis', waiting.id, '{}');
      return next waiting.id;
    else
      update stodpunkt.invoice_bases set sending_id = null, sending_at = null, sending_by = null
      where org_id = of_org and id = waiting.id;
    end if;
  end loop;
end $$;
revoke all on function send_waiting_invoice_bases(uuid, uuid) from public;
grant execute on function send_waiting_invoice_bases(uuid, uuid) to stodpunkt_jobs;

-- The number that the next billed basis gets, unless somebody else bills first.
create function next_invoice_basis_number() returns table (year integer, number integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select this_year, coalesce((select n.last from stodpunkt.invoice_basis_numbers n
    where n.org_id = actor.org_id() and n.year = this_year), 0) + 1
  from (select extract(year from now() at time zone stodpunkt.business_time_zone())::integer as this_year) today
  where actor.is_staff()
$$;
revoke all on function next_invoice_basis_number() from public;
grant execute on function next_invoice_basis_number() to stodpunkt_app;
