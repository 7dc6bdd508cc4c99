// The log goes to a file whose disk is full.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aSmallDisk } from '#shared/testing/small-disk.ts'

/** Logs more than fits, reports that, and logs one more line when notified that there is room. */
const program = `
  import { openLog } from '#app/server/log.ts'
  const log = openLog('info')
  for (let line = 0; line < 500; line++) log.info({ text: 'x'.repeat(10_000) }, 'a line')
  process.once('message', () => { log.info('the last line'); process.disconnect() })
  process.send('full')`

test('a full disk below the log loses lines, but stops neither the program nor later lines', async ({ skip }) => {
  const disk = aSmallDisk('1m')
  if (!disk) return skip('mounting a tmpfs needs root')
  onTestFinished(disk.remove)
  disk.fill(512 * 1024)
  const path = join(disk.folder, 'log')
  const file = openSync(path, 'a')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', file, 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  closeSync(file)
  const ended = once(child, 'exit')
  await Promise.race([once(child, 'message'), ended])
  disk.clear()
  if (child.connected) child.send('there is room')
  expect(await ended).toEqual([0, null])
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeLessThan(200)
  expect(lines.at(-1)).toMatch(/"msg":"the last line"\}$/)
})
