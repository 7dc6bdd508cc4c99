/** SQLSTATE of a write for which the server's disk has no space. */
const DISK_FULL = '53100'
const fileCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Whether a disk is full, or a quota of it used up: this machine's or the database server's. */
export function isDiskFullError(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string }
  return code === DISK_FULL || fileCodes.has(code)
}
