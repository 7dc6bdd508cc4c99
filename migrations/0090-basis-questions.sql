-- A question belongs to the basis that the customer was shown. The basis is locked, so that one that is being replaced has its
-- questions copied with this one, or refuses it.
create function guard_basis_question() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from stodpunkt.bases where org_id = new.org_id and id = new.basis_id and state = 'sent' and outdated_at is null
  for key share;
  if not found then
    raise exception 'the basis is not sent, or outdated'
      using errcode = 'insufficient_privilege', constraint = 'basis_questions_current';
  end if;
  return new;
end $$;
revoke all on function guard_basis_question() from public;
create trigger guard before insert on basis_questions for each row
  when (actor.is_customer()) execute function guard_basis_question();
