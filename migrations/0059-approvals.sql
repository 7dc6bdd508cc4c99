-- How a sent invoice basis reaches the customer, and what happens when nobody answers (docs/decisions/128).

-- After so many working days without an answer a basis counts as approved; null: never.
alter table terms add silent_approval_days integer
  constraint terms_silent_approval_days_range check (silent_approval_days between 1 and 60);

alter table invoice_bases
  -- As of the terms when it was made.
  add silent_approval_days integer,
  -- The day from which a sent basis counts as approved, as its addressees were told; null while something stops it.
  add silent_approval_on date,
  -- Where the mail about the sent basis has left for: what nobody was told, nobody approves by silence.
  add told_to text[] not null default '{}',
  -- Sent once more after it had not reached `resent_after`.
  add resent_at timestamptz,
  add resent_by uuid references auth.users,
  add resent_after text[];
create index invoice_bases_silent on invoice_bases (silent_approval_on) where silent_approval_on is not null;
grant insert (silent_approval_days), update (silent_approval_on) on invoice_bases to stodpunkt_app;
grant select (silent_approval_days, silent_approval_on, undelivered, told_to, resent_at), update (silent_approval_on, told_to) on invoice_bases
  to stodpunkt_jobs;

create policy jobs_read on invoice_basis_questions for select to stodpunkt_jobs using (true);
grant select (org_id, basis_id, position, asked_by, answer) on invoice_basis_questions to stodpunkt_jobs;

-- What ends the wait, ends it for good: sending again, or the answer to the last question, starts another one.
create function stop_silent_approval() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.silent_approval_on := null;
  return new;
end $$;
revoke all on function stop_silent_approval() from public;
create trigger stop_silent_approval before update on invoice_bases for each row
  when (new.silent_approval_on is not null
    and (new.state <> 'sent' or new.outdated_at is not null or new.undelivered <> '{}'))
  execute function stop_silent_approval();

create function stop_silent_approval_of_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.invoice_bases set silent_approval_on = null
  where org_id = new.org_id and id = new.basis_id and silent_approval_on is not null;
  return null;
end $$;
revoke all on function stop_silent_approval_of_question() from public;
create trigger stop_silent_approval after insert on invoice_basis_questions for each row
  when (new.answer is null) execute function stop_silent_approval_of_question();

-- Approves, by the terms, what nobody has answered until its day. False when it has no such day any more, or while nobody who
-- was told still gets the basis.
create function approve_silent_invoice_basis(of_org uuid, basis uuid, today date, named text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update stodpunkt.invoice_bases set state = 'approved', approved_at = now(), approved_name = named
  where org_id = of_org and id = basis and state = 'sent' and needs_approval and silent_approval_on <= today and check_at is null
    and exists (select from stodpunkt.addressees_of(of_org, array[customer_id]) a where a.email = any (told_to));
  if not found then return false; end if;
  insert into stodpunkt.audit_log (id, org_id, user_id, action, subject, subject_id, detail)
  values (gen_random_uuid(), of_org, null, 'approved', 'basis', basis, jsonb_build_object('by', 'terms'));
  return true;
end $$;
revoke all on function approve_silent_invoice_basis(uuid, uuid, date, text) from public;
grant execute on function approve_silent_invoice_basis(uuid, uuid, date, text) to stodpunkt_jobs;

-- Staff send a basis again that had not reached somebody. False when there is none, it is unchecked or outdated, or nobody is addressed.
create function resend_invoice_basis(basis uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not actor.is_staff() then return false; end if;
  update stodpunkt.invoice_bases b set resent_at = now(), resent_by = actor.user_id(), resent_after = undelivered, undelivered = '{}',
    told_to = '{}'
  where org_id = actor.org_id() and id = basis and state = 'sent' and undelivered <> '{}' and outdated_at is null
    and check_at is null and exists (select from stodpunkt.addressees_of(b.org_id, array[b.customer_id]));
  return found;
end $$;
revoke all on function resend_invoice_basis(uuid) from public;
grant execute on function resend_invoice_basis(uuid) to stodpunkt_app;
