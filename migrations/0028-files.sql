-- Files, stored in the database in chunks (docs/decisions/055). A file is received into chunks, judged and then ready;
-- from then on neither its row nor its chunks change. It belongs to one parent or, until it is attached, to who sent it.
create function file_quota() returns bigint language sql immutable parallel safe as $$ select 2147483648 $$;
create function unattached_file_retention() returns interval language sql immutable parallel safe
  as $$ select interval '24 hours' $$;

create table files (
  org_id uuid not null references organizations,
  id uuid not null,
  -- The parents, one column each; at most one, and exactly one once it is attached.
  is_company boolean not null default false,
  name text not null
    constraint files_name_trimmed check (name = btrim(name) and name <> '')
    constraint files_name_length check (length(name) <= 200),
  -- By the content, never by the name.
  type text not null constraint files_type_is_lower_case check (type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  -- Of the variant 'original'.
  bytes bigint not null default 0 constraint files_bytes_limit check (bytes >= 0 and bytes <= 26214400),
  sha256 bytea constraint files_sha256_is_complete check (octet_length(sha256) = 32),
  -- Of a picture.
  width integer constraint files_width_is_positive check (width > 0),
  height integer constraint files_height_is_positive check (height > 0),
  -- What the file is also stored as, besides 'original'.
  variants text[] not null default '{}',
  state text not null default 'receiving' constraint files_state_values check (state in ('receiving', 'ready')),
  uploaded_by uuid not null references auth.users,
  created_at timestamptz not null default now(),
  attached_at timestamptz,
  primary key (org_id, id),
  constraint files_id_is_one_file unique (id),
  constraint files_picture_has_both_sides check ((width is null) = (height is null)),
  constraint files_ready_is_complete check (state = 'receiving' or sha256 is not null and bytes > 0),
  constraint files_attached_to_one_parent check ((attached_at is not null) = is_company),
  constraint files_attached_when_ready check (attached_at is null or state = 'ready')
);
create index files_unattached on files (created_at) where attached_at is null;

create table file_chunks (
  org_id uuid not null,
  file_id uuid not null,
  -- 'original', or a re-encoded picture by its width and format; an icon by its side.
  variant text not null default 'original'
    constraint file_chunks_variant_is_known check (variant ~ '^(original|(square-)?[1-9]\d{0,3}\.(avif|webp|jpeg|png))$'),
  position integer not null constraint file_chunks_position_limit check (position >= 0 and position <= 99),
  content bytea not null constraint file_chunks_content_limit check (octet_length(content) <= 262144),
  primary key (org_id, file_id, variant, position),
  constraint file_chunks_file foreign key (org_id, file_id) references files on delete cascade
);
-- Most files are compressed already.
alter table file_chunks alter column content set storage external;

-- The sum of what its files take (0084).
create table file_usage (
  org_id uuid primary key references organizations,
  bytes bigint not null default 0 constraint file_usage_bytes_are_not_negative check (bytes >= 0),
  quota bigint not null default file_quota() constraint file_usage_quota_is_positive check (quota > 0)
);

create function guard_ready_file() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a file that is ready does not change' using errcode = 'insufficient_privilege';
end $$;
create trigger guard_ready before update of name, type, bytes, sha256, width, height, variants, state on files
  for each row when (old.state = 'ready') execute function guard_ready_file();

-- The company's files are public, and written by administrators. A file that is not attached is its sender's.
call protect('files');
create policy staff_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()) and (is_company or uploaded_by = actor.user_id()));
create policy admin_receive on files for insert to stodpunkt_app
  with check (org_id = actor.org_id() and actor.is_admin() and uploaded_by = actor.user_id() and state = 'receiving');
create policy admin_change on files for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and (is_company or uploaded_by = actor.user_id()))
  with check (org_id = actor.org_id() and actor.is_admin() and (is_company or uploaded_by = actor.user_id()));
create policy admin_remove on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and (is_company or uploaded_by = actor.user_id()));
create policy site_read on files for select to stodpunkt_site using (is_company);
create policy jobs_forget on files for delete to stodpunkt_jobs
  using (attached_at is null and created_at < now() - unattached_file_retention());
create policy jobs_read on files for select to stodpunkt_jobs
  using (attached_at is null and created_at < now() - unattached_file_retention());
grant select, delete on files to stodpunkt_app;
grant insert (org_id, id, name, type, uploaded_by) on files to stodpunkt_app;
grant update (type, bytes, sha256, width, height, variants, state, is_company, attached_at) on files to stodpunkt_app;
grant select (org_id, id, is_company, type, bytes, sha256, width, height, variants) on files to stodpunkt_site;
grant delete, select (attached_at, created_at) on files to stodpunkt_jobs;

-- A chunk is read where its file is, and written by the sender while the file is received.
call protect('file_chunks');
create policy file_read on file_chunks for select to stodpunkt_app
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id));
create policy sender_write on file_chunks for insert to stodpunkt_app
  with check (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and f.state = 'receiving' and f.uploaded_by = actor.user_id()));
create policy sender_replace on file_chunks for delete to stodpunkt_app
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and f.state = 'receiving' and f.uploaded_by = actor.user_id()));
create policy site_read on file_chunks for select to stodpunkt_site
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id));
grant select, insert, delete on file_chunks to stodpunkt_app;
grant select on file_chunks to stodpunkt_site;

call protect('file_usage');
create policy staff_read on file_usage for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
grant select on file_usage to stodpunkt_app;
