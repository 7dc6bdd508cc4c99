// the time of a refused sign-in must not reveal whether an email address exists.
import { type Part, percentile } from './part.ts'
import type { Build } from './stage.ts'

/** Refusals of each kind; their medians may differ by less than ALIKE_MS, their ranks not significantly (p > 0.01). */
const REFUSALS = 200
const ALIKE_MS = 5
const LIMIT_OF_Z = 2.576
/** Attempts per address, too few to cause throttling. */
const TRIES = 4

export const signIn: Part = {
  name: 'sign-in',
  title: `A-03: ${REFUSALS} refusals each of known and unknown addresses`,
  missing: () => undefined,
  run: async (stages) => {
    const [build] = (await stages('hundredth')).builds
    const { rows } = await build.query<{ email: string }>('select email from auth.users order by email')
    const emails = rows.map(({ email }) => email).slice(0, REFUSALS / TRIES)
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let count = 0; count < REFUSALS; count++) {
      const known = emails[count % emails.length] ?? ''
      const addresses = { known, unknown: `x${known}` }
      const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) {
        const { answer, ms } = await attempt(build, addresses[kind])
        answers.add(answer)
        times[kind].push(ms)
      }
    }
    report(times, answers)
  },
}

let networks = 0

/** From a separate network, because attempts are limited per network. */
async function attempt({ product }: Build, email: string) {
  const network = networks++
  const startedAt = performance.now()
  const response = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${network >> 8}.${network & 255}` },
    body: JSON.stringify({ email, password: 'fel' }),
  })
  const body = await response.text()
  const ms = performance.now() - startedAt
  return { answer: `${response.status} ${body.replace(/"requestId":"[^"]*"/, '')}`, ms }
}

function report({ known, unknown }: { known: number[]; unknown: number[] }, answers: Set<string>) {
  const apart = Math.abs(percentile(known, 0.5) - percentile(unknown, 0.5))
  const z = rankSum(known, unknown)
  const isAlike = answers.size === 1 && apart < ALIKE_MS && Math.abs(z) < LIMIT_OF_Z
  console.log(
    `${answers.size} different response${answers.size > 1 ? 's' : ''}, medians ${apart.toFixed(2)} ms apart, ` +
      `Mann-Whitney z ${z.toFixed(2)} (below ${LIMIT_OF_Z}): ${isAlike ? 'holds' : 'DOES NOT HOLD'}`,
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
