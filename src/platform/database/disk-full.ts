/** SQLSTATE of a write for which the server's disk has no space. */
const DISK_FULL = '53100'
const fileCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Whether a disk is full, or a quota of it used up: this machine's or the database server's; also as the cause of an error. */
export function isDiskFullError(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === DISK_FULL || fileCodes.has(code) || (cause !== undefined && isDiskFullError(cause))
}

/** What the operator is told. */
export const DISK_IS_FULL = 'Disken är full. Frigör plats där DATA_DIR eller databasen ligger och kör igen.'

/** Whether a text of PostgreSQL's programs says that a disk is full; they write in English here. */
export const saysDiskFull = (text: string): boolean => /No space left on device|Disk quota exceeded/.test(text)
