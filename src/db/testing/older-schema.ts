/** The last migration, which `revertLastMigration` removes. */
export const REVERTED_MIGRATION = '0017-live.sql'

/** Reverts that migration, as if this were the database of a version before it. */
export const revertLastMigration = `
  drop function tell_ticket, tell_comment, tell_viewer, tell_actor, tell_customer, tell_enquiry, tell_enquiry_removed cascade;
  delete from migrations where name = '${REVERTED_MIGRATION}'`
