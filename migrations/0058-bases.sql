-- What is billed of a customer's month (docs/decisions/067): a snapshot of its rows with their price. It is a draft, sent to the
-- customer, approved and billed; 'replaced' by a newer one or, after billing, 'withdrawn'. At most one of a month is live.
create table bases (
  org_id uuid not null references organizations,
  id uuid not null,
  customer_id uuid not null,
  customer_name text not null,
  month date not null
    constraint bases_month_begins check (extract(day from month) = 1 and month >= first_work_date()),
  state text not null default 'draft'
    constraint bases_state_values check (state in ('draft', 'sent', 'approved', 'billed', 'replaced', 'withdrawn')),
  needs_approval boolean not null,
  is_private boolean not null,
  is_reverse_charge boolean not null,
  row_count integer not null constraint bases_have_rows check (row_count >= 1),
  minutes integer not null,
  -- Whole öre without VAT; the total is with it. `vat` is [{percent, netOre, vatOre}].
  labour_ore bigint not null,
  travel_ore bigint not null,
  material_ore bigint not null,
  pots_ore bigint not null,
  rut_ore bigint not null,
  net_ore bigint not null,
  vat jsonb not null,
  vat_ore bigint not null,
  total_ore bigint not null constraint bases_total check (total_ore = net_ore + vat_ore),
  -- A row of the month was changed, added or taken away since.
  outdated_at timestamptz,
  sent_at timestamptz,
  sent_by uuid references auth.users,
  reminded_at timestamptz,
  approved_at timestamptz,
  approved_by uuid references auth.users,
  approved_name text,
  -- How the customer approved, when staff says that it did.
  approval_note text constraint bases_approval_note_length check (length(approval_note) <= 500),
  billed_at timestamptz,
  billed_by uuid references auth.users,
  -- Given once, when billed; kept when withdrawn.
  number_year integer,
  number integer,
  ended_at timestamptz,
  ended_by uuid references auth.users,
  reason text constraint bases_reason_length check (length(reason) <= 500),
  created_by uuid references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  constraint bases_numbers unique (org_id, number_year, number),
  constraint bases_number_when_billed
    check ((number is not null) = (state in ('billed', 'withdrawn')) and (number is null) = (number_year is null)),
  constraint bases_withdrawn_for_a_reason check ((state = 'withdrawn') = (reason is not null)),
  constraint bases_customer foreign key (org_id, customer_id) references customers
);
create unique index bases_one_live on bases (org_id, customer_id, month) where state in ('draft', 'sent', 'approved', 'billed');
create index bases_of_month on bases (org_id, month, customer_id);
create index bases_waiting on bases (org_id, sent_at) where state in ('sent', 'approved');

create table basis_lines (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null constraint basis_lines_position_positive check (position > 0),
  kind text not null constraint basis_lines_kind_values
    check (kind in ('remote', 'onsite', 'duty', 'start', 'included', 'drawn', 'travel', 'material', 'bought')),
  article text,
  pot_id uuid,
  quantity bigint not null,
  per integer not null constraint basis_lines_per_positive check (per > 0),
  unit text not null,
  unit_ore bigint not null,
  net_ore bigint not null,
  vat_percent integer not null,
  is_rut boolean not null,
  primary key (org_id, basis_id, position),
  constraint basis_lines_basis foreign key (org_id, basis_id) references bases on delete cascade
);

-- What the customer reads of the rows: no internal note is ever here. source_id has no foreign key, as in report_rows.
create table basis_rows (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null constraint basis_rows_position_positive check (position > 0),
  source text not null constraint basis_rows_source_values check (source in ('time', 'expense', 'pot')),
  source_id uuid not null,
  version integer not null,
  work_date date not null,
  time_from time(0),
  time_to time(0),
  kind text not null,
  technician text,
  description text,
  ticket_number integer,
  minutes integer not null,
  charged_minutes integer not null,
  duty_minutes integer not null,
  lines integer[] not null,
  is_billed boolean not null default false,
  primary key (org_id, basis_id, position),
  constraint basis_rows_basis foreign key (org_id, basis_id) references bases on delete cascade
);
create unique index basis_rows_billed_once on basis_rows (org_id, source, source_id) where is_billed;

create table basis_questions (
  org_id uuid not null,
  basis_id uuid not null,
  position integer not null,
  question text not null constraint basis_questions_question_length check (length(question) between 1 and 2000),
  asked_by uuid not null references auth.users,
  asked_name text not null,
  asked_at timestamptz not null default now(),
  answer text constraint basis_questions_answer_length check (length(answer) between 1 and 2000),
  answered_by uuid references auth.users,
  answered_at timestamptz,
  primary key (org_id, basis_id, position),
  constraint basis_questions_answered check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  constraint basis_questions_row foreign key (org_id, basis_id, position) references basis_rows on delete cascade
);
create trigger basis_questions_not_blank before insert or update of question on basis_questions
  for each row when (is_blank(new.question)) execute function refuse_blank();
create trigger basis_answers_not_blank before insert or update of answer on basis_questions
  for each row when (is_blank(new.answer)) execute function refuse_blank();

-- The last number given in a year; only guard_basis() writes it, and never a lower one.
create table basis_numbers (
  org_id uuid not null references organizations,
  year integer not null,
  last integer not null constraint basis_numbers_positive check (last >= 1),
  primary key (org_id, year)
);
call protect('basis_numbers');

-- Whether the login approves time for its customer, and sees what the whole company has.
create function actor.may_approve() returns boolean language sql stable as $$
  select actor.is_customer() and actor.sees_company() and exists (
    select from stodpunkt.customer_users l
    where l.org_id = actor.org_id() and l.customer_id = actor.customer_id() and l.user_id = actor.user_id()
      and l.may_approve and l.sees_company)
$$;

call protect('bases');
create policy staff_read on bases for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on bases for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id() and state = 'draft');
create policy staff_change on bases for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff()) with check (org_id = actor.org_id() and actor.is_staff());
-- Only what the customer has never seen.
create policy staff_remove on bases for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and state in ('draft', 'replaced') and sent_at is null);
create policy customer_read on bases for select to stodpunkt_app
  using (org_id = actor.org_id() and customer_id = actor.customer_id() and state in ('sent', 'approved', 'billed')
    and (select actor.may_approve()));
create policy jobs_read on bases for select to stodpunkt_jobs using (true);
create policy jobs_remind on bases for update to stodpunkt_jobs using (state = 'sent') with check (state = 'sent');
grant select, delete on bases to stodpunkt_app;
grant insert (org_id, id, customer_id, customer_name, month, needs_approval, is_private, is_reverse_charge, row_count, minutes,
  labour_ore, travel_ore, material_ore, pots_ore, rut_ore, net_ore, vat, vat_ore, total_ore, created_by) on bases to stodpunkt_app;
grant update (state, sent_at, sent_by, approved_at, approved_by, approved_name, approval_note, billed_at, billed_by, ended_at,
  ended_by, reason) on bases to stodpunkt_app;
grant select (org_id, id, customer_id, customer_name, month, state, outdated_at, sent_at, sent_by, reminded_at, net_ore, total_ore,
  is_private, number_year, number), update (reminded_at) on bases to stodpunkt_jobs;
grant select (may_approve) on customer_users to stodpunkt_jobs;
-- Which days are working days, for reminders.
grant select (day_hours, closed_days, eves, half_days, half_day_closes) on company_facts to stodpunkt_jobs;

call protect('basis_lines');
create policy staff_read on basis_lines for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on basis_lines for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on basis_lines for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select id from bases));
grant select, insert on basis_lines to stodpunkt_app;

call protect('basis_rows');
create policy staff_read on basis_rows for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on basis_rows for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_staff());
create policy customer_read on basis_rows for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select id from bases));
grant select on basis_rows to stodpunkt_app;
grant insert (org_id, basis_id, position, source, source_id, version, work_date, time_from, time_to, kind, technician, description,
  ticket_number, minutes, charged_minutes, duty_minutes, lines) on basis_rows to stodpunkt_app;

call protect('basis_questions');
create policy staff_read on basis_questions for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()));
-- Questions move to the basis that replaces theirs.
create policy staff_create on basis_questions for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
create policy staff_answer on basis_questions for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and answered_by = actor.user_id());
create policy customer_read on basis_questions for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and basis_id in (select id from bases));
create policy customer_ask on basis_questions for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_customer() and asked_by = actor.user_id() and answer is null
    and basis_id in (select id from bases where state = 'sent' and outdated_at is null));
grant select, insert on basis_questions to stodpunkt_app;
grant update (answer, answered_by, answered_at) on basis_questions to stodpunkt_app;
