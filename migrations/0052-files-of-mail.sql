-- Files that come with a mail (docs/decisions/065). They are stored in the transaction of what the mail causes, by functions
-- that check that the comment, ticket or enquiry was written in that same transaction. Those of a known sender are never
-- refused for the quota; those of a stranger share what the visitors of the public site may send in a day.
alter table files
  add mail_sender text constraint files_mail_sender_values check (mail_sender in ('known', 'stranger')),
  drop constraint files_sender_is_known,
  -- An enquiry's file is the ticket's once one is made of it.
  add constraint files_sender_is_known check (uploaded_by is not null or not is_company and (customer_id is null or ticket_id is not null)
    and (comment_id is null or mail_sender is not null));

-- How many more files a parent takes.
create function files_left(org uuid, ticket uuid, comment uuid, enquiry uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select stodpunkt.attached_files_max() - count(*)::integer from stodpunkt.files
  where org_id = org and (ticket_id = ticket and comment_id is not distinct from comment or enquiry_id = enquiry)
$$;
revoke all on function files_left(uuid, uuid, uuid, uuid) from public;
grant execute on function files_left(uuid, uuid, uuid, uuid) to stodpunkt_jobs;

-- Stores the row of a file at one of a comment, a ticket or an enquiry, if there is room for it: ready, or to be checked by a
-- virus scanner. The answer says what became of it. A picture inside the text that the ticket has already is a signature's logo, or the answered mail's own.
create function store_mail_file(org uuid, file uuid, to_comment uuid, to_ticket uuid, to_enquiry uuid, sender text, is_inline boolean,
  file_name text, file_type text, file_bytes bigint, file_sha256 bytea, file_width integer, file_height integer,
  file_variants text[], stored_bytes bigint, file_state text)
returns text language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  -- A row that this transaction has written.
  own constant xid := pg_current_xact_id()::xid;
  customer uuid;
  of_ticket uuid := to_ticket;
  internal boolean := false;
begin
  if to_comment is not null then
    select c.customer_id, c.ticket_id, c.is_internal into customer, of_ticket, internal
    from stodpunkt.ticket_comments c where c.org_id = org and c.id = to_comment and c.xmin = own;
  elsif to_ticket is not null then
    select t.customer_id into customer from stodpunkt.tickets t where t.org_id = org and t.id = to_ticket and t.xmin = own;
  else
    perform from stodpunkt.enquiries e where e.org_id = org and e.id = to_enquiry and e.xmin = own;
  end if;
  if not found or num_nonnulls(to_comment, to_ticket, to_enquiry) <> 1 then
    perform stodpunkt.refuse_mail('the file belongs to nothing that this mail wrote');
  end if;
  if is_inline and exists (select from stodpunkt.files f
    where f.org_id = org and f.ticket_id = of_ticket and f.sha256 = file_sha256 and not f.is_internal) then
    return 'known_picture';
  end if;
  if stodpunkt.files_left(org, of_ticket, to_comment, to_enquiry) <= 0 then return 'too_many'; end if;
  if sender = 'stranger' then
    if file_bytes > stodpunkt.stranger_file_max() then return 'too_large'; end if;
    if not stodpunkt.has_room_for_stranger(org, stored_bytes) then return 'no_room'; end if;
  end if;
  insert into stodpunkt.files (org_id, id, customer_id, ticket_id, comment_id, is_internal, enquiry_id, mail_sender, name, type,
    bytes, sha256, width, height, variants, state, attached_at)
  values (org, file, customer, of_ticket, to_comment, internal, to_enquiry, sender, file_name, file_type,
    file_bytes, file_sha256, file_width, file_height, file_variants, file_state, now());
  return 'stored';
end $$;
revoke all on function store_mail_file(uuid, uuid, uuid, uuid, uuid, text, boolean, text, text, bigint, bytea, integer, integer,
  text[], bigint, text) from public;
grant execute on function store_mail_file(uuid, uuid, uuid, uuid, uuid, text, boolean, text, text, bigint, bytea, integer, integer,
  text[], bigint, text) to stodpunkt_jobs;

-- A chunk of a file of this transaction.
create function store_mail_chunk(org uuid, file uuid, chunk_variant text, chunk_position integer, chunk bytea) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sender text;
begin
  select f.mail_sender into sender from stodpunkt.files f
  where f.org_id = org and f.id = file and f.xmin = pg_current_xact_id()::xid;
  if sender is null then perform stodpunkt.refuse_mail('the file did not come with this mail'); end if;
  insert into stodpunkt.file_chunks (org_id, file_id, variant, position, content)
  values (org, file, chunk_variant, chunk_position, chunk);
end $$;
revoke all on function store_mail_chunk(uuid, uuid, text, integer, bytea) from public;
grant execute on function store_mail_chunk(uuid, uuid, text, integer, bytea) to stodpunkt_jobs;
