-- How long a report that is not marked is kept.
create function report_retention() returns interval language sql immutable parallel safe
  as $$ select interval '7 days' $$;

-- A generated report is a snapshot: the ids and versions of the rows it showed, and what it printed of them. Marking takes
-- exactly these; a marked report is kept for good, others for report_retention(). Its rows never change.
create table reports (
  org_id uuid not null references organizations,
  id uuid not null,
  created_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  -- Both null: all customers.
  customer_id uuid,
  customer_name text,
  period_from date not null,
  period_to date not null,
  row_count integer not null constraint reports_row_count_positive check (row_count >= 0),
  minutes integer not null constraint reports_minutes_positive check (minutes >= 0),
  -- Rows of the period that were already reported.
  already_reported integer not null constraint reports_already_reported_positive check (already_reported >= 0),
  marked_at timestamptz,
  marked_by uuid references auth.users,
  marked_rows integer constraint reports_marked_rows_range check (marked_rows between 1 and row_count),
  primary key (org_id, id),
  constraint reports_period_order check (period_from <= period_to),
  constraint reports_customer_has_name check ((customer_id is null) = (customer_name is null)),
  constraint reports_marked_together check ((marked_at is null) = (marked_by is null) and (marked_at is null) = (marked_rows is null)),
  foreign key (org_id, customer_id) references customers
);
create index reports_newest on reports (org_id, created_at desc, id desc);
create index reports_of_customer on reports (org_id, customer_id) where customer_id is not null;
create index reports_unmarked on reports (created_at) where marked_at is null;

call protect('reports');
create policy staff_read on reports for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy staff_create on reports for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id() and marked_at is null);
create policy staff_mark on reports for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff())
  with check (org_id = actor.org_id() and actor.is_staff() and marked_by = actor.user_id());
grant select, insert on reports to stodpunkt_app;
grant update (marked_at, marked_by, marked_rows) on reports to stodpunkt_app;
create policy jobs_forget on reports for delete to stodpunkt_jobs
  using (marked_at is null and created_at < now() - report_retention());
create policy jobs_read on reports for select to stodpunkt_jobs
  using (marked_at is null and created_at < now() - report_retention());
grant delete, select (created_at, marked_at) on reports to stodpunkt_jobs;

-- time_entry_id deliberately has no foreign key: time entries are never deleted, and checking one would lock each entry of a
-- report while it is generated.
create table report_rows (
  org_id uuid not null,
  report_id uuid not null,
  position integer not null constraint report_rows_position_positive check (position > 0),
  time_entry_id uuid not null,
  version integer not null,
  work_date date not null,
  customer_id uuid not null,
  customer_name text not null,
  technician text not null,
  time_from time(0) not null,
  time_to time(0) not null,
  minutes integer not null,
  description text,
  primary key (org_id, report_id, position),
  foreign key (org_id, report_id) references reports on delete cascade
);

call protect('report_rows');
create policy staff_read on report_rows for select to stodpunkt_app using (org_id = actor.org_id() and (select actor.is_staff()));
create policy staff_create on report_rows for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff());
grant select, insert on report_rows to stodpunkt_app;
