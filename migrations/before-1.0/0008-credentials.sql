-- A customer's technical information, for staff alone (rule 23): a table of its own, so that no list, join or export of
-- customers can carry it. Each save is a new version and none is ever changed. The text is encrypted before it gets here
-- and bound to organization, customer and version; the keys are not in the database. An empty text is an empty envelope.
create table customer_credentials (
  org_id uuid not null,
  customer_id uuid not null,
  version integer not null check (version > 0),
  key_id text,
  envelope bytea not null,
  created_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, customer_id, version),
  foreign key (org_id, customer_id) references customers,
  check ((key_id is null) = (envelope = ''))
);

call protect('customer_credentials');
create policy staff_read on customer_credentials for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy staff_write on customer_credentials for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
grant select, insert on customer_credentials to stodpunkt_app;
