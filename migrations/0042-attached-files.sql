-- Files of tickets, comments, enquiries and customers (docs/decisions/059). A file on a ticket itself is for its customer to
-- read; one of a comment is as internal as the comment, by a composite key. A document of a customer is for staff, unless it
-- is shown in the portal. Strangers send files with an enquiry alone, and no login is named for those.
create function attached_files_max() returns integer language sql immutable parallel safe as $$ select 10 $$;
create function unattached_files_max() returns integer language sql immutable parallel safe as $$ select 30 $$;

alter table ticket_comments
  add constraint ticket_comments_of_one_audience unique (org_id, ticket_id, id, is_internal);

alter table files
  add customer_id uuid,
  add ticket_id uuid,
  add comment_id uuid,
  add is_internal boolean not null default false,
  add enquiry_id uuid,
  add shown_in_portal boolean not null default false,
  alter uploaded_by drop not null,
  drop constraint files_attached_to_one_parent,
  add constraint files_attached_to_one_parent check (
    num_nonnulls(nullif(is_company, false), customer_id, enquiry_id) = case when attached_at is null then 0 else 1 end
    and (ticket_id is null or customer_id is not null) and (comment_id is null or ticket_id is not null)),
  add constraint files_internal_with_comment check (not is_internal or comment_id is not null),
  add constraint files_shown_is_document check (not shown_in_portal or customer_id is not null and ticket_id is null),
  -- An enquiry's file is the ticket's once one is made of it.
  add constraint files_sender_is_known
    check (uploaded_by is not null or not is_company and comment_id is null and (customer_id is null or ticket_id is not null)),
  add constraint files_name_is_one_line check (name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'),
  add constraint files_customer foreign key (org_id, customer_id) references customers,
  add constraint files_ticket foreign key (org_id, customer_id, ticket_id) references tickets (org_id, customer_id, id),
  add constraint files_comment foreign key (org_id, ticket_id, comment_id, is_internal)
    references ticket_comments (org_id, ticket_id, id, is_internal),
  add constraint files_enquiry foreign key (org_id, enquiry_id) references enquiries on delete cascade;

create index files_of_ticket on files (org_id, ticket_id) where ticket_id is not null;
create index files_of_customer on files (org_id, customer_id) where customer_id is not null and ticket_id is null;
create index files_of_enquiry on files (org_id, enquiry_id) where enquiry_id is not null;
create index files_of_sender on files (uploaded_by) where attached_at is null;

-- What a person may have sent and not used. One sender's requests wait for each other, so that each counts the others' files.
create function limit_unattached_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('unattached_files ' || new.uploaded_by, 0));
  if (select count(*) from stodpunkt.files where uploaded_by = new.uploaded_by and attached_at is null)
    >= stodpunkt.unattached_files_max() then
    raise exception 'too many files that are attached to nothing'
      using errcode = 'check_violation', constraint = 'unattached_files_at_most_max', table = 'files';
  end if;
  return new;
end $$;
revoke all on function limit_unattached_files() from public;
create trigger limit_unattached before insert on files for each row
  when (new.uploaded_by is not null and new.attached_at is null) execute function limit_unattached_files();

-- Files are attached in the transaction that makes the comment, ticket or enquiry: no other one adds to it meanwhile.
create function limit_attached_files() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from stodpunkt.files
      where org_id = new.org_id and (ticket_id = new.ticket_id and comment_id is not distinct from new.comment_id
        or enquiry_id = new.enquiry_id)) > stodpunkt.attached_files_max() then
    raise exception 'too many files of one parent'
      using errcode = 'check_violation', constraint = 'attached_files_at_most_max', table = 'files';
  end if;
  return null;
end $$;
revoke all on function limit_attached_files() from public;
create trigger limit_attached after update of attached_at, ticket_id, comment_id, enquiry_id on files for each row
  when (new.ticket_id is not null or new.enquiry_id is not null) execute function limit_attached_files();

-- An attached file keeps its parent, but for an enquiry's, which goes on to the ticket.
create function guard_file_parent() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'an attached file keeps its parent' using errcode = 'insufficient_privilege';
end $$;
create trigger guard_parent before update of is_company, customer_id, ticket_id, comment_id, is_internal, enquiry_id, attached_at
  on files for each row when (old.attached_at is not null and old.enquiry_id is null) execute function guard_file_parent();

drop policy staff_read on files;
create policy staff_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_staff()) and attached_at is not null);

drop policy customer_read on files;
create policy customer_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and (is_company
    or customer_id = actor.customer_id() and shown_in_portal and actor.sees_company()));
-- Seen where the ticket is, as its comments are.
create policy customer_read_ticket on files for select to stodpunkt_app
  using (org_id = actor.org_id() and (select actor.is_customer()) and customer_id = actor.customer_id()
    and ticket_id is not null and not is_internal
    and (actor.sees_company() or exists (select from tickets t where t.org_id = files.org_id and t.id = files.ticket_id)));

-- A file that is attached to nothing is its sender's alone.
drop policy admin_receive on files;
create policy sender_receive on files for insert to stodpunkt_app
  with check (org_id = actor.org_id() and (actor.is_staff() or actor.is_customer()) and uploaded_by = actor.user_id()
    and state = 'receiving' and attached_at is null);
create policy sender_read on files for select to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()));
create policy sender_remove on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()));

-- To what the sender may attach it: an own comment, a ticket that they opened, and for staff a customer.
create policy sender_attach on files for update to stodpunkt_app
  using (org_id = actor.org_id() and uploaded_by = actor.user_id() and attached_at is null
    and (actor.is_staff() or actor.is_customer()))
  with check (org_id = actor.org_id() and uploaded_by = actor.user_id() and not is_company and enquiry_id is null
    and (actor.is_staff() or actor.is_customer() and (attached_at is null
      or customer_id = actor.customer_id() and ticket_id is not null and not is_internal))
    and (comment_id is null or exists (select from ticket_comments c
      where c.org_id = files.org_id and c.id = files.comment_id and c.user_id = actor.user_id()))
    and (ticket_id is null or comment_id is not null or exists (select from tickets t
      where t.org_id = files.org_id and t.id = files.ticket_id and t.created_by = actor.user_id())));

drop policy admin_change on files;
create policy admin_change on files for update to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and (is_company or attached_at is null and uploaded_by = actor.user_id()))
  with check (org_id = actor.org_id() and actor.is_admin() and uploaded_by = actor.user_id() and is_company);
drop policy admin_remove on files;
create policy admin_remove on files for delete to stodpunkt_app
  using (org_id = actor.org_id() and actor.is_admin() and is_company);

-- An enquiry's files become those of the ticket that is made of it, by whoever makes it.
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

grant update (customer_id, ticket_id, comment_id, is_internal, enquiry_id, shown_in_portal) on files to stodpunkt_app;
