import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('scripts run on the Node version of the project’s dependencies, whatever the machine has', () => {
  expect(process.versions.node).toMatch(/^26\./)
  const { stdout } = spawnSync('npm', ['exec', '--offline', '--', 'node', '--version'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe(process.version)
})
