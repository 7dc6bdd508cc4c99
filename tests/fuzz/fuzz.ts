// Sends what was drawn, judges what comes back, and makes what failed as small as it gets. Nothing waits for a clock: a seed
// draws the same requests again, while what they find (ids, versions) depends on what was done before them.
import fc from 'fast-check'
import type { Cast } from './actors.ts'
import { hostileRequests } from './hostile.ts'
import { faultInLetters, sealOne } from './id-letter-case.ts'
import { openPool } from './pool.ts'
import { type Drawn, mayCall, type OpenApi, operationsOf, requestsTo } from './requests.ts'
import { type Answer, faultIn, NOT_FOR_THEM } from './response-check.ts'

export type Wire = {
  method: string
  url: string
  headers: [string, string][]
  body: string | Buffer | undefined
  network: string
}
export type Transport = (wire: Wire) => Promise<Answer>

type Plan = {
  description: OpenApi
  cast: Cast
  send: Transport
  seed: number
  requests: number
  atOnce: number
  seconds?: number
  /** Told of every request that was answered. */
  onAnswer?: () => void
}
type Failure = { seed: number; fault: string; curl: string }
export type Outcome = {
  sent: number
  statuses: Record<string, number>
  met: number
  operations: number
  failures: Failure[]
}

const SHRINKS = 400
const FAILURES_TOLD = 12
/** They cost as much as several others. */
const HOSTILE_ONE_IN = 60
const TOO_LARGE = 60_000
const TOO_LARGE_ADDRESS = 12_000

class Fault extends Error {}

export async function fuzz({
  description,
  cast,
  send,
  seed,
  requests,
  atOnce,
  seconds = 3600,
  onAnswer,
}: Plan): Promise<Outcome> {
  const operations = operationsOf(description)
  const drawn = fc.oneof(
    { weight: HOSTILE_ONE_IN - 1, arbitrary: requestsTo(operations) },
    { weight: 1, arbitrary: hostileRequests(operations) },
  )
  const pool = openPool()
  for (const id of cast.ids) pool.add('any', id)
  await sealOne(pool, cast, send)
  const until = Date.now() + seconds * 1000
  const statuses: Record<string, number> = {}
  const met = new Set<string>()
  const failures: Failure[] = []
  let sent = 0

  async function wireOf({ actor, method, url, headers, body, isLatin1, network }: Drawn): Promise<Wire> {
    const filled = pool.fill(url)
    const token = await cast.tokenOf(actor)
    return {
      ...{ method, network, url: filled },
      headers: token ? [['authorization', `Bearer ${token}`], ...headers] : headers,
      body: body === undefined ? undefined : bytesOf(pool.fill(body, filled), isLatin1),
    }
  }
  async function ask(asked: Drawn, again = 2): Promise<{ wire: Wire; fault: string | undefined }> {
    const wire = await wireOf(asked)
    const answer = await send(wire).catch((error: Error) => error)
    sent++
    onAnswer?.()
    if (answer instanceof Error) {
      statuses.none = (statuses.none ?? 0) + 1
      // What is over a limit is answered while it is on its way, and the connection ends.
      const isOver = (wire.body?.length ?? 0) > TOO_LARGE || wire.url.length > TOO_LARGE_ADDRESS
      return { wire, fault: isOver ? undefined : `no answer: ${answer.message}` }
    }
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    await learn(asked, answer)
    const fault =
      faultIn(asked, answer) ?? (asked.again ? await faultInLetters(asked.again, wire, answer, send) : undefined)
    if (fault !== NOT_FOR_THEM || again === 0) return { wire, fault }
    await cast.revive(asked.actor)
    return ask(asked, again - 1)
  }
  async function learn({ operation, actor, url, headers }: Drawn, answer: Answer) {
    if (!operation) return
    if (answer.status < 300) met.add(`${operation.method} ${operation.path}`)
    if (
      answer.status < 500 &&
      answer.headers['content-type']?.startsWith('application/json') &&
      answer.body.length < 50_000
    )
      pool.learn(JSON.parse(answer.body), url)
    const isRefused = answer.status === 401 || answer.status === 403
    if (isRefused && mayCall(operation, actor) && !headers.some(([name]) => name === 'authorization')) {
      await cast.revive(actor)
    }
  }

  /** Draws until something fails, then draws that smaller; goes on behind it with another seed. */
  async function work(first: number, share: number) {
    let left = share
    for (let round = 0; left > 0 && Date.now() < until && failures.length < FAILURES_TOLD; round++) {
      const own = first + round * 7919
      let smallest: Failure | undefined
      let tries = 0
      const property = fc.asyncProperty(drawn, async (asked) => {
        if (smallest && ++tries > SHRINKS) return
        const { wire, fault } = await ask(asked)
        if (!fault || (smallest && kindOf(smallest.fault) !== kindOf(fault))) return
        smallest = { seed: own, fault, curl: curlOf(wire) }
        throw new Fault(fault)
      })
      const { numRuns, errorInstance } = await fc.check(property, {
        ...{ seed: own, numRuns: left, interruptAfterTimeLimit: Math.max(1, until - Date.now()) },
        markInterruptAsFailure: false,
      })
      // What fails without an answer of the product is the fuzzer's own, and nobody may take the rest for judged.
      if (errorInstance && !(errorInstance instanceof Fault)) throw errorInstance
      left -= Math.max(numRuns, 1)
      const found = smallest as Failure | undefined
      if (found && !failures.some(({ curl }) => curl === found.curl)) failures.push(found)
    }
  }
  const share = Math.ceil(requests / atOnce)
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(seed + worker * 1_000_003, share)))
  return { sent, statuses, met: met.size, operations: operations.length, failures }
}

const kindOf = (fault: string) => fault.slice(0, 24)

const bytesOf = (text: string, isLatin1 = false) => (isLatin1 ? Buffer.from(text, 'latin1') : text)

const shortened = (text: string) => (text.length > 2000 ? `${text.slice(0, 200)}… (${text.length} characters)` : text)

/** As somebody would repeat it by hand; tokens are left out. */
function curlOf({ method, url, headers, body }: Wire) {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const shown = headers.map(
    ([name, value]) => `-H ${quoted(`${name}: ${value.startsWith('Bearer ey') ? 'Bearer …' : value}`)}`,
  )
  const sent = body === undefined ? [] : [`--data-binary ${quoted(shortened(body.toString()))}`]
  const address = url.length > 600 ? `${url.slice(0, 100)}… (${url.length} characters)` : url
  return ['curl -X', method, quoted(address), ...shown, ...sent].join(' ')
}
