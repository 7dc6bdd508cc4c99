// The log in the journal of a real journald, in a separate mount namespace.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const JOURNALD = '/lib/systemd/systemd-journald'

/** Logs at three levels, and ends with a message for the operator. */
const program = `
  import { runCommand } from './src/app/cli/command.ts'
  import { openLog } from './src/app/server/log.ts'
  import { StartError } from './src/platform/database/start-error.ts'
  await runCommand(async () => {
    const log = openLog('debug')
    log.info('an information')
    log.warn({ route: '/api/tickets/:id' }, 'a warning')
    log.error('an error')
    process.stdout.write('Stödpunkt svarar på http://x.se\\n')
    throw new StartError('Inställningarna går inte att använda:\\n  PORT: ska vara ett heltal')
  })`

/** As systemd starts a service: one stream of the journal for both descriptors, named by JOURNAL_STREAM. */
const service = `
  exec 2>&1
  export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/$$/fd/1)
  exec "$NODE" --input-type=module -e "$PROGRAM"`

const inNamespace = `
  set -e
  mount -t tmpfs tmpfs /run
  mkdir -p /run/systemd/journal /run/log
  ${JOURNALD} >/dev/null 2>&1 &
  journald=$!
  while [ ! -S /run/systemd/journal/stdout ]; do kill -0 $journald; sleep 0.05; done
  systemd-cat -t stodpunkt sh -c "$SERVICE" || [ $? = 1 ]
  journalctl --sync
  journalctl -t stodpunkt -p "$PRIORITY" -o cat --no-pager
  kill $journald`

function journal(priority: string) {
  const { status, stdout, stderr } = spawnSync('unshare', ['--mount', 'sh', '-c', inNamespace], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program, SERVICE: service, PRIORITY: priority },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return stdout.trim().split('\n')
}

test('journalctl -p warning shows warnings, errors and why a start was refused, without prefixes', ({ skip }) => {
  if (spawnSync(JOURNALD, ['--version']).status !== 0) return skip('systemd-journald is not installed')
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) return skip('a mount namespace needs root')
  const lines = journal('warning')
  expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, msg: 'a warning', route: '/api/tickets/:id' },
    { level: 50, msg: 'an error' },
  ])
  expect(lines.slice(2)).toEqual(['Inställningarna går inte att använda:', '  PORT: ska vara ett heltal'])
  const all = journal('debug')
  expect(all.map((line) => line.replace(/.*"msg":"|"}$/g, ''))).toEqual([
    ...['an information', 'a warning', 'an error'],
    ...['Stödpunkt svarar på http://x.se', 'Inställningarna går inte att använda:', '  PORT: ska vara ett heltal'],
  ])
})
