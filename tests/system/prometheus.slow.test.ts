// The rules and the scrape configuration of ops/prometheus, checked by Prometheus' own tool.
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })

test('the alert rules and the scrape configuration are valid, and each alert fires', ({ skip }) => {
  if (promtool('--version').error) return skip('promtool is not installed (apt install prometheus)')
  for (const args of [
    ['check', 'rules', 'ops/prometheus/alerts.yml'],
    ['check', 'config', 'ops/prometheus/prometheus.yml'],
    ['test', 'rules', 'tests/system/prometheus/alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args)
    expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS') })
  }
})
