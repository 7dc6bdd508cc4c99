-- That the mail server refuses outgoing mail, which mail cannot tell: one row since its first refusal, for every process, until
-- it accepts a mail. Without an organization, as the server is.
create table mail_outage (
  is_current boolean primary key default true constraint mail_outage_is_one check (is_current),
  since timestamptz not null default now(),
  reason text not null
    constraint mail_outage_reason_values check (reason in ('unreachable', 'sign_in', 'tls', 'sender', 'recipients')),
  -- Each refusal that counts; of recipients a hash each, so that one address counts once.
  refusals text[] not null constraint mail_outage_refusals_limit check (cardinality(refusals) between 1 and 3),
  -- There were enough to say that it is the server.
  is_told boolean not null default false
);

-- A fact of the server, which backups do not hold.
call protect('mail_outage');
drop policy backup_read on mail_outage;
revoke all on mail_outage from stodpunkt_backup;
create policy staff_read on mail_outage for select to stodpunkt_app using ((select actor.is_staff()));
grant select (since, reason, is_told) on mail_outage to stodpunkt_app;
create policy jobs_note on mail_outage to stodpunkt_jobs using (true) with check (true);
grant select, insert (reason, refusals, is_told), update (since, reason, refusals, is_told), delete on mail_outage to stodpunkt_jobs;

-- Every organization sends by the same server.
create function tell_mail_outage() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('live', jsonb_build_object('about', 'mail-alarm', 'org', id)::text) from stodpunkt.organizations;
  return null;
end $$;
revoke all on function tell_mail_outage() from public;
create trigger tell_begun after insert on mail_outage for each row when (new.is_told) execute function tell_mail_outage();
create trigger tell_changed after update on mail_outage for each row
  when (old.is_told <> new.is_told) execute function tell_mail_outage();
create trigger tell_ended after delete on mail_outage for each row when (old.is_told) execute function tell_mail_outage();
