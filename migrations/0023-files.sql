-- Files, stored in the database in chunks (docs/decisions/055). A file is received into chunks, checked and then complete; from
-- then on neither its row nor its chunks change. It belongs to one parent or, until it is attached, to its sender.
create function file_quota() returns bigint language sql immutable parallel safe as $$ select 2147483648 $$;
create function file_quota_max() returns bigint language sql immutable parallel safe as $$ select 1099511627776 $$;
create function file_quota_notified_percent() returns integer language sql immutable parallel safe as $$ select 80 $$;

create function unattached_file_retention() returns interval language sql immutable parallel safe
  as $$ select interval '24 hours' $$;
create function unattached_files_max() returns integer language sql immutable parallel safe as $$ select 30 $$;
create function attached_files_max() returns integer language sql immutable parallel safe as $$ select 10 $$;
create function anonymous_file_max() returns integer language sql immutable parallel safe as $$ select 10485760 $$;
create function anonymous_bytes_per_day() returns integer language sql immutable parallel safe as $$ select 209715200 $$;

-- A customer may read the files of a ticket itself; a comment's file is as internal as the comment, by a composite key. A document
-- of a customer is for staff, unless it is shown in the portal (docs/decisions/059).
create table files (
  org_id uuid not null references organizations,
  id uuid not null,
  -- The parents: exactly one once the file is attached, none before. A ticket's or comment's file also refers to the customer, and
  -- a comment's to the ticket.
  is_company boolean not null default false,
  customer_id uuid,
  ticket_id uuid,
  comment_id uuid,
  is_internal boolean not null default false,
  enquiry_id uuid,
  -- The reply to the enquiry that it was sent with, also after the enquiry's files have moved to a ticket.
  enquiry_reply_id uuid,
  shown_in_portal boolean not null default false,
  name text not null
    constraint files_name_trimmed check (name = btrim(name) and name <> '')
    constraint files_name_length check (length(name) <= 200)
    constraint files_name_is_one_line check (is_one_line(name)),
  -- Determined by the content, never by the name.
  type text not null constraint files_type_is_lower_case check (type ~ '^[a-z]+/[a-z0-9.+-]+$'),
  -- Of the variant 'original'.
  bytes bigint not null default 0 constraint files_bytes_limit check (bytes >= 0 and bytes <= 26214400),
  sha256 bytea constraint files_sha256_is_complete check (octet_length(sha256) = 32),
  -- Of a picture.
  width integer constraint files_width_is_positive check (width > 0),
  height integer constraint files_height_is_positive check (height > 0),
  -- The variants that are stored besides 'original'.
  variants text[] not null default '{}',
  -- Of all its variants.
  stored_bytes bigint not null default 0 constraint files_stored_bytes_are_not_negative check (stored_bytes >= 0),
  -- Reserved when the upload began.
  reserved_bytes bigint not null default 0
    constraint files_reserved_bytes_limit check (reserved_bytes >= 0 and reserved_bytes <= 26214400),
  state text not null default 'receiving'
    constraint files_state_values check (state in ('receiving', 'checking', 'ready', 'unchecked', 'infected')),
  -- The process that receives it: incomplete files of a process that has ended are removed.
  receiver uuid,
  -- The virus scanner's name for what it found.
  finding text constraint files_finding_length check (length(finding) <= 200),
  -- Null when it came with a form of the public site or by mail.
  uploaded_by uuid references auth.users,
  mail_sender text constraint files_mail_sender_values check (mail_sender in ('known', 'stranger')),
  created_at timestamptz not null default now(),
  attached_at timestamptz,
  primary key (org_id, id),
  constraint files_id_is_one_file unique (id),
  constraint files_picture_has_both_sides check ((width is null) = (height is null)),
  constraint files_ready_is_complete check (state = 'receiving' or sha256 is not null and bytes > 0),
  constraint files_finding_of_infected check ((finding is not null) = (state = 'infected')),
  constraint files_attached_to_one_parent check (
    num_nonnulls(nullif(is_company, false), customer_id, enquiry_id) = case when attached_at is null then 0 else 1 end
    and (ticket_id is null or customer_id is not null) and (comment_id is null or ticket_id is not null)),
  constraint files_attached_when_complete check (attached_at is null or state <> 'receiving'),
  constraint files_company_when_ready check (not is_company or state = 'ready'),
  constraint files_reply_is_of_enquiry check (enquiry_reply_id is null or enquiry_id is not null or ticket_id is not null),
  constraint files_internal_with_comment check (not is_internal or comment_id is not null),
  constraint files_shown_is_document check (not shown_in_portal or customer_id is not null and ticket_id is null),
  -- An enquiry's files move to the ticket that is made from it.
  constraint files_sender_is_known check (uploaded_by is not null or not is_company and (customer_id is null or ticket_id is not null)
    and (comment_id is null or mail_sender is not null)),
  constraint files_customer foreign key (org_id, customer_id) references customers,
  constraint files_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id),
  constraint files_comment foreign key (org_id, ticket_id, comment_id, is_internal)
    references ticket_comments (org_id, ticket_id, id, is_internal),
  constraint files_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade,
  constraint files_enquiry_reply foreign key (org_id, enquiry_reply_id) references enquiry_replies
    on delete set null (enquiry_reply_id)
);
create index files_unattached on files (created_at) where attached_at is null;
create index files_of_ticket on files (org_id, ticket_id) where ticket_id is not null;
create index files_of_customer on files (org_id, customer_id) where customer_id is not null and ticket_id is null;
create index files_of_enquiry on files (org_id, enquiry_id) where enquiry_id is not null;
create index files_of_enquiry_reply on files (org_id, enquiry_reply_id) where enquiry_reply_id is not null;
create index files_of_sender on files (uploaded_by) where attached_at is null;
create index files_checking on files (created_at) where state = 'checking';
create index files_receiving on files (receiver) where state = 'receiving';

create trigger a_compose before insert on files for each row
  when (new.name is not normalized) execute function compose_letters('name');

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
-- Most files are compressed already. PostgreSQL 15 takes no storage in `create table`.
alter table file_chunks alter column content set storage external;

-- The used and allowed storage of an organization's files. The row is written when an upload begins and when the file is complete
-- or removed, but not for chunks within the reservation, so that concurrent uploads do not wait for each other
-- (docs/decisions/086).
create table file_usage (
  org_id uuid primary key references organizations,
  -- Of complete files.
  bytes bigint not null default 0 constraint file_usage_bytes_are_not_negative check (bytes >= 0),
  -- Of files that are being received.
  reserved_bytes bigint not null default 0
    constraint file_usage_reserved_bytes_are_not_negative check (reserved_bytes >= 0),
  quota bigint not null default file_quota()
    constraint file_usage_quota_is_positive check (quota > 0)
    constraint file_usage_quota_at_most_max check (quota <= file_quota_max()),
  -- When administrators were notified that files take most of the quota; null again once they take less.
  notified_at timestamptz,
  -- Sent by anonymous visitors and unknown senders on anonymous_day, in the time zone of the business.
  anonymous_bytes bigint not null default 0
    constraint file_usage_anonymous_bytes_are_not_negative check (anonymous_bytes >= 0),
  anonymous_day date not null default '-infinity'
);

call protect('file_usage');
create policy staff_read on file_usage for select to stodpunkt_app using (org_id = actor.org_id() and actor.is_staff());
create policy admin_begin on file_usage for insert to stodpunkt_app with check (org_id = actor.org_id() and actor.is_admin());
create policy admin_change on file_usage for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin()) with check (org_id = actor.org_id() and actor.is_admin());
create policy jobs_notify on file_usage to stodpunkt_jobs using (true) with check (true);
grant select, insert (org_id, quota), update (quota) on file_usage to stodpunkt_app;
grant select, update (notified_at) on file_usage to stodpunkt_jobs;

-- A complete file does not change, except for the scanner's verdict (finish_check).
create function guard_ready_file() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state = 'checking' and current_user = 'stodpunkt_owner' and new.state in ('ready', 'unchecked', 'infected')
    and (new.name, new.type, new.bytes, new.sha256) is not distinct from (old.name, old.type, old.bytes, old.sha256) then
    return new;
  end if;
  raise exception 'a file that is complete does not change' using errcode = 'insufficient_privilege';
end $$;
create trigger guard_ready before update of name, type, bytes, sha256, width, height, variants, state, finding on files
  for each row when (old.state <> 'receiving') execute function guard_ready_file();

-- The parent of an attached file does not change, except from an enquiry to its ticket.
create function guard_file_parent() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'the parent of an attached file does not change' using errcode = 'insufficient_privilege';
end $$;
create trigger guard_parent before update of is_company, customer_id, ticket_id, comment_id, is_internal, enquiry_id, attached_at
  on files for each row when (old.attached_at is not null and old.enquiry_id is null) execute function guard_file_parent();

-- Limits a person's unattached files. One sender's requests wait for each other, so that each counts the others' files.
create function limit_unattached_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unattached_files ' || new.uploaded_by, 0));
  if (select count(*) from stodpunkt.files where uploaded_by = new.uploaded_by and attached_at is null)
    >= stodpunkt.unattached_files_max() then
    raise exception 'too many unattached files'
      using errcode = 'check_violation', constraint = 'unattached_files_at_most_max', table = 'files';
  end if;
  return new;
end $$;
revoke all on function limit_unattached_files() from public;
create trigger limit_unattached before insert on files for each row
  when (new.uploaded_by is not null and new.attached_at is null) execute function limit_unattached_files();

-- Files are attached in the transaction that creates the comment, ticket, enquiry or reply, so that no other can add files
-- meanwhile. The files of an enquiry and of its replies move to its ticket however many they are together.
create function limit_attached_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from stodpunkt.files
      where org_id = new.org_id and (ticket_id = new.ticket_id and comment_id is not distinct from new.comment_id
        or enquiry_id = new.enquiry_id and enquiry_reply_id is not distinct from new.enquiry_reply_id))
    > stodpunkt.attached_files_max() then
    raise exception 'too many files of one parent'
      using errcode = 'check_violation', constraint = 'attached_files_at_most_max', table = 'files';
  end if;
  return null;
end $$;
revoke all on function limit_attached_files() from public;
create trigger limit_attached after update of attached_at, ticket_id, comment_id, enquiry_id on files for each row
  when ((new.ticket_id is not null or new.enquiry_id is not null) and old.enquiry_id is null) execute function limit_attached_files();

call protect('files');
-- Attached files: staff see all, customers those that are public to them, visitors of the site the company's.
create policy staff_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()) and attached_at is not null);
create policy customer_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and (is_company
    or customer_id = actor.customer_id() and shown_in_portal and actor.sees_company()));
-- Visible to those who see the ticket, or the comment that it belongs to.
create policy customer_read_ticket on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and ticket_id is not null and not is_internal
    and (actor.sees_company() or case when comment_id is null then actor.sees_ticket(org_id, ticket_id)
      else actor.sees_comment(org_id, comment_id) end));
create policy site_read on files for select to stodpunkt_site using (is_company);

-- Only its sender may use an unattached file.
create policy sender_receive on files for insert to stodpunkt_app
  with check (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()) and uploaded_by = actor.user_id()
    and state = 'receiving' and attached_at is null);
create policy sender_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()));
create policy sender_remove on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()));

-- The sender may attach it to an own comment, a ticket that they opened, and for staff a customer or an own reply to an enquiry.
create policy sender_attach on files for update to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()))
  with check (org_id = actor.org_id() and uploaded_by = actor.user_id() and not is_company
    and (enquiry_id is null and enquiry_reply_id is null or actor.is_staff() and exists (select from enquiry_replies r
      where r.org_id = files.org_id and r.id = files.enquiry_reply_id and r.enquiry_id = files.enquiry_id
        and r.author = actor.user_id()))
    and (actor.is_staff() or actor.is_customer() and (attached_at is null
      or customer_id = actor.customer_id() and ticket_id is not null and not is_internal))
    and (comment_id is null or exists (select from ticket_comments c
      where c.org_id = files.org_id and c.id = files.comment_id and c.user_id = actor.user_id()))
    and (ticket_id is null or comment_id is not null or exists (select from tickets t
      where t.org_id = files.org_id and t.id = files.ticket_id and t.created_by = actor.user_id())));

-- The company's files are public, and written by administrators.
create policy admin_change on files for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and (is_company or attached_at is null and uploaded_by = actor.user_id()))
  with check (org_id = actor.org_id() and actor.is_admin() and uploaded_by = actor.user_id() and is_company);
create policy admin_remove on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and is_company);

-- Whoever makes a ticket from an enquiry moves the enquiry's files to it.
create policy staff_move on files for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and enquiry_id is not null)
  with check (org_id = actor.org_id() and actor.is_staff() and comment_id is null and exists (select from tickets t
    where t.org_id = files.org_id and t.id = files.ticket_id and t.enquiry_id is not null and t.created_by = actor.user_id()));

-- Documents of customers.
create policy staff_change_document on files for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and customer_id is not null and ticket_id is null)
  with check (org_id = actor.org_id() and actor.is_staff() and customer_id is not null and ticket_id is null);
create policy staff_remove_document on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_staff() and customer_id is not null and ticket_id is null);

-- Files of visitors, who are not signed in; the grant has the only columns that the site may set.
create policy site_send on files for insert to stodpunkt_site with check (true);
create policy site_read_sent on files for select to stodpunkt_site using (uploaded_by is null and attached_at is null);
create policy site_finish on files for update to stodpunkt_site
  using (uploaded_by is null and attached_at is null)
  with check (uploaded_by is null and attached_at is null and bytes <= anonymous_file_max());
create policy site_remove on files for delete to stodpunkt_site using (uploaded_by is null and attached_at is null);

-- The jobs read all files that are to be checked, and those that mail contains or mentions: a ticket's public files, and an
-- enquiry's.
create policy jobs_check on files for select to stodpunkt_jobs using (state = 'checking');
create policy jobs_read_public on files for select to stodpunkt_jobs
  using (ticket_id is not null and not is_internal and state <> 'receiving');
create policy jobs_read_enquiry on files for select to stodpunkt_jobs using (enquiry_id is not null and state <> 'receiving');

-- They remove expired unattached files, and incomplete files whose sender has signed out or whose process has ended.
create policy jobs_read on files for select to stodpunkt_jobs
  using (attached_at is null and created_at < now() - unattached_file_retention());
create policy jobs_forget on files for delete to stodpunkt_jobs
  using (attached_at is null and created_at < now() - unattached_file_retention());
create policy jobs_read_received on files for select to stodpunkt_jobs using (state = 'receiving');
create policy jobs_remove_received on files for delete to stodpunkt_jobs using (state = 'receiving');
grant select, delete on files to stodpunkt_app;
grant insert (org_id, id, name, type, reserved_bytes, receiver, uploaded_by) on files to stodpunkt_app;
grant update (is_company, customer_id, ticket_id, comment_id, is_internal, enquiry_id, enquiry_reply_id, shown_in_portal, type, bytes, sha256,
  width, height, variants, state, attached_at) on files to stodpunkt_app;
grant delete on files to stodpunkt_site;
grant select (org_id, id, is_company, name, type, bytes, sha256, width, height, variants, state, uploaded_by)
  on files to stodpunkt_site;
grant insert (org_id, id, name, type, reserved_bytes, receiver) on files to stodpunkt_site;
grant update (type, bytes, sha256, width, height, variants, reserved_bytes, state) on files to stodpunkt_site;
grant delete on files to stodpunkt_jobs;
grant select (org_id, id, ticket_id, comment_id, is_internal, enquiry_id, enquiry_reply_id, name, type, bytes, width, height, variants, state,
  receiver, created_at, attached_at) on files to stodpunkt_jobs;

-- The content may be read when it is found clean; before that only by its sender, until it is complete.
call protect('file_chunks');
create policy file_read on file_chunks for select to stodpunkt_app
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'ready' or f.state = 'receiving' and f.uploaded_by = actor.user_id())));
create policy site_read on file_chunks for select to stodpunkt_site
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'ready' or f.state = 'receiving' and f.uploaded_by is null)));
create policy jobs_read on file_chunks for select to stodpunkt_jobs
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and (f.state = 'checking' or f.state = 'ready'
      and (f.ticket_id is not null and not f.is_internal or f.enquiry_id is not null))));
create policy sender_write on file_chunks for insert to stodpunkt_app
  with check (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and f.state = 'receiving' and f.uploaded_by = actor.user_id()));
create policy sender_replace on file_chunks for delete to stodpunkt_app
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and f.state = 'receiving' and f.uploaded_by = actor.user_id()));
create policy site_write on file_chunks for insert to stodpunkt_site
  with check (position < anonymous_file_max() / 262144 and exists (select from files f
    where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id and f.state = 'receiving' and f.uploaded_by is null));
grant select, insert, delete on file_chunks to stodpunkt_app;
grant select, insert on file_chunks to stodpunkt_site;
grant select on file_chunks to stodpunkt_jobs;

-- The storage that an organization may use: its quota, or less if the calling program's FILES_MAX_GB is lower.
create function file_quota_in_force(quota bigint) returns bigint language sql stable set search_path = pg_catalog, pg_temp as $$
  select least(quota, nullif(current_setting('app.files_max_bytes', true), '')::bigint)
$$;

-- Counts each chunk in the row of its file, which is already gone when the chunk is removed with it.
create function count_chunks() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.files f
  set stored_bytes = f.stored_bytes + case tg_op when 'INSERT' then changed.bytes else -changed.bytes end
  from (select org_id, file_id, sum(octet_length(content)) as bytes from chunks group by org_id, file_id) changed
  where f.org_id = changed.org_id and f.id = changed.file_id;
  return null;
end $$;
revoke all on function count_chunks() from public;
create trigger count_added after insert on file_chunks referencing new table as chunks
  for each statement execute function count_chunks();
create trigger count_removed after delete on file_chunks referencing old table as chunks
  for each statement execute function count_chunks();

create function complete_bytes(file files) returns bigint language sql immutable parallel safe as $$
  select case when file.state <> 'receiving' then file.stored_bytes else 0 end
$$;

-- The reserved bytes; more when a preview is stored, or when less than the file's size was left to reserve.
create function receiving_bytes(file files) returns bigint language sql immutable parallel safe as $$
  select case when file.state = 'receiving' then greatest(file.reserved_bytes, file.stored_bytes) else 0 end
$$;

-- Maintains the sums of an organization's files in file_usage. Refuses what exceeds its quota, except files in mail of known
-- senders, and what exceeds the daily limit of anonymous files. That limit gets back what is removed unused, or was reserved and
-- not used. A reservation is never refused later: a complete file takes no more than was reserved.
create function count_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today constant date := (now() at time zone stodpunkt.business_time_zone())::date;
  file constant stodpunkt.files := coalesce(new, old);
  complete constant bigint := stodpunkt.complete_bytes(new) - stodpunkt.complete_bytes(old);
  receiving constant bigint := stodpunkt.receiving_bytes(new) - stodpunkt.receiving_bytes(old);
  added constant bigint := complete + receiving;
  is_anonymous constant boolean := file.uploaded_by is null and file.mail_sender is distinct from 'known'
    and (added > 0 or file.attached_at is null and (file.created_at at time zone stodpunkt.business_time_zone())::date = today);
  used stodpunkt.file_usage;
begin
  insert into stodpunkt.file_usage (org_id) values (file.org_id) on conflict (org_id) do nothing;
  update stodpunkt.file_usage u set bytes = u.bytes + complete, reserved_bytes = u.reserved_bytes + receiving,
    anonymous_day = today,
    anonymous_bytes = greatest(0, case u.anonymous_day when today then u.anonymous_bytes else 0 end
      + case when is_anonymous then added else 0 end)
  where u.org_id = file.org_id returning u.* into used;
  if added > 0 and is_anonymous and used.anonymous_bytes > stodpunkt.anonymous_bytes_per_day() then
    raise exception 'the daily limit of anonymous files is reached'
      using errcode = 'check_violation', constraint = 'file_usage_anonymous_within_day', table = 'file_usage';
  end if;
  if added > 0 and file.mail_sender is distinct from 'known'
    and used.bytes + used.reserved_bytes > stodpunkt.file_quota_in_force(used.quota) then
    raise exception 'the files of % exceed its quota', file.org_id
      using errcode = 'check_violation', constraint = 'file_usage_within_quota', table = 'file_usage';
  end if;
  return null;
end $$;
revoke all on function count_file() from public;
create trigger count_begun after insert on files for each row when (new.reserved_bytes > 0) execute function count_file();
create trigger count_changed after update of stored_bytes, reserved_bytes, state on files for each row
  when ((complete_bytes(new), receiving_bytes(new)) is distinct from (complete_bytes(old), receiving_bytes(old)))
  execute function count_file();
create trigger count_removed after delete on files for each row
  when (complete_bytes(old) + receiving_bytes(old) > 0) execute function count_file();

-- What is left of the quota, and of the daily limit of anonymous files.
create function file_bytes_left(org uuid, is_anonymous boolean) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select least(stodpunkt.file_quota_in_force(coalesce(u.quota, stodpunkt.file_quota())) - coalesce(u.bytes + u.reserved_bytes, 0),
    case when is_anonymous then stodpunkt.anonymous_bytes_per_day()
      - case u.anonymous_day when (now() at time zone stodpunkt.business_time_zone())::date then u.anonymous_bytes else 0 end end)
  from (select org) of left join stodpunkt.file_usage u on u.org_id = of.org
$$;
revoke all on function file_bytes_left(uuid, boolean) from public;

-- The bytes to reserve for a file of unknown size: the largest size, or what is left. Without an actor it is a visitor's file.
-- When nothing is left it is one byte, which is refused.
create function room_for_file(largest bigint, org uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(1, least(largest, stodpunkt.file_bytes_left(coalesce(actor.org_id(), org), actor.org_id() is null)))
$$;
revoke all on function room_for_file(bigint, uuid) from public;
grant execute on function room_for_file(bigint, uuid) to stodpunkt_app, stodpunkt_site;

-- Whether the daily limit of anonymous files has room for more. Locks the row, so that nobody else uses the room meanwhile.
create function has_room_for_anonymous(org uuid, added bigint) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into stodpunkt.file_usage (org_id) values (org) on conflict (org_id) do nothing;
  perform from stodpunkt.file_usage where org_id = org for update;
  return added <= stodpunkt.file_bytes_left(org, true);
end $$;
revoke all on function has_room_for_anonymous(uuid, bigint) from public;

-- Stops uploads of a deactivated person.
create function remove_received_of_disabled() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from stodpunkt.files where uploaded_by = new.id and state = 'receiving';
  return null;
end $$;
revoke all on function remove_received_of_disabled() from public;
create trigger remove_received after update of disabled_at on auth.users for each row
  when (new.disabled_at is not null) execute function remove_received_of_disabled();

create trigger write_limit after insert on files for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();

-- An upload that was refused or aborted is not counted.
create function forget_portal_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sender constant uuid := (select contact_id from stodpunkt.customer_users where user_id = old.uploaded_by);
begin
  -- Deletes the row if this was the only file in it.
  delete from stodpunkt.portal_counts
  where org_id = old.org_id and contact_id = sender and counted = 'files' and moments = array[old.created_at];
  update stodpunkt.portal_counts set moments = array_remove(moments, old.created_at)
  where org_id = old.org_id and contact_id = sender and counted = 'files';
  return null;
end $$;
revoke all on function forget_portal_file() from public;
create trigger write_limit_given_back after delete on files for each row
  when (old.state = 'receiving') execute function forget_portal_file();

-- Attaches files of a visitor to an enquiry of this transaction, and returns how many. A function, as the site may not see
-- attached files. An enquiry of an earlier transaction gets none.
create function attach_files_to_enquiry(org uuid, enquiry uuid, ids uuid[]) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  attached integer;
begin
  update stodpunkt.files f set enquiry_id = enquiry, attached_at = now()
  where f.org_id = org and f.id = any(ids) and f.uploaded_by is null and f.attached_at is null
    and f.state in ('checking', 'ready')
    and exists (select from stodpunkt.enquiries e where e.org_id = org and e.id = enquiry and e.created_at = now());
  get diagnostics attached = row_count;
  return attached;
end $$;
revoke all on function attach_files_to_enquiry(uuid, uuid, uuid[]) from public;
grant execute on function attach_files_to_enquiry(uuid, uuid, uuid[]) to stodpunkt_site;

-- Stores the scanner's verdict on a file, once, and removes the content of an infected one. Returns whether it was waiting.
create function finish_check(org uuid, file uuid, verdict text, named text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  checked stodpunkt.files;
begin
  update stodpunkt.files f set state = verdict, finding = named,
    width = case when verdict = 'infected' then null else f.width end,
    height = case when verdict = 'infected' then null else f.height end,
    variants = case when verdict = 'infected' then '{}' else f.variants end
  where f.org_id = org and f.id = file and f.state = 'checking' returning f.* into checked;
  if checked.id is null then
    return false;
  end if;
  if verdict = 'infected' then
    delete from stodpunkt.file_chunks c where c.org_id = org and c.file_id = file;
  end if;
  if verdict <> 'ready' then
    insert into stodpunkt.audit_log (id, org_id, user_id, action, subject, subject_id, detail)
    values (gen_random_uuid(), org, checked.uploaded_by, 'checked_' || verdict, 'file', file,
      jsonb_build_object('finding', named, 'bytes', checked.bytes, 'sha256', encode(checked.sha256, 'hex')));
  end if;
  return true;
end $$;
revoke all on function finish_check(uuid, uuid, text, text) from public;
grant execute on function finish_check(uuid, uuid, text, text) to stodpunkt_jobs;

-- Screens that show the file get an event when it is checked.
create function notify_checked() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.enquiry_id is not null then
    perform stodpunkt.announce(jsonb_build_object('about', 'enquiry', 'org', new.org_id, 'enquiry', new.enquiry_id));
  end if;
  if new.comment_id is not null then
    perform stodpunkt.announce_comment(written) from stodpunkt.ticket_comments written
    where written.org_id = new.org_id and written.id = new.comment_id;
  else
    perform stodpunkt.announce(jsonb_build_object('about', 'comment', 'org', new.org_id, 'customer', new.customer_id,
      'ticket', new.ticket_id, 'internal', new.is_internal, 'contacts', stodpunkt.contacts_of(ticket)))
    from stodpunkt.tickets ticket where ticket.org_id = new.org_id and ticket.id = new.ticket_id;
  end if;
  return null;
end $$;
revoke all on function notify_checked() from public;
create trigger notify_checked after update of state on files for each row
  when (old.state = 'checking' and new.attached_at is not null) execute function notify_checked();

-- Screens of a customer's documents get an event of each change; the portal of documents that it shows, or showed before.
create function notify_document() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  document stodpunkt.files := coalesce(new, old);
begin
  perform stodpunkt.announce(jsonb_build_object('about', 'document', 'org', document.org_id, 'customer', document.customer_id,
    'shown', old.shown_in_portal or document.shown_in_portal));
  return null;
end $$;
create trigger notify_document after update of attached_at, shown_in_portal, state on files for each row
  when (new.customer_id is not null and new.ticket_id is null) execute function notify_document();
create trigger notify_document_removed after delete on files for each row
  when (old.customer_id is not null and old.ticket_id is null) execute function notify_document();
