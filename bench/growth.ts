// Large lists and searches: how much longer a request takes with all the data than with a hundredth of it.
import { type Part, percentile } from './part.ts'
import { openConnection } from './send.ts'
import type { Stage } from './stage.ts'
import { inTurns } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const REQUESTS = 40

const lists = {
  tickets: '/api/tickets',
  'archived tickets': '/api/tickets?tab=archived',
  'search for a common word': '/api/tickets?search=internet',
  'search without a hit': '/api/tickets?search=finnsinte',
  'search in the archive': '/api/archive?search=skrivare',
  customers: '/api/customers',
  'time with reported': '/api/time?reported=true',
  enquiries: '/api/enquiries',
  dashboard: '/api/dashboard',
}

export const growth: Part = {
  name: 'growth',
  title: `one person's lists and searches, 100 000 tickets and 1 000 000 rows of time beside a hundredth, ${ROUNDS} rounds in turns`,
  missing: () => undefined,
  run: async (stages) => {
    const sizes = [await stages('full'), await stages('hundredth')] as const
    const builds = sizes.map(({ builds: [{ product }] }, index) => ({
      name: index === 0 ? 'this' : 'hundredth',
      product,
    }))
    await inTurns(builds, ROUNDS, async ({ name }) => {
      const stage = name === 'this' ? sizes[0] : sizes[1]
      const measured = []
      for (const [label, path] of Object.entries(lists)) measured.push([`${label}: ms`, await medianMs(stage, path)])
      return Object.fromEntries(measured)
    })
  },
}

async function medianMs({ builds: [{ product }], people: [person] }: Stage, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${await person.token()}` }
  const connection = openConnection(product.port)
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    const startedAt = performance.now()
    const { status } = await connection.send({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path}: ${status}`)
    times.push(performance.now() - startedAt)
  }
  connection.close()
  return percentile(times, 0.5)
}
