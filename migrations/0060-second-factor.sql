-- Second factors: credentials of a login, the level of a session, and from when staff must have one (docs/decisions/130).

-- Codes of an authenticator app, passkeys and security keys, and the set of recovery codes. A secret of TOTP is sealed with
-- a vault key. Part of backups: a restored login asks for its factor as before.
create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null constraint factors_type_values check (factor_type in ('totp', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' constraint factors_status_values check (status in ('unverified', 'verified')),
  friendly_name text constraint factors_friendly_name_length check (char_length(friendly_name) between 1 and 100),
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  last_used_at timestamptz,
  -- TOTP: the sealed secret with its key, and the last time step whose code was accepted; an earlier one is refused.
  secret bytea,
  key_id text,
  last_step bigint,
  -- Passkeys: what the authenticator registered. A counter that does not grow means that it was copied.
  credential_id bytea unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  is_backed_up boolean,
  constraint factors_verified check ((status = 'verified') = (verified_at is not null)),
  constraint factors_totp check ((factor_type = 'totp') = (secret is not null) and (secret is null) = (key_id is null)),
  constraint factors_webauthn check (
    (factor_type = 'webauthn' and status = 'verified') = (credential_id is not null)
    and (credential_id is null) = (public_key is null) and (credential_id is null) = (sign_count is null))
);
create index factors_user on auth.factors (user_id);
create unique index factors_one_recovery_set on auth.factors (user_id) where factor_type = 'recovery_code';

create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- A challenge is answered once. Without a login it is one of a passkey that signs in.
create table auth.factor_challenges (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  session_id uuid references auth.sessions on delete cascade,
  factor_id uuid references auth.factors on delete cascade,
  purpose text not null constraint factor_challenges_purpose_values check (purpose in ('verify', 'register', 'sign_in')),
  constraint factor_challenges_sign_in check ((purpose = 'sign_in') = (user_id is null)),
  challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index factor_challenges_user on auth.factor_challenges (user_id);
create index factor_challenges_session on auth.factor_challenges (session_id);
create index factor_challenges_factor on auth.factor_challenges (factor_id);
create index factor_challenges_expiry on auth.factor_challenges (expires_at);

do $$
declare name text;
begin
  foreach name in array array['factors', 'recovery_codes', 'factor_challenges'] loop
    call protect('auth.' || name);
    execute format('create policy auth_all on auth.%I to stodpunkt_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to stodpunkt_auth', name);
  end loop;
end $$;
drop policy backup_read on auth.factor_challenges;
revoke all on auth.factor_challenges from stodpunkt_backup;

-- What counts as a second factor. Recovery codes alone are none.
create function auth.is_second_factor(factor auth.factors) returns boolean language sql immutable parallel safe
  as $$ select factor.status = 'verified' and factor.factor_type <> 'recovery_code' $$;

-- How a session was authenticated, in the form of the protocol's claim: [{"method": "password", "timestamp": <Unix seconds>}].
-- factor_at is when a factor was last proved; a refresh keeps all three.
alter table auth.sessions
  add aal text not null default 'aal1' constraint sessions_aal_values check (aal in ('aal1', 'aal2')),
  add amr jsonb not null default '[]',
  add factor_at timestamptz,
  add constraint sessions_aal_proved check ((aal = 'aal2') = (factor_at is not null));

-- From factor_required_from staff can do nothing without a second factor; a proof of it opens the vault for so many hours.
alter table organizations
  add factor_required_from date,
  add vault_proof_hours integer not null default 8
    constraint organizations_vault_proof_hours_range check (vault_proof_hours between 1 and 24);

-- Whether staff must have a second factor by now.
create function is_factor_required(required_from date) returns boolean language sql stable parallel safe
  as $$ select coalesce(required_from <= (now() at time zone stodpunkt.business_time_zone())::date, false) $$;

grant select (factor_required_from, vault_proof_hours) on organizations to stodpunkt_app, stodpunkt_auth;
grant select (factor_required_from) on organizations to stodpunkt_jobs;
grant update (factor_required_from, vault_proof_hours) on organizations to stodpunkt_app;

-- The actor of a session includes how it was authenticated, and whether it must prove a factor before anything else.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
drop function auth.session_actor(uuid);
create function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean, contact_id uuid, sees_company boolean,
  aal text, proof_age_seconds integer, vault_proof_hours integer, has_factor boolean, needs_factor boolean
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password,
    case when c.id is not null then l.contact_id end, c.id is not null and l.sees_company,
    s.aal, extract(epoch from now() - case when f.has_factor then s.factor_at else s.authenticated_at end)::integer,
    coalesce(o.vault_proof_hours, 8), f.has_factor,
    s.aal = 'aal1' and (f.has_factor or r.role is not null and stodpunkt.is_factor_required(o.factor_required_from))
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.organizations o on o.id = p.org_id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  cross join lateral (select exists (
    select from auth.factors where user_id = u.id and auth.is_second_factor(factors)) as has_factor) f
  where s.id = session and auth.is_live(s) and u.disabled_at is null;
end $$;
revoke all on function auth.session_actor(uuid) from public;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;

-- The portal logins as in 0020, with the kinds of their second factors and since when they have one.
drop function logins_of(uuid);
create function logins_of(customer uuid)
returns table (id uuid, email text, full_name text, invited_at timestamptz, last_seen_at timestamptz, is_revoked boolean,
  has_password boolean, contact_id uuid, sees_company boolean, may_approve boolean, gets_company_mail boolean, version integer,
  factor_types text[], factor_since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select l.user_id, u.email, l.full_name, l.created_at,
    (select max(s.refreshed_at) from auth.sessions s where s.user_id = l.user_id),
    u.disabled_at is not null, u.password_hash is not null, l.contact_id, l.sees_company, l.may_approve, l.gets_company_mail,
    l.version, f.types, f.since
  from stodpunkt.customer_users l join auth.users u on u.id = l.user_id
  cross join lateral (
    select coalesce(array_agg(distinct factor_type), '{}') as types, min(verified_at) as since
    from auth.factors where user_id = u.id and auth.is_second_factor(factors)) f
  where l.org_id = actor.org_id() and l.customer_id = customer and actor.is_staff()
  order by l.created_at, l.user_id;
end $$;
revoke all on function logins_of(uuid) from public;
grant execute on function logins_of(uuid) to stodpunkt_app;
