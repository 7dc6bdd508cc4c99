// Clients that read and write continuously on the full demo, each after its previous response. Every request must succeed
// within a second, and memory must not grow. The times include the garbage collections forced to measure memory.
import { Agent } from 'node:http'
import { FLAT, MIN_SAMPLES, probed, residentGrowth, type Sample, sampleMemory } from '../tools/support/memory.ts'
import { randomFrom } from '../tools/support/random.ts'
import { type Kind, kinds, type Office, openOffices } from './mixed-requests.ts'
import { percentiles } from './open-loop.ts'
import type { Part } from './part.ts'
import { isGood, send } from './send.ts'
import { openStage, type SignToken, type Stage } from './stage.ts'

const CLIENTS = 16
const SECONDS = Number(process.env.MIXED_SECONDS ?? 300)
const SEED = 7
const SLOW_MS = 1000
const MAX_LISTED = 20
const MAX_FAILURES = 1000
/** An access token expires after 15 minutes. */
const RENEWED_AFTER_MS = 5 * 60_000

type Measured = { times: Map<string, number[]>; failed: string[]; slow: string[]; answered: number }

export const mixed: Part = {
  name: 'mixed',
  title: `${CLIENTS} clients for ${SECONDS} s on the full demo, four reads to a write, each after its previous response; seed ${SEED}`,
  missing: () => undefined,
  run: async () => {
    const stage = await openStage('full', { environment: probed })
    try {
      const memory: Sample[] = []
      const measured: Measured = {
        times: new Map(kinds.map(({ name }) => [name, []])),
        failed: [],
        slow: [],
        answered: 0,
      }
      const stop = sampleMemory(stage.product, memory, () => measured.answered)
      try {
        await work(stage, measured)
      } finally {
        await stop()
      }
      report(measured)
      reportMemory(memory)
    } finally {
      await stage.stop()
    }
  },
}

async function work(stage: Stage, measured: Measured) {
  const offices = await openOffices(
    stage,
    Array.from({ length: CLIENTS }, (_, nth) => randomFrom(SEED + nth)),
  )
  const tokens = await openTokens(stage)
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const deadline = performance.now() + SECONDS * 1000
  const one = async (office: Office, nth: number) => {
    const token = tokens[nth % tokens.length] as SignToken
    while (performance.now() < deadline && measured.failed.length < MAX_FAILURES)
      await sendOne({ agent, port: stage.product.port, token }, office, measured)
  }
  await Promise.all(offices.map(one))
  agent.destroy()
}

/** Tokens of different staff, up to one per client. */
async function openTokens(stage: Stage): Promise<SignToken[]> {
  const { rows } = await stage.query<{ userId: string; email: string }>(
    `select u.id as "userId", u.email from user_roles r join auth.users u on u.id = r.user_id
     where r.org_id = $1 order by u.email limit $2`,
    [stage.viewer.orgId, CLIENTS],
  )
  const tokens: SignToken[] = []
  for (const login of rows) tokens.push(renewing(await stage.openSession(login)))
  return tokens
}

/** Signs a new token before the current one expires. */
function renewing(sign: SignToken): SignToken {
  let token = sign()
  let signedAt = performance.now()
  return () => {
    if (performance.now() - signedAt > RENEWED_AFTER_MS) {
      token = sign()
      signedAt = performance.now()
    }
    return token
  }
}

async function sendOne(
  { agent, port, token }: { agent: Agent; port: number; token: SignToken },
  office: Office,
  measured: Measured,
) {
  const kind = pickKind(office.random())
  const { onSuccess, ...request } = kind.request(office)
  const headers = {
    authorization: `Bearer ${await token()}`,
    ...(request.body && { 'content-type': 'application/json' }),
  }
  const label = `${kind.name}: ${request.method} ${request.path}`
  const startedAt = performance.now()
  const answer = await send(agent, port, { ...request, headers }).catch((error: unknown) => ({
    ...{ status: 0, body: Buffer.from(String(error)) },
  }))
  const tookMs = performance.now() - startedAt
  measured.answered++
  measured.times.get(kind.name)?.push(tookMs)
  if (tookMs >= SLOW_MS) measured.slow.push(`${label}: ${tookMs.toFixed(0)} ms`)
  if (isGood(answer)) onSuccess?.(answer.body.toString())
  else measured.failed.push(`${label}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
}

/** `chance` is at least 0 and below 1. */
function pickKind(chance: number): Kind {
  let left = chance * 100
  for (const kind of kinds) {
    left -= kind.percent
    if (left < 0) return kind
  }
  throw new Error('The percentages of the kinds do not add up to 100')
}

function report({ times, failed, slow, answered }: Measured) {
  const row = (name: string, values: number[]) => {
    const { p50, p99, max } = percentiles(values)
    return { request: name, count: values.length, 'p50 ms': tenth(p50), 'p99 ms': tenth(p99), 'max ms': tenth(max) }
  }
  const timesOf = (name: string) => times.get(name) ?? []
  const all = (isWriting: boolean) =>
    kinds.filter((kind) => Boolean(kind.isWriting) === isWriting).flatMap(({ name }) => timesOf(name))
  console.table([
    ...kinds.map(({ name }) => row(name, timesOf(name))),
    ...[row('reads', all(false)), row('writes', all(true)), row('total', [...times.values()].flat())],
  ])
  console.log(`${answered} requests, ${(answered / SECONDS).toFixed(0)} a second`)
  verdict(`${failed.length} errors`, failed.length === 0, failed)
  verdict(`${slow.length} took ${SLOW_MS} ms or longer`, slow.length === 0, slow)
}

function reportMemory(memory: Sample[]) {
  const mib = memory.map(({ bytes }) => Math.round(bytes / 2 ** 20)).join(' ')
  const growth = residentGrowth(memory)
  console.log(`resident after a collection, MiB: ${mib}`)
  if (memory.length < MIN_SAMPLES) console.log('the run is too short to judge memory')
  else verdict(`resident at the end over that at a fifth ${growth.toFixed(3)}, at most ${FLAT}`, growth <= FLAT)
}

function verdict(claim: string, holds: boolean, violations: string[] = []) {
  console.log(`${claim}: ${holds ? 'holds' : 'DOES NOT HOLD'}`)
  for (const line of violations.slice(0, MAX_LISTED)) console.log(`  ${line}`)
  if (!holds) process.exitCode = 1
}

const tenth = (value: number) => Number(value.toFixed(1))
