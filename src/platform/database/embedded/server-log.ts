import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

const ROTATE_BYTES = 10 * 1024 * 1024
const TAIL_LINES = 15

/** Opens the server's log for one run (0600, appended, rotated to `.1` above 10 MB); `tail` returns the run's last lines. */
export function openServerLog(path: string) {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > ROTATE_BYTES) renameSync(path, `${path}.1`)
  const start = size > ROTATE_BYTES ? 0 : size
  const descriptor = openSync(path, 'a', 0o600)
  return {
    descriptor,
    tail: () => readFileSync(path).subarray(start).toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n'),
    close: () => closeSync(descriptor),
  }
}
