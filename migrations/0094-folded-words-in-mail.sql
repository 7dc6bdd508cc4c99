-- The mail to staff about a ticket has every word of what the customer wrote.
grant select (folded) on tickets to stodpunkt_jobs;
