// Sends generated requests, checks the responses and shrinks failing requests. A seed generates the same requests
// again, while the ids and versions in them depend on earlier responses.
import fc from 'fast-check'
import type { FuzzActors } from './actors.ts'
import { hostileRequests } from './hostile.ts'
import { faultInIdCase, saveVaultEntry } from './id-letter-case.ts'
import { mayCall, type OpenApi, type Operation, operationsOf } from './operations.ts'
import { openPool } from './pool.ts'
import type { GeneratedRequest } from './request-parts.ts'
import { requestsTo } from './requests.ts'
import { type Answer, faultIn, NOT_AUTHORIZED } from './response-check.ts'
import { seedRows } from './seed-rows.ts'

export type RawRequest = {
  method: string
  url: string
  headers: [string, string][]
  body: string | Buffer | undefined
  network: string
}
/** Sends a request and resolves with the response; rejects if the connection fails. */
export type Transport = (request: RawRequest) => Promise<Answer>

type Plan = {
  description: OpenApi
  actors: FuzzActors
  send: Transport
  seed: number
  requests: number
  concurrency: number
  seconds?: number
  /** Called after every request. */
  onAnswer?: () => void
}
type Failure = { seed: number; fault: string; curl: string }
export type Outcome = {
  sent: number
  statuses: Record<string, number>
  operations: number
  /** The operations that never succeeded, as 'POST /api/tickets'. */
  uncovered: string[]
  failures: Failure[]
}

const SHRINKS = 400
const MAX_FAILURES = 12
/** A hostile request takes as long as several others. */
const HOSTILE_ONE_IN = 60
const LARGE_BODY_CHARS = 60_000
const LONG_URL_CHARS = 12_000

class Fault extends Error {}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

export async function fuzz({
  description,
  actors,
  send,
  seed,
  requests,
  concurrency,
  seconds = 3600,
  onAnswer,
}: Plan): Promise<Outcome> {
  const operations = operationsOf(description)
  const generated = fc.oneof(
    { weight: HOSTILE_ONE_IN - 1, arbitrary: requestsTo(operations) },
    { weight: 1, arbitrary: hostileRequests(operations) },
  )
  const pool = openPool()
  for (const id of actors.ids) pool.add('any', id)
  await saveVaultEntry(pool, actors, send)
  await seedRows(pool, actors, send)
  const deadline = Date.now() + seconds * 1000
  const statuses: Record<string, number> = {}
  const covered = new Set<string>()
  const failures: Failure[] = []
  let sent = 0

  async function toRawRequest({
    actor,
    method,
    url,
    headers,
    body,
    isLatin1,
    network,
  }: GeneratedRequest): Promise<RawRequest> {
    const filled = pool.fill(url)
    const token = await actors.tokenOf(actor)
    return {
      method,
      network,
      url: filled,
      headers: token ? [['authorization', `Bearer ${token}`], ...headers] : headers,
      body: body === undefined ? undefined : bytesOf(pool.fill(body, filled), isLatin1),
    }
  }
  async function sendAndCheck(
    request: GeneratedRequest,
    retries = 2,
  ): Promise<{ raw: RawRequest; fault: string | undefined }> {
    const raw = await toRawRequest(request)
    const answer = await send(raw).catch((error: Error) => error)
    sent++
    onAnswer?.()
    if (answer instanceof Error) {
      statuses.none = (statuses.none ?? 0) + 1
      // The server refuses an oversized request before it has read all of it, and closes the connection.
      const isOversized = (raw.body?.length ?? 0) > LARGE_BODY_CHARS || raw.url.length > LONG_URL_CHARS
      return { raw, fault: isOversized ? undefined : `no answer: ${answer.message}` }
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    await collect(request, answer)
    const fault =
      faultIn(request, answer) ??
      (request.repeatWithIdCase ? await faultInIdCase(request.repeatWithIdCase, raw, answer, send) : undefined)
    if (fault !== NOT_AUTHORIZED || retries === 0) return { raw, fault }
    await actors.restore(request.actor)
    return sendAndCheck(request, retries - 1)
  }
  async function collect({ operation, actor, url, headers }: GeneratedRequest, answer: Answer) {
    if (!operation) return
    if (answer.status < 300) covered.add(nameOf(operation))
    if (
      answer.status < 500 &&
      answer.headers['content-type']?.startsWith('application/json') &&
      answer.body.length < 50_000
    )
      pool.collect(JSON.parse(answer.body), url)
    const isRefused = answer.status === 401 || answer.status === 403
    if (isRefused && mayCall(operation, actor) && !headers.some(([name]) => name === 'authorization')) {
      await actors.restore(actor)
    }
  }

  /** Generates requests until one fails, shrinks that one, and continues with another seed. */
  async function work(firstSeed: number, share: number) {
    let left = share
    for (let round = 0; left > 0 && Date.now() < deadline && failures.length < MAX_FAILURES; round++) {
      const ownSeed = firstSeed + round * 7919
      let smallest: Failure | undefined
      let tries = 0
      const property = fc.asyncProperty(generated, async (request) => {
        if (smallest && ++tries > SHRINKS) return
        const { raw, fault } = await sendAndCheck(request)
        if (!fault || (smallest && kindOf(smallest.fault) !== kindOf(fault))) return
        smallest = { seed: ownSeed, fault, curl: curlOf(raw) }
        throw new Fault(fault)
      })
      const { numRuns, errorInstance } = await fc.check(property, {
        seed: ownSeed,
        numRuns: left,
        interruptAfterTimeLimit: Math.max(1, deadline - Date.now()),
        markInterruptAsFailure: false,
      })
      // An error of the fuzzer itself: the remaining requests have not been checked.
      if (errorInstance && !(errorInstance instanceof Fault)) throw errorInstance
      left -= Math.max(numRuns, 1)
      const found = smallest as Failure | undefined
      if (found && !failures.some(({ curl }) => curl === found.curl)) failures.push(found)
    }
  }
  const share = Math.ceil(requests / concurrency)
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(seed + worker * 1_000_003, share)))
  const uncovered = operations.map(nameOf).filter((name) => !covered.has(name))
  return { sent, statuses, operations: operations.length, uncovered, failures }
}

const kindOf = (fault: string) => fault.slice(0, 24)

const bytesOf = (text: string, isLatin1 = false) => (isLatin1 ? Buffer.from(text, 'latin1') : text)

const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 200)}… (${text.length} characters)` : text)

/** A curl command that repeats the request by hand, without tokens. */
function curlOf({ method, url, headers, body }: RawRequest) {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const headerArguments = headers.map(
    ([name, value]) => `-H ${quoted(`${name}: ${/^Bearer (ey|sp_)/.test(value) ? 'Bearer …' : value}`)}`,
  )
  const bodyArguments = body === undefined ? [] : [`--data-binary ${quoted(shortened(body.toString()))}`]
  const address = url.length > 600 ? `${url.slice(0, 100)}… (${url.length} characters)` : url
  return ['curl -X', method, quoted(address), ...headerArguments, ...bodyArguments].join(' ')
}
