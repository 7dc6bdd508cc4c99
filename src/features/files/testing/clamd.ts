// The real virus scanner with the test's own signature file; undefined if it is not installed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EICAR } from '#app/cli/doctor/scanner-samples.ts'
import { until } from '#shared/testing/until.ts'
import { openClamd } from '../server/clamd.ts'

const CLAMD = '/usr/sbin/clamd'
export const hasClamd = existsSync(CLAMD)
if (!hasClamd) process.stderr.write(`${CLAMD} is not installed (Debian: clamav-daemon): its tests are skipped\n`)

/** Starts clamd on its own socket; like the real signatures it finds EICAR only at the beginning of a file. */
export async function startClamd({ alertExceedsMax = true, maxStream = '100M' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-clamd-'))
  const signatures = join(folder, 'signatures')
  const socket = join(folder, 'socket')
  mkdirSync(signatures)
  writeFileSync(join(signatures, 'eicar.ndb'), `Eicar-Test-Signature:0:0:${EICAR.toString('hex')}\n`)
  const lines = {
    LocalSocket: socket,
    DatabaseDirectory: signatures,
    TemporaryDirectory: folder,
    Foreground: 'yes',
    AlertExceedsMax: alertExceedsMax ? 'yes' : 'no',
    StreamMaxLength: maxStream,
  }
  const config = join(folder, 'clamd.conf')
  writeFileSync(
    config,
    Object.entries(lines)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  const clamd = spawn(CLAMD, ['-c', config], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => void clamd.once('exit', () => resolve()))
  const url = `unix://${socket}`
  await until(() => openClamd(url, 5000).version(), 60_000)
  return {
    url,
    stop: async () => {
      clamd.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
