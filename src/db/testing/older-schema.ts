/** A migration of the current version, which `revertMigration` removes. */
export const REVERTED_MIGRATION = '0019-portal-logins.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertMigration = `
  drop function logins_of(uuid);
  delete from migrations where name = '${REVERTED_MIGRATION}'`
