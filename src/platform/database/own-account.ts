import { userInfo } from 'node:os'

/** The account that runs this process, in words: `stodpunkt` changes from root to the service's. */
export function runsAs(): string {
  return `Kommandot körs som användaren ${ownName()}.`
}

function ownName() {
  try {
    return userInfo().username
  } catch {
    return `${process.getuid?.()}` // one without a name
  }
}

/** Whether this account may not do it, the error itself or its cause. */
export function isForbidden(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) || isForbidden(error.cause)
}
