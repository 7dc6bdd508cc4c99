/** Takes back what the steps from 0021 on made: a database of the version before backups. */
export const undoLastSteps = `
  drop trigger guard_assignee on tickets; drop trigger guard_assignee on enquiries;
  drop trigger guard_technician on time_entries;
  drop function guard_assignee, guard_technician, refuse_inactive;
  drop table mail_handovers, backup_nights;
  drop function is_blank, refuse_blank cascade;
  alter table time_entries drop column said;
  create index time_entries_texts on time_entries using gin (archive_text(description, notes) gin_trgm_ops)
    where reported and deleted_at is null;
  drop trigger sums on time_entries; drop trigger sums_gone on time_entries; drop trigger sums_changed on time_entries;
  drop function sum_whole_time, sum_changed_time, add_open_time, add_reported_time, add_daily_time, recount_sums;
  drop table open_time_sums, reported_time_sums, daily_time_sums, ticket_counts;
  drop trigger counts on tickets; drop trigger counts_gone on tickets; drop trigger counts_moved on tickets;
  drop function count_whole_tickets, count_moved_tickets, add_ticket_counts;
  drop trigger ticket_sequence on organizations;
  do $$ declare org record; begin
    for org in select id from organizations loop execute 'drop sequence ' || ticket_sequence(org.id); end loop;
  end $$;
  drop function give_ticket_sequence, start_ticket_numbers, ticket_sequence;
  create table ticket_numbers (org_id uuid primary key references organizations, last_number integer not null);
  insert into ticket_numbers select id, 1000 + (select count(*) from tickets where org_id = id) from organizations;
  alter table ticket_numbers owner to stodpunkt_owner;
  call protect('ticket_numbers');
  create index tickets_closed on tickets (org_id) where status = 'closed';
  drop table backups, key_copies;
  do $$ declare p record; begin
    for p in select * from pg_policies where policyname = 'backup_read' loop
      execute format('drop policy backup_read on %I.%I; revoke all on %I.%I from stodpunkt_backup', p.schemaname, p.tablename, p.schemaname, p.tablename);
    end loop;
  end $$;
  revoke usage on schema auth, jobs from stodpunkt_backup;
  revoke all on function jobs.enqueue(text, json, integer) from stodpunkt_backup;
  delete from migrations where name >= '0021'`
