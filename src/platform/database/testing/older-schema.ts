/** A migration of the current version, which `revertMigration` removes; no later one needs what it makes. */
export const REVERTED_MIGRATION = '0032-operations.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertMigration = `
  drop function installed_at();
  delete from migrations where name = '${REVERTED_MIGRATION}'`

/** Lets a test store names and titles of several lines, which mails and files must still keep on one. */
export const dropOneLineRules = `
  do $$
  declare rule record;
  begin
    for rule in select conrelid::regclass as "table", conname from pg_constraint where conname like '%_is_one_line' loop
      execute format('alter table %s drop constraint %I', rule."table", rule.conname);
    end loop;
  end $$`
