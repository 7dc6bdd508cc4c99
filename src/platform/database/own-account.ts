import { userInfo } from 'node:os'

/** Names the account that runs this process, in Swedish: the `stodpunkt` command switches from root to the service's account. */
export function runsAs(): string {
  return `Kommandot körs som användaren ${ownName()}.`
}

function ownName() {
  try {
    return userInfo().username
  } catch {
    return `${process.getuid?.()}` // an account without a name
  }
}

/** Whether the error or one of its causes is a denied permission. */
export function isForbidden(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) || isForbidden(error.cause)
}
