// Every list, search and screen: how much longer a request takes with ten or a hundred times the data. Another commit
// precedes each request.
import { randomFrom } from '../tools/support/random.ts'
import { prepareBilledYears } from './billed-years.ts'
import { openAskers, openClient } from './client.ts'
import { commitChange } from './commits.ts'
import { type Part, percentile } from './part.ts'
import { prepareSnapshots } from './prepared.ts'
import { askRead, type Read, reads } from './reads.ts'
import { type Build, LARGEST, type StageSize } from './stage.ts'
import { inTurns, type Measured } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 20)
const SMALLER: StageSize = LARGEST === 'million' ? 'full' : 'hundredth'

export const growth: Part = {
  name: 'growth',
  title: `every list, search and screen for one person, the size ${LARGEST} beside ${SMALLER}, ${ROUNDS} rounds in turns`,
  missing: () => undefined,
  run: async (stages) => {
    const sizes: Build[] = []
    for (const size of new Set([LARGEST, SMALLER])) {
      const [build] = (await stages(size)).builds
      if (build.data.reports.length === 0) {
        await prepareSnapshots(build)
        await prepareBilledYears(build)
      }
      sizes.push({ ...build, name: size })
    }
    await inTurns(
      sizes,
      ROUNDS,
      reads.map((read) => async (build: Build, round: number) => ({
        [`${read.name}: ms`]: await medianMs(build, read, round),
      })) satisfies ((build: Build, round: number) => Promise<Measured>)[],
    )
  },
}

async function medianMs(build: Build, read: Read, round: number): Promise<number> {
  const askers = await openAskers(build)
  const random = randomFrom(round)
  const client = openClient(build)
  const times: number[] = []
  for (let count = 0; count < REQUESTS; count++) {
    await commitChange(build, random)
    const sentAt = performance.now()
    await askRead(client, build, askers, read, random)
    times.push(performance.now() - sentAt)
  }
  client.close()
  return percentile(times, 0.5)
}
