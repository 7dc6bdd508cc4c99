/** A migration of the current version, which `revertMigration` removes; no later migration depends on it. */
export const REVERTED_MIGRATION = '0032-operations.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertMigration = `
  drop function installed_at();
  drop policy jobs_read on idempotency_keys;
  drop policy jobs_delete on idempotency_keys;
  drop function idempotency_key_retention();
  delete from migrations where name = '${REVERTED_MIGRATION}'`

/** Lets a test store names and titles with line breaks, which mails and files must still write on one line. */
export const dropOneLineRules = `
  do $$
  declare rule record;
  begin
    for rule in select conrelid::regclass as "table", conname from pg_constraint where conname like '%_is_one_line' loop
      execute format('alter table %s drop constraint %I', rule."table", rule.conname);
    end loop;
  end $$`
