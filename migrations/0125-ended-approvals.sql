-- An approval may be taken back until the basis is billed (docs/decisions/067): by the customer's approvers, and by an
-- administrator where staff noted it. An approval that ended, also because something changed, is kept.
create table ended_approvals (
  org_id uuid not null,
  basis_id uuid not null,
  approved_at timestamptz not null,
  approved_name text not null,
  -- How the customer had approved, when staff said that it had.
  approval_note text,
  ended_at timestamptz not null default now(),
  -- Who took it back; null when something changed.
  ended_by uuid references auth.users,
  ended_name text,
  primary key (org_id, basis_id, ended_at),
  constraint ended_approvals_by check ((ended_by is null) = (ended_name is null)),
  constraint ended_approvals_basis foreign key (org_id, basis_id) references bases on delete cascade
);

-- Written by the trigger alone.
call protect('ended_approvals');
create policy staff_read on ended_approvals for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on ended_approvals for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select id from bases));
grant select on ended_approvals to stodpunkt_app;
-- Who took an approval back has answered, and is not reminded.
create policy jobs_read on ended_approvals for select to stodpunkt_jobs using (true);
grant select (org_id, basis_id, ended_by) on ended_approvals to stodpunkt_jobs;

-- As in 0059, and: from approved back to sent when it is taken back by who may.
create or replace function guard_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  this_year constant integer := extract(year from now() at time zone stodpunkt.business_time_zone());
  ends_approval constant boolean := old.state = 'approved' and new.state = 'sent';
  is_outdated_now constant boolean := old.outdated_at is null and new.outdated_at is not null;
begin
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (('draft', 'sent'), ('draft', 'billed'), ('draft', 'replaced'), ('sent', 'approved'),
      ('sent', 'billed'), ('sent', 'replaced'), ('approved', 'sent'), ('approved', 'billed'), ('approved', 'replaced'),
      ('billed', 'withdrawn')) then
    raise exception 'a basis does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'bases_state_order';
  end if;
  if old.outdated_at is not null and new.state in ('sent', 'approved', 'billed') then
    raise exception 'the basis is outdated' using errcode = 'check_violation', constraint = 'bases_current';
  end if;
  if ends_approval then
    if not (is_outdated_now or actor.may_approve() and actor.customer_id() = old.customer_id
        or actor.is_admin() and old.approval_note is not null) then
      raise exception 'the approval is the customer''s' using errcode = 'insufficient_privilege';
    end if;
    new.approved_at := null;
    new.approved_by := null;
    new.approved_name := null;
    new.approval_note := null;
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

create function keep_ended_approval() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_whom constant uuid := case when new.outdated_at is null then actor.user_id() end;
begin
  insert into stodpunkt.ended_approvals (org_id, basis_id, approved_at, approved_name, approval_note, ended_by, ended_name)
  values (old.org_id, old.id, old.approved_at, old.approved_name, old.approval_note, by_whom,
    (select coalesce(l.full_name, p.full_name, u.email) from auth.users u
      left join stodpunkt.customer_users l on l.user_id = u.id left join stodpunkt.profiles p on p.id = u.id
      where u.id = by_whom));
  return null;
end $$;
revoke all on function keep_ended_approval() from public;
create trigger keep_ended_approval after update on bases for each row
  when (old.state = 'approved' and new.state = 'sent') execute function keep_ended_approval();

-- The customer takes its approval back. False when there is none, or it is billed.
create function withdraw_approval(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.may_approve() then return false; end if;
  update stodpunkt.bases set state = 'sent'
  where org_id = actor.org_id() and customer_id = actor.customer_id() and id = basis and state = 'approved';
  return found;
end $$;
revoke all on function withdraw_approval(uuid) from public;
grant execute on function withdraw_approval(uuid) to stodpunkt_app;
