-- Sessions and their tokens. Only hashes of tokens are stored. The application's role has no right here: the actor is read
-- by auth.session_actor(), and the sign-in protocol works as stodpunkt_auth.

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  -- When a password was last entered in this session; changing the password asks for it again after ten minutes.
  authenticated_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  ended_at timestamptz,
  user_agent text
);
create index sessions_user on auth.sessions (user_id);

-- How long a session lives without a refresh, and in total. sessions.queries.ts and cleanup.ts call these functions.
create function auth.session_idle_limit() returns interval language sql immutable parallel safe
  as $$ select interval '30 days' $$;

create function auth.session_age_limit() returns interval language sql immutable parallel safe
  as $$ select interval '90 days' $$;

create function auth.is_live(session auth.sessions) returns boolean language sql stable parallel safe as $$
  select session.ended_at is null and session.refreshed_at > now() - auth.session_idle_limit()
    and session.created_at > now() - auth.session_age_limit()
$$;

-- A chain: each token is spent for the next. Spent tokens are kept as long as the session, so that reuse is detected.
create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null default now(),
  spent_at timestamptz
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);

-- A session has one live token, however many refreshes run concurrently.
create unique index refresh_tokens_leaf on auth.refresh_tokens (session_id) where spent_at is null;

-- The first administrator's link exists before any login; opening it creates one.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid references auth.users on delete cascade,
  purpose text not null
    constraint one_time_tokens_purpose_values check (purpose in ('recovery', 'invitation', 'first_admin')),
  constraint one_time_tokens_first_admin_without_user check ((user_id is null) = (purpose = 'first_admin')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on auth.one_time_tokens (user_id);

-- Counted in the database so that several processes share one count. A window begins with its first attempt.
create table auth.attempts (
  key text primary key,
  window_start timestamptz not null default now(),
  count integer not null default 1
);

-- Only the sign-in protocol reads and writes these. They are not part of backups: after a restore everybody signs in again.
do $$
declare name text;
begin
  foreach name in array array['sessions', 'refresh_tokens', 'one_time_tokens', 'attempts'] loop
    call protect('auth.' || name);
    execute format('drop policy backup_read on auth.%I', name);
    execute format('revoke all on auth.%I from stodpunkt_backup', name);
    execute format('create policy auth_all on auth.%I to stodpunkt_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to stodpunkt_auth', name);
  end loop;
end $$;

-- The actor of a live session: one row, or none when the session has ended or expired or its login is disabled. role is
-- null for a login that is neither staff nor a portal user; archiving a customer closes its portal at once.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
create function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean
)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  where s.id = session and auth.is_live(s) and u.disabled_at is null;
end $$;
revoke all on function auth.session_actor(uuid) from public;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;
