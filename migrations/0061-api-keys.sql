-- Keys with which programs call the API in the name of a member of staff (docs/decisions/132).

-- Only the hash of a key is stored. A key is never deleted, so that the audit log can name it; it ends by its date, by being
-- revoked, or with its maker's login. Part of backups.
create table api_keys (
  org_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  name text not null constraint api_keys_name_length check (length(name) between 1 and 100),
  key_hash bytea not null unique,
  scopes text[] not null
    constraint api_keys_scopes_values check (scopes <@ array['read', 'tickets', 'time', 'customers'])
    constraint api_keys_scopes_some check (cardinality(scopes) between 1 and 4),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references auth.users,
  primary key (org_id, id),
  constraint api_keys_maker foreign key (org_id, user_id) references profiles (org_id, id),
  constraint api_keys_expires_within_a_year
    check (expires_at > created_at and expires_at <= created_at + interval '8760 hours')
);
create index api_keys_of_maker on api_keys (org_id, user_id);
create trigger api_keys_not_blank before insert on api_keys
  for each row when (is_blank(new.name)) execute function refuse_blank();

-- The key of the transaction; null in one of a session (src/platform/database/scope.ts).
create function actor.api_key_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.api_key_id', true), '')::uuid $$;

create function api_keys_max() returns integer language sql immutable parallel safe as $$ select 20 $$;

-- Locks the maker before counting, so that keys that are made concurrently are counted too.
create function limit_api_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.profiles where id = new.user_id for no key update;
  if (select count(*) from stodpunkt.api_keys
      where org_id = new.org_id and user_id = new.user_id and revoked_at is null and expires_at > now())
    > stodpunkt.api_keys_max() then
    raise exception 'login % has too many API keys', new.user_id
      using errcode = 'check_violation', constraint = 'api_keys_at_most_max', table = 'api_keys';
  end if;
  return null;
end $$;
revoke all on function limit_api_keys() from public;
create trigger limit_api_keys after insert on api_keys for each row execute function limit_api_keys();

-- A login that is activated again gets none of its keys back, as it gets none of its sessions.
create function revoke_api_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.api_keys set revoked_at = now() where user_id = new.id and revoked_at is null;
  return null;
end $$;
revoke all on function revoke_api_keys() from public;
create trigger revoke_api_keys after update of disabled_at on auth.users for each row
  when (new.disabled_at is not null and old.disabled_at is null) execute function revoke_api_keys();

-- The own keys, and for administrators all of the organization. A key itself sees and makes none.
call protect('api_keys');
create policy own on api_keys for select to stodpunkt_app
  using (org_id = actor.org_id() and user_id = actor.user_id() and (select actor.is_staff() and actor.api_key_id() is null));
create policy admin_read on api_keys for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_admin() and actor.api_key_id() is null));
create policy own_insert on api_keys for insert to stodpunkt_app
  with check (org_id = actor.org_id() and user_id = actor.user_id() and actor.is_staff() and actor.api_key_id() is null);
create policy revoke on api_keys for update to stodpunkt_app
  using (org_id = actor.org_id() and (user_id = actor.user_id() or (select actor.is_admin()))
    and (select actor.is_staff() and actor.api_key_id() is null))
  with check (org_id = actor.org_id() and revoked_by = actor.user_id());
create policy auth_read on api_keys for select to stodpunkt_auth using (true);
create policy auth_use on api_keys for update to stodpunkt_auth using (true) with check (true);
grant select (org_id, id, user_id, name, scopes, created_at, expires_at, last_used_at, revoked_at) on api_keys to stodpunkt_app;
grant insert (org_id, id, user_id, name, key_hash, scopes, expires_at), update (revoked_at, revoked_by) on api_keys to stodpunkt_app;
grant select, update (last_used_at) on api_keys to stodpunkt_auth;

-- Which key did it. No reference, as of subject_id.
alter table audit_log add api_key_id uuid default actor.api_key_id();

-- The actor of a valid key: what auth.session_actor() tells of a session of its maker, as a technician at most, and the key. No
-- row when the key has ended or its maker's login is disabled or no longer of staff.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
create function auth.key_actor(hash bytea)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean, contact_id uuid, sees_company boolean,
  aal text, proof_age_seconds integer, vault_proof_hours integer, has_factor boolean, needs_factor boolean,
  key_id uuid, key_name text, key_scopes text[]
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, 'staff', p.org_id, case r.role when 'admin' then 'technician' else r.role end, null::uuid,
    p.full_name, u.must_change_password, null::uuid, false,
    'aal1', null::integer, o.vault_proof_hours, f.has_factor,
    not f.has_factor and stodpunkt.is_factor_required(o.factor_required_from),
    k.id, k.name, k.scopes
  from stodpunkt.api_keys k
  join auth.users u on u.id = k.user_id
  join stodpunkt.profiles p on p.id = u.id and p.org_id = k.org_id
  join stodpunkt.user_roles r on r.user_id = p.id
  join stodpunkt.organizations o on o.id = k.org_id
  cross join lateral (select exists (
    select from auth.factors where user_id = u.id and auth.is_second_factor(factors)) as has_factor) f
  where k.key_hash = hash and k.revoked_at is null and k.expires_at > now() and u.disabled_at is null;
end $$;
revoke all on function auth.key_actor(bytea) from public;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;
