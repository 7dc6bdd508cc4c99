/** The last migration, which `revertLastMigration` removes. */
export const REVERTED_MIGRATION = '0018-public-facts.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertLastMigration = `
  drop function tell_facts cascade;
  delete from migrations where name = '${REVERTED_MIGRATION}'`
