// systemd's journal reads a line's priority from a prefix, which it removes (sd-daemon(3)), so that `journalctl -p
// warning` shows only warnings and errors.
import { fstatSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Levels of pino with the priorities of syslog(3): critical, error, warning, informational; lower levels are debug. */
const priorities = [
  [60, 2],
  [50, 3],
  [40, 4],
  [30, 6],
] as const

/**
 * Whether a descriptor writes to the journal, of which systemd sets device and inode in JOURNAL_STREAM
 * (systemd.exec(5)).
 */
export function isJournal(descriptor: number, stream = process.env.JOURNAL_STREAM): boolean {
  if (!stream) return false
  try {
    const { dev, ino } = fstatSync(descriptor, { bigint: true })
    return stream === `${dev}:${ino}`
  } catch {
    return false
  }
}

/** The prefix of a line at a level of pino. */
const prefixOf = (level: number) => `<${priorities.find(([least]) => level >= least)?.[1] ?? 7}>`

/** A destination of pino that begins each line with its priority. */
export function withPriorities(output: DestinationStream): DestinationStream {
  const destination = {
    // Makes pino set lastLevel before each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write: (line: string) => output.write(prefixOf(destination.lastLevel) + line),
  }
  return destination
}

/** Prints messages for the operator on standard error; in the journal each line with its priority. */
export function printForOperator(sentences: string, level: 'warning' | 'error') {
  if (!isJournal(process.stderr.fd)) process.stderr.write(`\n${sentences}\n`)
  else process.stderr.write(`${sentences.replaceAll(/^/gm, prefixOf(level === 'error' ? 50 : 40))}\n`)
}
