/** SQLSTATE of a write for which the server's disk has no space. */
const DISK_FULL = '53100'
const fileCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Whether an error, or one in its chain of causes, is a full disk or an exhausted disk quota, here or on the database server. */
export function isDiskFullError(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === DISK_FULL || fileCodes.has(code) || (cause !== undefined && isDiskFullError(cause))
}

/** The message for the operator. */
export const DISK_IS_FULL = 'Disken är full. Frigör plats där DATA_DIR eller databasen ligger och kör igen.'

/** Whether output of PostgreSQL's programs, which run with English messages here, reports a full disk. */
export const saysDiskFull = (text: string): boolean => /No space left on device|Disk quota exceeded/.test(text)
