-- The invoice basis of a customer's month (docs/decisions/067): a snapshot of its rows with their price. It is a draft, sent to the
-- customer, approved and billed; 'replaced' by a newer one or, after billing, 'withdrawn'. At most one per month is live.
create table invoice_bases (
  org_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  customer_name text not null,
  month date not null
    constraint invoice_bases_month_begins check (extract(day from month) = 1 and month >= first_work_date()),
  state text not null default 'draft'
    constraint invoice_bases_state_values check (state in ('draft', 'sent', 'approved', 'billed', 'replaced', 'withdrawn')),
  needs_approval boolean not null,
  is_private boolean not null,
  is_reverse_charge boolean not null,
  -- A basis may have charges alone, and no time.
  row_count integer not null constraint invoice_bases_have_rows check (row_count >= 0),
  minutes integer not null,
  -- Whole öre without VAT, except the total. `vat` is [{percent, netOre, vatOre}].
  labour_ore bigint not null,
  travel_ore bigint not null,
  material_ore bigint not null,
  prepaid_hours_ore bigint not null,
  rut_ore bigint not null,
  net_ore bigint not null,
  vat jsonb not null,
  vat_ore bigint not null,
  total_ore bigint not null constraint invoice_bases_total check (total_ore = net_ore + vat_ore),
  -- Since when it differs from what the month would be (docs/decisions/120).
  outdated_at timestamptz,
  -- Whether rows of its month may be on no basis, since it was billed: the list of a month looks for late rows here only.
  may_have_late_rows boolean not null default false,
  sent_at timestamptz,
  sent_by uuid references auth.users,
  reminded_at timestamptz,
  approved_at timestamptz,
  approved_by uuid references auth.users,
  approved_name text,
  -- How the customer approved, when staff recorded the approval.
  approval_note text constraint invoice_bases_approval_note_length check (length(approval_note) <= 500),
  billed_at timestamptz,
  billed_by uuid references auth.users,
  -- Assigned once, when billed, and retained when withdrawn.
  number_year integer,
  number integer,
  ended_at timestamptz,
  ended_by uuid references auth.users,
  reason text constraint invoice_bases_reason_length check (length(reason) <= 500),
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint invoice_bases_numbers unique (org_id, number_year, number),
  constraint invoice_bases_number_when_billed
    check ((number is not null) = (state in ('billed', 'withdrawn')) and (number is null) = (number_year is null)),
  constraint invoice_bases_withdrawn_for_a_reason check ((state = 'withdrawn') = (reason is not null)),
  constraint invoice_bases_customer foreign key (org_id, customer_id) references customers
);
create unique index invoice_bases_one_live on invoice_bases (org_id, customer_id, month) where state in ('draft', 'sent', 'approved', 'billed');
create index invoice_bases_of_month on invoice_bases (org_id, month, customer_id);
create index invoice_bases_with_late_rows on invoice_bases (org_id, customer_id) where may_have_late_rows;
create index invoice_bases_unbilled on invoice_bases (org_id) where state in ('draft', 'sent', 'approved');

call protect('invoice_bases');
create policy staff_read on invoice_bases for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on invoice_bases for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id() and state = 'draft');
create policy staff_change on invoice_bases for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
-- Only what the customer has never seen.
create policy staff_remove on invoice_bases for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and state in ('draft', 'replaced') and sent_at is null);
create policy customer_read on invoice_bases for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and state in ('sent', 'approved', 'billed')
    and (select actor.may_approve()));
-- The bases that a customer's login may see, for the policies of their parts. It runs as its caller, so that customer_read decides;
-- the conditions are repeated for the index.
create function actor.shown_bases() returns setof uuid language sql stable as $$
  select b.id from stodpunkt.invoice_bases b
  where b.org_id = actor.org_id() and b.customer_id = actor.customer_id() and b.state in ('sent', 'approved', 'billed')
$$;
create policy jobs_read on invoice_bases for select to stodpunkt_jobs using (true);
create policy jobs_remind on invoice_bases for update to stodpunkt_jobs using (state = 'sent') with check (state = 'sent');
grant select, delete on invoice_bases to stodpunkt_app;
grant insert (org_id, id, customer_id, customer_name, month, needs_approval, is_private, is_reverse_charge, row_count,
  minutes, labour_ore, travel_ore, material_ore, prepaid_hours_ore, rut_ore, net_ore, vat, vat_ore, total_ore, created_by)
  on invoice_bases to stodpunkt_app;
grant update (state, sent_at, sent_by, approved_at, approved_by, approved_name, approval_note, billed_at, billed_by,
  ended_at, ended_by, reason) on invoice_bases to stodpunkt_app;
grant select (org_id, id, customer_id, customer_name, month, state, is_private, net_ore, total_ore, outdated_at, may_have_late_rows, sent_at,
  sent_by, reminded_at, number_year, number) on invoice_bases to stodpunkt_jobs;
grant update (reminded_at) on invoice_bases to stodpunkt_jobs;

create table invoice_basis_lines (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null constraint invoice_basis_lines_position_positive check (position > 0),
  kind text not null constraint invoice_basis_lines_kind_values
    check (kind in ('fee', 'charge', 'adjustment', 'remote', 'onsite', 'after_hours', 'start', 'included', 'drawn', 'travel',
      'material', 'bought', 'free', 'discount', 'carried')),
  article text,
  prepaid_hours_id uuid,
  quantity bigint not null,
  per integer not null constraint invoice_basis_lines_per_positive check (per > 0),
  unit text not null,
  unit_ore bigint not null,
  net_ore bigint not null,
  vat_percent integer not null,
  is_rut boolean not null,
  primary key (org_id, basis_id, position),
  constraint invoice_basis_lines_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade
);

call protect('invoice_basis_lines');
create policy staff_read on invoice_basis_lines for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on invoice_basis_lines for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on invoice_basis_lines for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select * from actor.shown_bases()));
grant select, insert on invoice_basis_lines to stodpunkt_app;

-- The rows as the customer may read them, without internal notes. source_id has no foreign key, as in report_rows.
create table invoice_basis_rows (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null constraint invoice_basis_rows_position_positive check (position > 0),
  source text not null constraint invoice_basis_rows_source_values check (source in ('time', 'expense', 'pot')),
  source_id uuid not null,
  version integer not null,
  work_date date not null,
  time_from time(0),
  time_to time(0),
  from_is_first boolean not null default false,
  to_is_first boolean not null default false,
  kind text not null,
  technician text,
  description text,
  ticket_number integer,
  minutes integer not null,
  charged_minutes integer not null,
  after_hours_minutes integer not null,
  lines integer[] not null,
  is_billed boolean not null default false,
  primary key (org_id, basis_id, position),
  constraint invoice_basis_rows_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade
);
create unique index invoice_basis_rows_billed_once on invoice_basis_rows (org_id, source, source_id) where is_billed;

call protect('invoice_basis_rows');
create policy staff_read on invoice_basis_rows for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on invoice_basis_rows for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on invoice_basis_rows for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select * from actor.shown_bases()));
grant select on invoice_basis_rows to stodpunkt_app;
grant insert (org_id, basis_id, position, source, source_id, version, work_date, time_from, time_to, from_is_first,
  to_is_first, kind, technician, description, ticket_number, minutes, charged_minutes, after_hours_minutes, lines)
  on invoice_basis_rows to stodpunkt_app;

create table invoice_basis_questions (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null,
  question text not null constraint invoice_basis_questions_question_length check (length(question) between 1 and 2000),
  asked_by uuid not null references auth.users,
  asked_name text not null,
  asked_at timestamptz not null default now(),
  answer text constraint invoice_basis_questions_answer_length check (length(answer) between 1 and 2000),
  answered_by uuid references auth.users,
  answered_at timestamptz,
  primary key (org_id, basis_id, position),
  constraint invoice_basis_questions_answered check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  constraint invoice_basis_questions_row foreign key (org_id, basis_id, position) references invoice_basis_rows on delete cascade
);

create trigger invoice_basis_questions_not_blank before insert or update of question on invoice_basis_questions
  for each row when (is_blank(new.question)) execute function refuse_blank();
create trigger invoice_basis_answers_not_blank before insert or update of answer on invoice_basis_questions
  for each row when (is_blank(new.answer)) execute function refuse_blank();

call protect('invoice_basis_questions');
create policy staff_read on invoice_basis_questions for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
-- Questions move to the basis that replaces theirs.
create policy staff_create on invoice_basis_questions for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_answer on invoice_basis_questions for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and answered_by = actor.user_id());
create policy customer_read on invoice_basis_questions for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select * from actor.shown_bases()));
create policy customer_ask on invoice_basis_questions for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and asked_by = actor.user_id() and answer is null
    and basis_id in (select id from invoice_bases
      where org_id = actor.org_id() and customer_id = actor.customer_id() and state = 'sent' and outdated_at is null));
grant select, insert, update (answer, answered_by, answered_at) on invoice_basis_questions to stodpunkt_app;

-- A question belongs to the basis that the customer was shown. Locks the basis: if it is being replaced, the question is either
-- copied with the others or refused; of an approval and a question at once the later one is refused.
create function guard_invoice_basis_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.invoice_bases where org_id = new.org_id and id = new.basis_id and state = 'sent' and outdated_at is null
  for no key update;
  if not found then
    raise exception 'the basis is not sent, or outdated'
      using errcode = 'insufficient_privilege', constraint = 'invoice_basis_questions_current';
  end if;
  return new;
end $$;
revoke all on function guard_invoice_basis_question() from public;
create trigger guard before insert on invoice_basis_questions for each row
  when (actor.is_customer()) execute function guard_invoice_basis_question();

-- The last number assigned in a year; only guard_invoice_basis() writes it, and never a lower one.
create table invoice_basis_numbers (
  org_id uuid not null references organizations,
  year integer not null,
  last integer not null constraint invoice_basis_numbers_positive check (last >= 1),
  primary key (org_id, year)
);

call protect('invoice_basis_numbers');

-- An approval may be withdrawn until the basis is billed (docs/decisions/067): by the customer's approvers, and by an administrator
-- if staff recorded it. Ended approvals are stored, also those that a check ended because a row changed.
create table ended_approvals (
  org_id uuid not null,
  basis_id uuid not null,
  approved_at timestamptz not null,
  approved_name text not null,
  -- How the customer had approved, when staff recorded the approval.
  approval_note text,
  ended_at timestamptz not null default now(),
  -- Who withdrew it; null when a row changed.
  ended_by uuid references auth.users,
  ended_name text,
  primary key (org_id, basis_id, ended_at),
  constraint ended_approvals_by check ((ended_by is null) = (ended_name is null)),
  constraint ended_approvals_invoice_basis foreign key (org_id, basis_id) references invoice_bases on delete cascade
);

-- Written only by the trigger.
call protect('ended_approvals');
create policy staff_read on ended_approvals for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy customer_read on ended_approvals for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select * from actor.shown_bases()));
grant select on ended_approvals to stodpunkt_app;
-- A customer who withdrew an approval has answered, and gets no reminder.
create policy jobs_read on ended_approvals for select to stodpunkt_jobs using (true);
grant select (org_id, basis_id, ended_by) on ended_approvals to stodpunkt_jobs;

-- Rules for every role: the order of states, who may take back a basis or its approval, and the conditions for billing.
create function guard_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  this_year constant integer := extract(year from now() at time zone stodpunkt.business_time_zone());
  ends_approval constant boolean := old.state = 'approved' and new.state = 'sent';
  is_settled_now constant boolean := old.check_at is not null and new.check_at is null;
begin
  if new.state = old.state then return new; end if;
  -- An approval may be noted of a draft that nobody could be sent.
  if (old.state, new.state) not in (('draft', 'sent'), ('draft', 'approved'), ('draft', 'billed'), ('draft', 'replaced'),
      ('sent', 'approved'), ('sent', 'billed'), ('sent', 'replaced'), ('approved', 'sent'), ('approved', 'billed'),
      ('approved', 'replaced'), ('billed', 'withdrawn')) then
    raise exception 'a basis does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'invoice_bases_state_order';
  end if;
  if new.state in ('sent', 'approved', 'billed') and not ends_approval then
    if new.check_at is not null then
      raise exception 'the basis is unchecked' using errcode = 'check_violation', constraint = 'invoice_bases_checked';
    end if;
    if old.outdated_at is not null then
      raise exception 'the basis is outdated' using errcode = 'check_violation', constraint = 'invoice_bases_current';
    end if;
  end if;
  if ends_approval then
    if not (is_settled_now or actor.may_approve() and actor.customer_id() = old.customer_id
        or actor.is_admin() and old.approval_note is not null) then
      raise exception 'only the customer may withdraw its approval' using errcode = 'insufficient_privilege';
    end if;
    -- Prices were kept for this approval alone.
    if old.kept_difference is not null and not is_settled_now then new.check_at := clock_timestamp(); end if;
    new.kept_difference := null;
    new.kept_reason := null;
    new.kept_by := null;
    new.kept_at := null;
    new.approved_at := null;
    new.approved_by := null;
    new.approved_name := null;
    new.approval_note := null;
    -- Nobody was sent it.
    if old.sent_at is null then new.state := 'draft'; end if;
  end if;
  if new.state = 'withdrawn' then
    if not actor.is_admin() then
      raise exception 'only an administrator takes a basis back' using errcode = 'insufficient_privilege';
    end if;
    update stodpunkt.invoice_basis_rows set is_billed = false where org_id = old.org_id and basis_id = old.id;
  end if;
  if new.state = 'billed' then
    if old.needs_approval and old.state <> 'approved' then
      raise exception 'the customer has not approved' using errcode = 'check_violation', constraint = 'invoice_bases_approved';
    end if;
    perform from stodpunkt.time_entries e join stodpunkt.invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
    where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' order by e.id for no key update of e;
    if exists (select from stodpunkt.invoice_basis_rows r
        left join stodpunkt.time_entries e on e.org_id = r.org_id and e.id = r.source_id
        where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'time' and e.reported is not true) then
      raise exception 'a row is not reported' using errcode = 'check_violation', constraint = 'invoice_bases_rows_reported';
    end if;
    insert into stodpunkt.invoice_basis_numbers as numbers (org_id, year, last) values (old.org_id, this_year, 1)
    on conflict (org_id, year) do update set last = numbers.last + 1 returning last into new.number;
    new.number_year := this_year;
    update stodpunkt.invoice_basis_rows set is_billed = true where org_id = old.org_id and basis_id = old.id;
  end if;
  return new;
end $$;
revoke all on function guard_invoice_basis() from public;
create trigger guard before update on invoice_bases for each row execute function guard_invoice_basis();

-- Locks the travel and material of a basis that is being billed, so that they do not change meanwhile.
create function lock_expenses_of_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.expenses e join stodpunkt.invoice_basis_rows r on r.org_id = e.org_id and r.source_id = e.id
  where r.org_id = old.org_id and r.basis_id = old.id and r.source = 'expense' order by e.id for no key update of e;
  return new;
end $$;
revoke all on function lock_expenses_of_invoice_basis() from public;
create trigger expenses_of_billed before update on invoice_bases for each row
  when (new.state = 'billed' and old.state <> 'billed') execute function lock_expenses_of_invoice_basis();

-- The customer approves the basis that it was shown. False when there is none to approve, or it is unchecked or outdated.
create function approve_invoice_basis(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.may_approve() then return false; end if;
  update stodpunkt.invoice_bases set state = 'approved', approved_at = now(), approved_by = actor.user_id(),
    approved_name = coalesce((select full_name from stodpunkt.customer_users where user_id = actor.user_id()),
      (select email from auth.users where id = actor.user_id()))
  where org_id = actor.org_id() and customer_id = actor.customer_id() and id = basis and state = 'sent' and outdated_at is null
    and check_at is null;
  return found;
end $$;
revoke all on function approve_invoice_basis(uuid) from public;
grant execute on function approve_invoice_basis(uuid) to stodpunkt_app;

-- The customer withdraws its approval. False when there is none, or the basis is billed.
create function withdraw_approval(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.may_approve() then return false; end if;
  update stodpunkt.invoice_bases set state = 'sent'
  where org_id = actor.org_id() and customer_id = actor.customer_id() and id = basis and state = 'approved';
  return found;
end $$;
revoke all on function withdraw_approval(uuid) from public;
grant execute on function withdraw_approval(uuid) to stodpunkt_app;

-- By nobody when a check ended it.
create function keep_ended_approval() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  by_whom constant uuid := case when not (old.check_at is not null and new.check_at is null) then actor.user_id() end;
begin
  insert into stodpunkt.ended_approvals (org_id, basis_id, approved_at, approved_name, approval_note, ended_by, ended_name)
  values (old.org_id, old.id, old.approved_at, old.approved_name, old.approval_note, by_whom,
    (select coalesce(l.full_name, p.full_name, u.email) from auth.users u
      left join stodpunkt.customer_users l on l.user_id = u.id left join stodpunkt.profiles p on p.id = u.id
      where u.id = by_whom));
  return null;
end $$;
revoke all on function keep_ended_approval() from public;
create trigger keep_ended_approval after update on invoice_bases for each row
  when (old.state = 'approved' and new.state in ('draft', 'sent')) execute function keep_ended_approval();

-- Marks the live unbilled bases of a customer, or of all, from the month of a date on: late rows go to later months. The caller has
-- locked the customer, so that a basis that is being made is seen. The time is that of the mark, so that a check that has seen an
-- earlier one leaves this.
create function mark_invoice_bases(of_org uuid, of_customer uuid, of_date date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.invoice_bases b set check_at = clock_timestamp() from (
    select id from stodpunkt.invoice_bases where org_id = of_org and (of_customer is null or customer_id = of_customer)
      and month >= date_trunc('month', of_date)::date and state in ('draft', 'sent', 'approved') order by id for no key update) marked
  where b.org_id = of_org and b.id = marked.id;
end $$;
revoke all on function mark_invoice_bases(uuid, uuid, date) from public;

-- Notes that rows of a month, or of all when null, may belong to a later basis than its billed one. After mark_invoice_bases(),
-- which waits for a basis that is being billed.
create function note_late_rows(of_org uuid, of_customer uuid, of_date date) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update stodpunkt.invoice_bases set may_have_late_rows = true
  where org_id = of_org and customer_id = of_customer and month = coalesce(date_trunc('month', of_date)::date, month)
    and state = 'billed' and not may_have_late_rows
$$;
revoke all on function note_late_rows(uuid, uuid, date) from public;

-- The foreign key locks the customers of new rows.
create function mark_invoice_bases_of_new_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.mark_invoice_bases(org_id, customer_id, first_date) from (
    select org_id, customer_id, min(work_date) as first_date from new_entries group by org_id, customer_id order by customer_id) firsts;
  perform stodpunkt.note_late_rows(org_id, customer_id, month) from (
    select distinct org_id, customer_id, date_trunc('month', work_date)::date as month from new_entries
    order by customer_id, month) months;
  return null;
end $$;
revoke all on function mark_invoice_bases_of_new_time() from public;
create trigger mark_invoice_bases after insert on time_entries referencing new table as new_entries
  for each statement execute function mark_invoice_bases_of_new_time();
create trigger mark_invoice_bases after insert on expenses referencing new table as new_entries
  for each statement execute function mark_invoice_bases_of_new_time();

create function mark_invoice_bases_of_changed_time() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.customers where org_id = new.org_id and id in (new.customer_id, old.customer_id)
  order by id for key share;
  perform stodpunkt.mark_invoice_bases(new.org_id, customer, first_date) from (
    select customer, min(of_date) as first_date
    from (values (old.customer_id, old.work_date), (new.customer_id, new.work_date)) as moved (customer, of_date)
    group by customer order by customer) firsts;
  perform stodpunkt.note_late_rows(new.org_id, new.customer_id, new.work_date);
  return null;
end $$;
revoke all on function mark_invoice_bases_of_changed_time() from public;
-- Setting clock times may change the price: time without them is never after-hours work (docs/decisions/088).
create trigger mark_invoice_bases_changed after update on time_entries for each row
  when ((new.user_id, new.customer_id, new.ticket_id, new.kind, new.is_rut, new.work_date, new.time_from, new.time_to,
      new.from_is_first, new.to_is_first, new.is_placed, new.description, new.unbilled_reason, new.deleted_at)
    is distinct from
    (old.user_id, old.customer_id, old.ticket_id, old.kind, old.is_rut, old.work_date, old.time_from, old.time_to,
      old.from_is_first, old.to_is_first, old.is_placed, old.description, old.unbilled_reason, old.deleted_at))
  execute function mark_invoice_bases_of_changed_time();

-- A row on a billed basis is locked. The trigger has the kind of row as argument, and the error has the basis's number as detail.
create function guard_billed_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare billed stodpunkt.invoice_bases;
begin
  select b.* into billed from stodpunkt.invoice_basis_rows r join stodpunkt.invoice_bases b on b.org_id = r.org_id and b.id = r.basis_id
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
create trigger guard_billed before update on expenses for each row execute function guard_billed_row('expense');

-- Live events; those of a draft go to staff only. Jobs check a basis that was marked, and send mail about one that is outdated; of
-- prices that changed after the approval staff alone are told, who decide first.
create function notify_invoice_basis() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare basis stodpunkt.invoice_bases := case when tg_op = 'DELETE' then old else new end;
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', basis.org_id, 'customer', basis.customer_id,
    'internal', tg_op <> 'UPDATE' and basis.state = 'draft', 'contacts', '[]'::jsonb));
  if tg_op = 'UPDATE' and old.check_at is null and new.check_at is not null then
    perform jobs.enqueue('basis-check', json_build_object('orgId', new.org_id, 'basisId', new.id), 25);
  end if;
  if tg_op = 'UPDATE' and new.state = 'sent' and new.sent_at is not null and new.outdated_at is not null
    and (old.outdated_at is null or old.state = 'approved') then
    perform jobs.enqueue('basis-tell', json_build_object('orgId', new.org_id, 'basisId', new.id, 'what', 'outdated'), 25);
  end if;
  if tg_op = 'UPDATE' and new.state = 'approved' and new.outdated_at is not null and old.outdated_at is null then
    perform jobs.enqueue('basis-tell', json_build_object('orgId', new.org_id, 'basisId', new.id, 'what', 'approved-outdated'), 25);
  end if;
  return null;
end $$;
revoke all on function notify_invoice_basis() from public;
create trigger notify after insert or update or delete on invoice_bases for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_invoice_basis();

create function notify_invoice_basis_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', b.org_id, 'customer', b.customer_id,
    'internal', b.state = 'draft', 'contacts', '[]'::jsonb))
  from stodpunkt.invoice_bases b where b.org_id = new.org_id and b.id = new.basis_id;
  return null;
end $$;
revoke all on function notify_invoice_basis_question() from public;
create trigger notify after insert or update on invoice_basis_questions for each row
  when (current_setting('app.quiet', true) is distinct from 'on') execute function notify_invoice_basis_question();

-- The same event of a row that decides what a customer is shown, to staff and the customer's logins with 'Hela företaget'.
create function notify_billing() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare changed constant jsonb := to_jsonb(coalesce(new, old));
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'basis', 'org', changed -> 'org_id', 'customer', changed -> 'customer_id',
    'internal', false, 'contacts', '[]'::jsonb));
  return null;
end $$;
-- The right to approve shows and hides the bases, also on an open screen.
create trigger notify_approver after update of may_approve on customer_users for each row
  when (new.may_approve <> old.may_approve) execute function notify_billing();
