-- Mail tells staff which tickets they were given: the jobs also read who a ticket was given to, in its history.
drop policy jobs_read on ticket_changes;
create policy jobs_read on ticket_changes for select to stodpunkt_jobs using (field in ('status', 'assignee'));
