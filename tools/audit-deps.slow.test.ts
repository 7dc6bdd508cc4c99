// The result of `npm run audit:deps` for different answers of the registry.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { outcomeOf, startScript } from '#tests/harness/scripts.ts'

/** The last line of the output, with a registry that answers every request in this way. */
async function conclusionWith(status: number, body: object): Promise<string | undefined> {
  const registry = createServer((request, reply) => {
    request
      .resume()
      .on('end', () => reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  onTestFinished(() => registry.close().closeAllConnections())
  const { port } = registry.address() as AddressInfo
  const environment = {
    HOME: tmpdir(),
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_fetch_retries: '0',
  }
  const { stdout } = await outcomeOf(startScript('tools/audit-deps.ts', [], environment))
  return stdout.trim().split('\n').at(-1)
}

test('A-162: an audit that the registry cannot answer is reported as skipped, not as passed', async () => {
  expect(await conclusionWith(404, { error: 'not found' })).toBe(
    'No problems in what was checked; skipped: known vulnerabilities (npm audit).',
  )
  expect(await conclusionWith(200, {})).toBe('No problems.')
})
