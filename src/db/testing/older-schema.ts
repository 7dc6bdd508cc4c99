/** The last migration of the schema that `undoLastMigration` leaves. */
export const UNDONE_MIGRATION = '0017-live.sql'

/** Undoes that migration, as if this were the database of a version before it. */
export const undoLastMigration = `
  drop function tell_ticket, tell_comment, tell_viewer, tell_actor, tell_customer, tell_enquiry, tell_enquiry_removed cascade;
  delete from migrations where name = '${UNDONE_MIGRATION}'`
