// The units of ops/systemd, checked by systemd itself, with this checkout in place of the installation's folders.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const units = join(root, 'ops/systemd')
const isMissing = spawnSync('systemd-analyze', ['--version']).error !== undefined
if (isMissing) process.stdout.write('Skipped, units: systemd is not installed (apt-get install systemd)\n')

test.skipIf(isMissing)('systemd reports no problem in any unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stodpunkt-units-'))
  const names = readdirSync(units).filter((name) => /\.(service|socket)$/.test(name))
  expect(names.length).toBeGreaterThan(2)
  for (const name of names) {
    const text = readFileSync(join(units, name), 'utf8')
      .replaceAll('/opt/stodpunkt/', `${root}/`)
      .replaceAll('/usr/local/lib/stodpunkt/', `${root}/ops/scripts/`)
    writeFileSync(join(folder, name), text)
  }
  const paths = names.map((name) => join(folder, name.replace('@.', '@1.')))
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', '--recursive-errors=no', ...paths],
    {
      encoding: 'utf8',
    },
  )
  rmSync(folder, { recursive: true, force: true })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})
