-- Sessions and what proves them. Only hashes of tokens are stored. The application's role has no right here at all:
-- the actor is read by auth.session_actor(), the sign-in protocol works as stodpunkt_auth.

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  created_at timestamptz not null default now(),
  -- When a password was last given in this session; changing the password asks for it again after ten minutes.
  authenticated_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  ended_at timestamptz,
  user_agent text
);
create index sessions_user on auth.sessions (user_id) where ended_at is null;

-- A chain: each token is spent for the next. Spent ones are kept as long as the session, so that a reuse is seen.
create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_hash bytea,
  created_at timestamptz not null default now(),
  spent_at timestamptz
);
create index refresh_tokens_session on auth.refresh_tokens (session_id);
-- However many refreshes run at once, a session has one live token.
create unique index refresh_tokens_leaf on auth.refresh_tokens (session_id) where spent_at is null;

-- The first administrator's link is made before there is any login; the person who opens it makes one.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid references auth.users on delete cascade,
  purpose text not null check (purpose in ('recovery', 'invitation', 'first_admin')),
  check ((user_id is null) = (purpose = 'first_admin')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on auth.one_time_tokens (user_id);

-- Counted in the database so that two processes count once (rule 27). A window begins with its first attempt.
create table auth.attempts (
  key text primary key,
  window_start timestamptz not null default now(),
  count integer not null default 1
);

do $$
declare name text;
begin
  foreach name in array array['sessions', 'refresh_tokens', 'one_time_tokens', 'attempts'] loop
    call protect('auth.' || name);
    execute format('create policy auth_all on auth.%I to stodpunkt_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to stodpunkt_auth', name);
  end loop;
end $$;

-- A new password is judged by, and a mail signed with, the organization's name.
create policy auth_read on organizations for select to stodpunkt_auth using (true);
grant select (id, name) on organizations to stodpunkt_auth;

-- Who a live session is: one row, or none when it has ended, idled 30 days, is 90 days old or its login is disabled.
-- role is null for a login that is neither staff nor a portal user; an archived customer closes its portal at once.
grant create on schema auth to stodpunkt_auth;
set local role stodpunkt_auth;
create function auth.session_actor(session uuid)
returns table (
  user_id uuid, email text, kind text, org_id uuid, role text, customer_id uuid, full_name text,
  must_change_password boolean
)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, case when c.id is not null then 'customer' when r.role is not null then 'staff' end,
    coalesce(p.org_id, c.org_id), coalesce(r.role, case when c.id is not null then 'customer' end), c.id,
    coalesce(p.full_name, l.full_name), u.must_change_password
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  left join stodpunkt.profiles p on p.id = u.id
  left join stodpunkt.user_roles r on r.user_id = p.id
  left join stodpunkt.customer_users l on l.user_id = u.id
  left join stodpunkt.customers c on c.org_id = l.org_id and c.id = l.customer_id and c.archived_at is null
  where s.id = session and s.ended_at is null and u.disabled_at is null
    and s.refreshed_at > now() - interval '30 days' and s.created_at > now() - interval '90 days'
$$;
revoke all on function auth.session_actor(uuid) from public;
set local role stodpunkt_owner;
revoke create on schema auth from stodpunkt_auth;
