-- Mail carries the public files of a ticket (docs/decisions/059). Those of internal comments are hidden from the jobs, as the
-- comments are.
create policy jobs_read_public on files for select to stodpunkt_jobs
  using (ticket_id is not null and not is_internal and state = 'ready');
grant select (org_id, id, ticket_id, comment_id, is_internal, name, type, bytes, state) on files to stodpunkt_jobs;

create policy jobs_read_public on file_chunks for select to stodpunkt_jobs
  using (exists (select from files f where f.org_id = file_chunks.org_id and f.id = file_chunks.file_id
    and f.ticket_id is not null and not f.is_internal));
grant select on file_chunks to stodpunkt_jobs;
