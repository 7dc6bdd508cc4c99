/** A migration of the current version, which `revertMigration` removes; no later one needs what it makes. */
export const REVERTED_MIGRATION = '0026-login-counts.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertMigration = `
  drop function count_logins(uuid[]);
  delete from migrations where name = '${REVERTED_MIGRATION}'`
