-- Mail that is handed to the mail server, one row a job: written before it is handed over, so that a mail whose outcome
-- nobody knows is sent once more at most. `unclear` counts the attempts without a known outcome.
create table mail_handovers (
  job text primary key check (length(job) <= 100),
  unclear smallint not null default 0 constraint mail_handovers_unclear check (unclear between 0 and 2),
  sent_at timestamptz,
  begun_at timestamptz not null default now()
);
create index mail_handovers_age on mail_handovers (begun_at);

-- Of the queue, which no backup holds.
call protect('mail_handovers');
drop policy backup_read on mail_handovers;
revoke all on mail_handovers from stodpunkt_backup;
create policy jobs_note on mail_handovers to stodpunkt_jobs using (true) with check (true);
grant select, insert (job, unclear, sent_at), update (unclear, sent_at), delete on mail_handovers to stodpunkt_jobs;
