// 16 people who open a screen every five seconds: one on a desktop in Chromium, the others simulated by the same requests.
import { setTimeout as wait } from 'node:timers/promises'
import { findBrowser } from '../tools/ensure-browser.ts'
import { randomFrom } from '../tools/support/random.ts'
import { pick } from './client.ts'
import { withBrowser } from './device.ts'
import type { Person } from './logins.ts'
import { type Part, percentile } from './part.ts'
import { measureScreens } from './screens.ts'
import { openConnection } from './send.ts'
import type { Build } from './stage.ts'
import type { Measured } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const OTHERS = 15
const EVERY_MS = 5000
const SEED = 7

/** The requests of a browser that opens a screen by its URL, each time of another ticket and customer. */
const screens = {
  Dashboard: ['/api/dashboard', '/api/settings/facts'],
  tickets: ['/api/tickets?tab=active', '/api/users/names'],
  'a ticket': [
    '/api/tickets/:ticket/screen',
    '/api/tickets?tab=active',
    '/api/tickets/:ticket/recipients',
    '/api/tickets/:ticket/draft',
    '/api/users/names',
  ],
  'a customer': ['/api/customers/:customer/screen'],
  time: ['/api/time', '/api/customers/names', '/api/users/names'],
}
const everyScreen = ['/api/me', '/api/counts', '/api/clock']

export const people: Part = {
  name: 'people',
  title: `${OTHERS + 1} people who open a screen every ${EVERY_MS / 1000} s, ${ROUNDS} rounds in turns`,
  missing: () => (findBrowser() ? undefined : 'chromium not installed'),
  run: async (stages) => {
    const { builds } = await stages()
    await withBrowser((chromium) => measureScreens(chromium, builds, 'desk', ROUNDS, startOthers))
  },
}

type Opened = Map<string, number[]>

/**
 * Simulates the other people until the returned function is called, which resolves with their times after the last
 * response.
 */
function startOthers(build: Build, round: number): () => Promise<Measured> {
  const opened: Opened = new Map()
  let isStopping = false
  const work = async (nth: number) => {
    const random = randomFrom(SEED + OTHERS * round + nth)
    const person = build.people[nth % build.people.length] as Person
    await wait(random() * EVERY_MS)
    while (!isStopping) {
      const startedAt = performance.now()
      const [name, ms] = await openScreen(build, person, random)
      opened.set(name, [...(opened.get(name) ?? []), ms])
      await wait(Math.max(0, startedAt + EVERY_MS - performance.now()))
    }
  }
  const working = Promise.all(Array.from({ length: OTHERS }, (_, nth) => work(nth + 1)))
  return async () => {
    isStopping = true
    await working
    return Object.fromEntries([...opened].map(([name, times]) => [`others: ${name}`, percentile(times, 0.5)]))
  }
}

async function openScreen({ product, data }: Build, { token }: Person, random: () => number) {
  const name = pick(Object.keys(screens) as (keyof typeof screens)[], random)
  const ids = { ':ticket': pick(data.tickets, random), ':customer': pick(data.customers, random) }
  const paths = [...everyScreen, ...screens[name]].map((path) =>
    path.replace(/:\w+/, (id) => ids[id as keyof typeof ids]),
  )
  const headers = { authorization: `Bearer ${await token()}`, 'accept-encoding': 'gzip, deflate, br, zstd' }
  const ask = async (path: string) => {
    const connection = openConnection(product.port)
    const { status } = await connection.send({ method: 'GET', path, headers })
    connection.close()
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  const startedAt = performance.now()
  await Promise.all(paths.map(ask))
  const ms = performance.now() - startedAt
  return [name, ms] as const
}
