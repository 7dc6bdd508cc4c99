-- Who did what to which row. The application adds rows and never changes one; administrators read those of their own
-- organization. `detail` never holds secrets.
create table audit_log (
  id uuid primary key,
  org_id uuid references organizations,
  user_id uuid references auth.users,
  at timestamptz not null default now(),
  action text not null,
  subject text not null,
  subject_id uuid,
  detail jsonb not null default '{}'
);
create index audit_log_of_org on audit_log (org_id, at desc, id desc);
create index audit_log_of_subject on audit_log (org_id, subject, subject_id, at desc);

call protect('audit_log');
create policy actor_write on audit_log for insert to stodpunkt_app
  with check (org_id = actor.org_id() and user_id = actor.user_id());
create policy admin_read on audit_log for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_admin());
create policy auth_write on audit_log for insert to stodpunkt_auth with check (true);
grant insert, select on audit_log to stodpunkt_app;
grant insert on audit_log to stodpunkt_auth;

-- A changed e-mail address is mailed to the old and the new one; the old one is stored only in the audit log.
create policy jobs_read on audit_log for select to stodpunkt_jobs using (action = 'email_changed');
grant select (id, org_id, subject_id, action, detail) on audit_log to stodpunkt_jobs;

-- The response of a creating request, so that a repeated request gets the same one for a day.
create table idempotency_keys (
  org_id uuid not null references organizations,
  user_id uuid not null references auth.users on delete cascade,
  endpoint text not null,
  key text not null constraint idempotency_keys_key_length check (length(key) between 8 and 100),
  body_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (org_id, user_id, endpoint, key)
);

call protect('idempotency_keys');
create policy own on idempotency_keys to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id())
  with check (org_id = actor.org_id() and user_id = actor.user_id());
grant select, insert, update, delete on idempotency_keys to stodpunkt_app;
