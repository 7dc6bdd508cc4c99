-- Mail. The jobs' role reads what a letter says and to whom it goes, and nothing else: never an internal comment (rule 20).
create policy jobs_read on organizations for select to stodpunkt_jobs using (true);
grant select (id, name) on organizations to stodpunkt_jobs;
create policy jobs_read on profiles for select to stodpunkt_jobs using (true);
grant select (id, org_id, full_name) on profiles to stodpunkt_jobs;
create policy jobs_read on user_roles for select to stodpunkt_jobs using (true);
grant select (user_id, org_id, role) on user_roles to stodpunkt_jobs;
create policy jobs_read on customers for select to stodpunkt_jobs using (true);
grant select (org_id, id, name, email, archived_at) on customers to stodpunkt_jobs;
create policy jobs_read on customer_users for select to stodpunkt_jobs using (true);
grant select (org_id, user_id, customer_id, full_name) on customer_users to stodpunkt_jobs;
create policy jobs_read on tickets for select to stodpunkt_jobs using (true);
grant select (org_id, id, ticket_number, customer_id, title, description, status, priority, assigned_to, created_by)
  on tickets to stodpunkt_jobs;
create policy jobs_read on ticket_comments for select to stodpunkt_jobs using (not is_internal);
grant select on ticket_comments to stodpunkt_jobs;
create policy jobs_read on ticket_changes for select to stodpunkt_jobs using (field = 'status');
grant select on ticket_changes to stodpunkt_jobs;
create policy jobs_read on auth.users for select to stodpunkt_jobs using (true);
grant select (id, email, disabled_at) on auth.users to stodpunkt_jobs;
grant usage on schema auth to stodpunkt_jobs;

-- Mail that could not be sent because no mail server is set, for administrators to read. The token of a link is never
-- stored: `body` has a gap where it belongs, and a new link is made when somebody asks for it (rule 35).
create table kept_mail (
  org_id uuid not null references organizations,
  id uuid not null,
  to_address text not null,
  subject text not null,
  body text not null,
  link_for uuid references auth.users on delete cascade,
  link_purpose text constraint kept_mail_purpose check (link_purpose in ('recovery', 'invitation')),
  check ((link_for is null) = (link_purpose is null)),
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index kept_mail_newest on kept_mail (org_id, created_at desc, id desc);

call protect('kept_mail');
create policy admin_read on kept_mail for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
grant select on kept_mail to stodpunkt_app;
create policy jobs_keep on kept_mail for insert to stodpunkt_jobs with check (true);
create policy jobs_forget on kept_mail for delete to stodpunkt_jobs using (created_at < now() - interval '90 days');
create policy jobs_read on kept_mail for select to stodpunkt_jobs using (created_at < now() - interval '90 days');
grant insert, delete, select (created_at) on kept_mail to stodpunkt_jobs;
