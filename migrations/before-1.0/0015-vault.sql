-- The keys that technical information may be written under, by the fingerprint that is their id; the keys themselves are
-- in no database. A process with other keys than these can store nothing (rule 24).
create table vault_keys (
  id text primary key,
  added_at timestamptz not null default now()
);
insert into vault_keys (id) select distinct key_id from customer_credentials where key_id is not null;
alter table customer_credentials add foreign key (key_id) references vault_keys;
create index customer_credentials_of_key on customer_credentials (key_id);

call protect('vault_keys');
create policy staff_read on vault_keys for select to stodpunkt_app using (actor.is_staff());
grant select on vault_keys to stodpunkt_app;

-- A version is never changed nor taken away. Under another key, which the owner alone may do, it is still that version.
create function keep_credentials() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or (old.org_id, old.customer_id, old.version, old.created_by, old.created_at)
      is distinct from (new.org_id, new.customer_id, new.version, new.created_by, new.created_at)
    or (old.key_id is null) <> (new.key_id is null) then
    raise exception 'A version of technical information is never changed' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger keep before update or delete on customer_credentials for each row execute function keep_credentials();
