-- A mail server may take no mail for a long time and say 'later' each time.
alter table mail_outage drop constraint mail_outage_reason_values;
alter table mail_outage add constraint mail_outage_reason_values
  check (reason in ('unreachable', 'sign_in', 'tls', 'sender', 'recipients', 'later'));
