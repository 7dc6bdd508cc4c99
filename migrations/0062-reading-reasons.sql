-- Why somebody read technical information, in the reader's own words (docs/decisions/133).
alter table audit_log
  add reason text constraint audit_log_reason_length check (length(reason) between 1 and 250),
  add constraint audit_log_reason_of_reading check (reason is null or (subject = 'credentials' and action = 'read'));
create trigger audit_log_not_blank before insert on audit_log
  for each row when (is_blank(new.reason)) execute function refuse_blank();

-- Each member of staff sees the own readings, whose last reason is suggested for the next one. A key sees none.
create policy own_readings on audit_log for select to stodpunkt_app
  using (subject = 'credentials' and action = 'read' and org_id = actor.org_id() and user_id = actor.user_id()
    and (select actor.is_staff() and actor.api_key_id() is null));
