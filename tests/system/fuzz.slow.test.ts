// Whatever is sent, the product answers it, in its own words; `npm run fuzz` sends a million to the built one.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCast } from '../fuzz/actors.ts'
import { unpacked } from '../fuzz/decompress.ts'
import { fuzz, type Transport } from '../fuzz/fuzz.ts'
import type { OpenApi } from '../fuzz/requests.ts'
import { captureLog } from '../harness/captured-log.ts'
import { aFrontend } from '../harness/frontend.ts'
import { type Harness, startHarness } from '../harness/harness.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)

let h: Harness
const errors = captureLog('error')
beforeAll(async () => {
  h = await startHarness({
    ...{ frontend: aFrontend(), logger: errors.logger, poolSize: 8, receiptsPerDay: 100_000 },
  })
})
afterAll(() => h.stop())

const send: Transport = async ({ method, url, headers, body, network }) => {
  const answer = await h.app.inject({
    // A whole address: what begins with two slashes, or a slash and a backslash, would else be read as a host's name.
    ...{
      method: method as 'GET',
      url: `http://localhost${url}`,
      remoteAddress: network,
      headers: Object.fromEntries(headers),
    },
    ...(body !== undefined && { payload: body }),
  })
  const told = answer.headers as Record<string, string>
  return { status: answer.statusCode, headers: told, body: unpacked(answer.rawPayload, told['content-encoding']) }
}

/** Streams never end; what is told in them has tests of its own, and the command opens them over sockets. */
function described({ paths }: OpenApi): OpenApi {
  return { paths: Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith('/live'))) }
}

test(`${REQUESTS} requests of a seed are all answered as declared, in Swedish, and nothing fails inside`, async () => {
  const { id: orgId } = await h.anOrganization()
  const description = described(h.app.swagger() as unknown as OpenApi)
  const cast = await openCast(h.database, h.tokens, orgId)
  const outcome = await fuzz({ description, cast, send, seed: SEED, requests: REQUESTS, atOnce: 6 })
  expect(outcome.failures).toEqual([])
  expect(errors.text()).toBe('')
  expect(outcome.sent).toBeGreaterThanOrEqual(REQUESTS)
  expect(outcome.met / outcome.operations).toBeGreaterThan(0.8)
}, 900_000)
