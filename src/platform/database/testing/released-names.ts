/** The current names of the tables and columns that had others in 1.0.0 (migrations/0018-names-and-live.sql). */
const tables: Record<string, string> = { 'stodpunkt.kept_mail': 'stodpunkt.stored_mail' }
const columns: Record<string, string> = { told_at: 'notified_at' }

export const tableToday = (released: string): string => tables[released] ?? released
export const columnToday = (released: string): string => columns[released] ?? released
