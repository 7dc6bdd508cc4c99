-- The ids (fingerprints) of the keys that technical information may be encrypted with; the keys themselves are in no database.
-- A process without one of these keys can store nothing.
create table vault_keys (
  id text primary key,
  added_at timestamptz not null default now()
);

call protect('vault_keys');
create policy staff_read on vault_keys for select to stodpunkt_app using (actor.is_staff());
grant select on vault_keys to stodpunkt_app;

-- A customer's technical information, for staff only: a table of its own, so that no list, join or export of customers can
-- include it. Each save is a new version and none is ever changed. The text arrives encrypted and bound to organization,
-- customer and version. An empty text is an empty envelope.
create table customer_credentials (
  org_id uuid not null,
  customer_id uuid not null,
  version integer not null constraint customer_credentials_version_positive check (version > 0),
  key_id text references vault_keys,
  envelope bytea not null,
  created_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  primary key (org_id, customer_id, version),
  foreign key (org_id, customer_id) references customers,
  constraint customer_credentials_empty_without_key check ((key_id is null) = (envelope = ''))
);
create index customer_credentials_of_key on customer_credentials (key_id);

-- A version is never changed or deleted. Only the owner may encrypt it with another key; it is still that version.
create function keep_credentials() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.org_id, old.customer_id, old.version, old.created_by, old.created_at)
      is distinct from (new.org_id, new.customer_id, new.version, new.created_by, new.created_at)
    or (old.key_id is null) <> (new.key_id is null) then
    raise exception 'A version of technical information is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep before update or delete on customer_credentials for each row execute function keep_credentials();

call protect('customer_credentials');
create policy staff_read on customer_credentials for select to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff());
create policy staff_write on customer_credentials for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_staff() and created_by = actor.user_id());
grant select, insert on customer_credentials to stodpunkt_app;
