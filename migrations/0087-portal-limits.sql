-- What one person may open, write and send by a login of the portal. Tickets and comments by mail count together with those
-- of the portal, but are never refused here: such mail goes to Inkorg (TICKETS_PER_SENDER_AND_HOUR).
create function portal_tickets_per_hour() returns integer language sql immutable parallel safe as $$ select 20 $$;
create function portal_comments_per_hour() returns integer language sql immutable parallel safe as $$ select 60 $$;
create function portal_files_per_day() returns integer language sql immutable parallel safe as $$ select 100 $$;

create table portal_counts (
  org_id uuid not null,
  customer_id uuid not null,
  contact_id uuid not null,
  counted text not null constraint portal_counts_counted_values check (counted in ('tickets', 'comments', 'files')),
  -- When, oldest first, within the time of the limit; no more than decide about the next.
  moments timestamptz[] not null,
  primary key (org_id, contact_id, counted),
  constraint portal_counts_contact foreign key (org_id, customer_id, contact_id)
    references contacts (org_id, customer_id, id) on delete cascade
);

-- Written by the function below alone.
call protect('portal_counts');
create policy jobs_read on portal_counts for select to stodpunkt_jobs using (true);
grant select on portal_counts to stodpunkt_jobs;

-- Counts one more of the actor's contact. The row is locked until the transaction ends, so that concurrent requests are
-- counted one after the other.
create function count_portal_write(what text, most integer, within interval, is_refused boolean) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare kept timestamptz[];
begin
  insert into stodpunkt.portal_counts as counts (org_id, customer_id, contact_id, counted, moments)
  values (actor.org_id(), actor.customer_id(), actor.contact_id(), what, array[now()])
  on conflict (org_id, contact_id, counted) do update set moments = (select array_agg(newest.at order by newest.at)
    from (select at from unnest(counts.moments || now()) at where at > now() - within order by at desc limit most + 1) newest)
  returning moments into kept;
  if is_refused and cardinality(kept) > most then
    raise exception 'too many % of one person', what using errcode = 'check_violation', table = 'portal_counts',
      constraint = 'portal_' || what || '_at_most_max', -- A request that began later may be counted before.
      detail = greatest(1, ceil(extract(epoch from least(kept[1], now()) - now() + within)))::integer::text;
  end if;
end $$;
revoke all on function count_portal_write(text, integer, interval, boolean) from public;
grant execute on function count_portal_write(text, integer, interval, boolean) to stodpunkt_app;

-- Runs as whoever inserts: the application's role for the portal, the owner in functions that act for a mail's sender.
create function limit_portal_write() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  is_refused constant boolean := current_user = 'stodpunkt_app';
begin
  case tg_table_name
    when 'tickets' then
      perform stodpunkt.count_portal_write('tickets', stodpunkt.portal_tickets_per_hour(), interval '1 hour', is_refused);
    when 'ticket_comments' then
      perform stodpunkt.count_portal_write('comments', stodpunkt.portal_comments_per_hour(), interval '1 hour', is_refused);
    when 'files' then
      perform stodpunkt.count_portal_write('files', stodpunkt.portal_files_per_day(), interval '1 day', is_refused);
  end case;
  return null;
end $$;

-- Named to run last: a ticket is locked before the counts, as by mail.
create trigger write_limit after insert on tickets for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();
create trigger write_limit after insert on ticket_comments for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();
create trigger write_limit after insert on files for each row
  when (actor.is_customer() and actor.contact_id() is not null) execute function limit_portal_write();

-- A file that was refused, or broke off, while it arrived is not counted.
create function forget_portal_file() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sender constant uuid := (select contact_id from stodpunkt.customer_users where user_id = old.uploaded_by);
begin
  -- A file that is refused leaves nothing.
  delete from stodpunkt.portal_counts
  where org_id = old.org_id and contact_id = sender and counted = 'files' and moments = array[old.created_at];
  update stodpunkt.portal_counts set moments = array_remove(moments, old.created_at)
  where org_id = old.org_id and contact_id = sender and counted = 'files';
  return null;
end $$;
revoke all on function forget_portal_file() from public;
create trigger write_limit_given_back after delete on files for each row
  when (old.state = 'receiving') execute function forget_portal_file();
