// Sign-in compared with the password hash alone, which is expensive on purpose; and A-03: the time of a refusal must not reveal
// whether an email address exists. Each sign-in comes from its own network.
import { setTimeout as wait } from 'node:timers/promises'
import { hash } from '#auth/server/argon2.ts'
import { percentiles } from './open-loop.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'
import { openStage, type Stage } from './stage.ts'

const ROUNDS = 5
const SECONDS = 2
const CLIENTS = [1, 4]
const PASSWORD = 'en lång mening om snö'
/** refusals of each kind; their medians may differ by less than ALIKE_MS, their ranks not significantly (p > 0.01). */
const REFUSALS = 200
const ALIKE_MS = 5
const LIMIT_OF_Z = 2.576
/** Attempts per address: fewer than lead to throttling. */
const TRIES = 4

export const signIn: Part = {
  name: 'sign-in',
  title: `signing in, ${ROUNDS} rounds of ${SECONDS} s each in turn; median (min–max)`,
  missing: () => undefined,
  run: async () => {
    const stage = await openStage('hundredth', {
      passwordHash: await hash(PASSWORD),
      environment: { TRUST_PROXY: '127.0.0.1' },
    })
    try {
      const { rows } = await stage.query<{ email: string }>('select email from auth.users order by email')
      const emails = rows.map(({ email }) => email)
      for (const clients of CLIENTS) await compareWithHash(stage, emails, clients)
      await compareRefusals(stage, emails.slice(0, REFUSALS / TRIES))
    } finally {
      await stage.stop()
    }
  },
}

async function compareWithHash(stage: Stage, emails: string[], clients: number) {
  const rounds: { ours: Rate; alone: Rate }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    let next = round * 1000
    const ours = await rateOf(clients, async () => {
      const { status } = await attempt(stage, emails[next++ % emails.length] ?? '', PASSWORD)
      if (status !== 200) throw new Error(`signing in was answered ${status}`)
    })
    const alone = await rateOf(clients, () => hash(PASSWORD))
    if (round > 0) rounds.push({ ours, alone }) // the first round warms up
  }
  const share = spreadOf(rounds.map(({ ours, alone }) => (100 * ours.perSecond) / alone.perSecond))
  const median = (of: (round: (typeof rounds)[number]) => number) => spreadOf(rounds.map(of)).median
  console.log(
    `${clients} concurrent: ${formatSpread(share)} % of the hash alone ` +
      `(${median(({ ours }) => ours.perSecond).toFixed(1)}/s, hash ${median(({ alone }) => alone.perSecond).toFixed(1)}/s), ` +
      `p50/p99 ${median(({ ours }) => ours.p50).toFixed(0)}/${median(({ ours }) => ours.p99).toFixed(0)} ms`,
  )
}

type Rate = { perSecond: number; p50: number; p99: number }

async function rateOf(clients: number, work: () => Promise<unknown>): Promise<Rate> {
  const times: number[] = []
  const startedAt = performance.now()
  const one = async () => {
    while (performance.now() - startedAt < SECONDS * 1000) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, one))
  return { perSecond: (1000 * times.length) / (performance.now() - startedAt), ...percentiles(times) }
}

let networks = 0
async function attempt({ product }: Stage, email: string, password: string) {
  const network = networks++
  const start = performance.now()
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`,
    },
    body: JSON.stringify({ email, password }),
  })
  const body = await answer.text()
  return { status: answer.status, body, ms: performance.now() - start }
}

async function compareRefusals(stage: Stage, emails: string[]) {
  const kinds: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  const bodies = new Set<string>()
  for (let count = 0; count < REFUSALS; count++) {
    const known = emails[count % emails.length] ?? ''
    const addresses = { known, unknown: `x${known}` }
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of order) {
      const { status, body, ms } = await attempt(stage, addresses[kind], 'fel')
      bodies.add(`${status} ${body.replace(/"requestId":"[^"]*"/, '')}`)
      kinds[kind].push(ms)
      await wait(1)
    }
  }
  const apart = Math.abs(percentiles(kinds.known).p50 - percentiles(kinds.unknown).p50)
  const z = rankSum(kinds.known, kinds.unknown)
  const isAlike = bodies.size === 1 && apart < ALIKE_MS && Math.abs(z) < LIMIT_OF_Z
  console.log(
    `A-03: ${REFUSALS} refusals each of known and unknown addresses: ${bodies.size} different response${bodies.size > 1 ? 's' : ''}, ` +
      `medians ${apart.toFixed(2)} ms apart, Mann-Whitney z ${z.toFixed(2)} (below ${LIMIT_OF_Z}): ${isAlike ? 'holds' : 'DOES NOT HOLD'}`,
  )
  if (!isAlike) process.exitCode = 1
}

/** The z score of the Mann-Whitney U test. */
function rankSum(one: number[], other: number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))]
  const ranks = all.toSorted((a, b) => a.ms - b.ms).reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0)
  const u = ranks - (one.length * (one.length + 1)) / 2
  const mean = (one.length * other.length) / 2
  return (u - mean) / Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12)
}
