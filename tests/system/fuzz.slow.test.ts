// Every generated request gets a declared response in Swedish. `npm run fuzz` sends a million requests to the built
// product.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openActors } from '../fuzz/actors.ts'
import { decompressed } from '../fuzz/decompress.ts'
import { fuzz, type Transport } from '../fuzz/fuzz.ts'
import type { OpenApi } from '../fuzz/operations.ts'
import { captureLog } from '../harness/captured-log.ts'
import { aFrontend } from '../harness/frontend.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 40_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)

let h: Harness
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({
    frontend: aFrontend(),
    logger: errors.logger,
    poolSize: 8,
    receiptsPerDay: 100_000,
  })
})
afterAll(() => h.stop())

const send: Transport = async ({ method, url, headers, body, network }) => {
  const answer = await h.app.inject({
    // An absolute URL, because a path that begins with `//` or `/\` would otherwise be parsed as a host name.
    method: method as 'GET',
    url: `http://localhost${url}`,
    remoteAddress: network,
    headers: Object.fromEntries(headers),
    ...(body !== undefined && { payload: body }),
  })
  const responseHeaders = answer.headers as Record<string, string>
  return {
    status: answer.statusCode,
    headers: responseHeaders,
    body: decompressed(answer.rawPayload, responseHeaders['content-encoding']),
  }
}

/** Without the live streams, which never end: they have separate tests, and `npm run fuzz` opens them over sockets. */
function withoutStreams({ paths }: OpenApi): OpenApi {
  return { paths: Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/live'))) }
}

test(`${REQUESTS} requests of a seed all get a declared response in Swedish, and no error is logged`, async () => {
  const { id: orgId } = await h.anOrganization()
  const description = withoutStreams(h.app.swagger() as unknown as OpenApi)
  const actors = await openActors(h.database, h.tokens, orgId)
  const outcome = await fuzz({ description, actors, send, seed: SEED, requests: REQUESTS, concurrency: 6 })
  expect(outcome.failures).toEqual([])
  expect(errors.text()).toBe('')
  expect(outcome.sent).toBeGreaterThanOrEqual(REQUESTS)
  expect(1 - outcome.uncovered.length / outcome.operations, outcome.uncovered.join('\n')).toBeGreaterThan(0.7)
}, 900_000)
