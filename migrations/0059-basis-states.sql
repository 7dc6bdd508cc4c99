-- What holds for bases whoever writes (docs/decisions/067): the order of states, billing and its number, approval by the
-- customer, and time that changes after a basis was made.

-- The states in their order, who may take a basis back, and what must hold when it is billed.
create function guard_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  this_year constant integer := extract(year from now() at time zone stodpunkt.business_time_zone());
  is_outdated_now constant boolean := old.outdated_at is null and new.outdated_at is not null;
begin
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (('draft', 'sent'), ('draft', 'billed'), ('draft', 'replaced'), ('sent', 'approved'),
      ('sent', 'billed'), ('sent', 'replaced'), ('approved', 'billed'), ('approved', 'replaced'), ('billed', 'withdrawn'))
    and not (old.state = 'approved' and new.state = 'sent' and is_outdated_now) then
    raise exception 'a basis does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'bases_state_order';
  end if;
  if old.outdated_at is not null and new.state in ('sent', 'approved', 'billed') then
    raise exception 'the basis is outdated' using errcode = 'check_violation', constraint = 'bases_current';
  end if;
  if new.state = 'withdrawn' then
    if not actor.is_admin() then
      raise exception 'only an administrator takes a basis back' using errcode = 'insufficient_privilege';
    end if;
    update stodpunkt.basis_rows set is_billed = false where org_id = old.org_id and basis_id = old.id;
  end if;
  if new.state = 'billed' then
    if old.needs_approval and old.state <> 'approved' then
      raise exception 'the customer has not approved' using errcode = 'check_violation', constraint = 'bases_approved';
    end if;
    perform from stodpunkt.time_entries e join stodpunkt.basis_rows r on r.org_id = e.org_id and r.source_id = e.id
    where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' order by e.id for no key update of e;
    if exists (select from stodpunkt.basis_rows r
        left join stodpunkt.time_entries e on e.org_id = r.org_id and e.id = r.source_id
        where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' and e.reported is not true) then
      raise exception 'a row is not reported' using errcode = 'check_violation', constraint = 'bases_rows_reported';
    end if;
    insert into stodpunkt.basis_numbers as numbers (org_id, year, last) values (old.org_id, this_year, 1)
    on conflict (org_id, year) do update set last = numbers.last + 1 returning last into new.number;
    new.number_year := this_year;
    update stodpunkt.basis_rows set is_billed = true where org_id = old.org_id and basis_id = old.id;
  end if;
  return new;
end $$;
revoke all on function guard_basis() from public;
create trigger guard before update on bases for each row execute function guard_basis();

-- The customer's approval of what it was shown. False when it is not there to approve, or no longer current.
create function approve_basis(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.may_approve() then return false; end if;
  update stodpunkt.bases set state = 'approved', approved_at = now(), approved_by = actor.user_id(),
    approved_name = coalesce((select full_name from stodpunkt.customer_users where user_id = actor.user_id()),
      (select email from auth.users where id = actor.user_id()))
  where org_id = actor.org_id() and customer_id = actor.customer_id() and id = basis and state = 'sent' and outdated_at is null;
  return found;
end $$;
revoke all on function approve_basis(uuid) from public;
grant execute on function approve_basis(uuid) to stodpunkt_app;

-- A row of the month was changed, added, removed or re-activated: its live basis is outdated, and its approval withdrawn. The
-- customer is locked, so that a basis that is being made is seen (src/bases/server/create-basis.queries.ts).
create function outdate_bases(of_org uuid, of_customer uuid, of_date date) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.bases set outdated_at = now(), state = case state when 'approved' then 'sent' else state end,
    approved_at = case when state = 'billed' then approved_at end, approved_by = case when state = 'billed' then approved_by end,
    approved_name = case when state = 'billed' then approved_name end,
    approval_note = case when state = 'billed' then approval_note end
  where org_id = of_org and customer_id = of_customer and month = date_trunc('month', of_date)::date and outdated_at is null
    and state in ('draft', 'sent', 'approved', 'billed')
$$;
revoke all on function outdate_bases(uuid, uuid, date) from public;

-- The foreign key has locked the customers of new rows.
create function outdate_bases_of_new_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.outdate_bases(org_id, customer_id, month) from (
    select distinct org_id, customer_id, date_trunc('month', work_date)::date as month from new_entries) months;
  return null;
end $$;
revoke all on function outdate_bases_of_new_time() from public;
create trigger outdate_bases after insert on time_entries referencing new table as new_entries
  for each statement execute function outdate_bases_of_new_time();

create function outdate_bases_of_changed_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id in (new.customer_id, old.customer_id)
  order by id for key share;
  perform stodpunkt.outdate_bases(new.org_id, old.customer_id, old.work_date);
  perform stodpunkt.outdate_bases(new.org_id, new.customer_id, new.work_date);
  return null;
end $$;
revoke all on function outdate_bases_of_changed_time() from public;
create trigger outdate_bases_changed after update on time_entries for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.kind, new.work_date, new.time_from, new.time_to, new.description,
      new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.work_date, old.time_from, old.time_to, old.description,
      old.deleted_at)
    or (old.reported and not new.reported))
  execute function outdate_bases_of_changed_time();

-- A row on a billed basis is locked; the trigger names its kind of row, and when. The number of the basis is in the error's
-- detail.
create function guard_billed_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare billed stodpunkt.bases;
begin
  select b.* into billed from stodpunkt.basis_rows r join stodpunkt.bases b on b.org_id = r.org_id and b.id = r.basis_id
  where r.org_id = old.org_id and r.source = tg_argv[0] and r.source_id = old.id and r.is_billed;
  if found then
    raise exception 'the row is on a billed basis' using errcode = 'check_violation', constraint = tg_table_name || '_billed',
      detail = format('%s-%s', billed.number_year, lpad(billed.number::text, greatest(3, length(billed.number::text)), '0'));
  end if;
  return new;
end $$;
revoke all on function guard_billed_row() from public;
create trigger guard_billed before update on time_entries for each row
  when (old.reported and not new.reported) execute function guard_billed_row('time');

-- Live events; a draft concerns staff alone. Mail about a basis that has become outdated is sent by a job.
create function tell_basis() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare basis stodpunkt.bases := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('live', jsonb_build_object('about', 'basis', 'org', basis.org_id, 'customer', basis.customer_id,
    'internal', tg_op <> 'UPDATE' and basis.state = 'draft', 'contacts', '[]'::jsonb)::text);
  if tg_op = 'UPDATE' and old.outdated_at is null and new.outdated_at is not null and new.sent_at is not null
    and new.state = 'sent' then
    perform jobs.enqueue('basis-tell', json_build_object('orgId', new.org_id, 'basisId', new.id, 'what', 'outdated'), 25);
  end if;
  return null;
end $$;
revoke all on function tell_basis() from public;
create trigger tell after insert or update or delete on bases for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_basis();

create function tell_basis_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'basis', 'org', b.org_id, 'customer', b.customer_id,
    'internal', b.state = 'draft', 'contacts', '[]'::jsonb)::text)
  from stodpunkt.bases b where b.org_id = new.org_id and b.id = new.basis_id;
  return null;
end $$;
revoke all on function tell_basis_question() from public;
create trigger tell after insert or update on basis_questions for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function tell_basis_question();
