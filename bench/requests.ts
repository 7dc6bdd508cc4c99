// Single endpoints, saturated by clients, on the full demo; no request repeats within a round.
import { setTimeout as wait } from 'node:timers/promises'
import { type Part, percentile } from './part.ts'
import { measureProcessorTime } from './processor-time.ts'
import { openConnection, type Request } from './send.ts'
import type { Build, Stage } from './stage.ts'
import { inTurns, type Measured } from './turns.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2)
const CLIENTS = [1, 16]
/** Comma-separated names of cases; the others are skipped. */
const ONLY = process.env.BENCH_CASES?.split(',')

/** `nth` differs for every request of a round. */
type Case = { name: string; request: (stage: Stage, nth: number) => Omit<Request, 'headers'> }

const get = (path: string) => ({ method: 'GET', path })
const post = (path: string, body: object) => ({ method: 'POST', path, body: JSON.stringify(body) })
const at = <T>(values: readonly T[], nth: number) => values[nth % values.length] as T
/** The same URL for the server, with different letters percent-encoded for each `nth`. */
function spelled(text: string, nth: number) {
  let letters = 0
  return text.replaceAll(/[a-z]/g, (letter) =>
    (nth >> letters++) % 2 === 1 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  )
}
/** The ids in turn, encoded differently each time. */
const idOf = (ids: string[], nth: number) => spelled(at(ids, nth), Math.floor(nth / ids.length))

const cases: Case[] = [
  { name: 'start page', request: (_stage, nth) => get(`/?nth=${nth}`) },
  { name: 'tickets', request: (_stage, nth) => get(`/api/tickets?${spelled('tab=active&sort=created', nth)}`) },
  { name: 'a ticket', request: ({ ticketIds }, nth) => get(`/api/tickets/${idOf(ticketIds, nth)}`) },
  { name: 'screen of a ticket', request: ({ ticketIds }, nth) => get(`/api/tickets/${idOf(ticketIds, nth)}/screen`) },
  {
    name: 'screen of a customer',
    request: ({ customerIds }, nth) => get(`/api/customers/${idOf(customerIds, nth)}/screen`),
  },
  { name: 'time', request: (_stage, nth) => get(`/api/time?${spelled('reported=false', nth)}`) },
  { name: 'dashboard', request: (_stage, nth) => get(`/api/${spelled('dashboard', nth)}`) },
  { name: 'search', request: (_stage, nth) => get(`/api/tickets?search=${spelled('internet', nth)}`) },
  {
    name: 'new time',
    request: ({ customerIds }, nth) =>
      post('/api/time', {
        customerId: at(customerIds, nth),
        workDate: '2026-11-20',
        timeFrom: '08:00',
        timeTo: '08:30',
        description: 'Bytte router',
      }),
  },
]

export const requests: Part = {
  name: 'requests',
  title: `single endpoints as fast as clients can ask, ${ROUNDS} rounds of ${SECONDS} s in turns`,
  missing: () => undefined,
  run: async (stages) => {
    const stage = await stages('full')
    for (const one of cases.filter(({ name }) => ONLY?.includes(name) ?? true))
      for (const clients of CLIENTS)
        await inTurns(stage.builds, ROUNDS, (build, round) => saturate(stage, build, one, clients, round))
  },
}

async function saturate(stage: Stage, build: Build, one: Case, clients: number, round: number): Promise<Measured> {
  const tokens = await Promise.all(stage.people.map(({ token }) => token()))
  // Each build gets the same requests; a write in between invalidates what a build may have cached.
  await stage.query('select pg_current_xact_id()')
  let nth = round * 100_000
  const times: number[] = []
  const processorTime = measureProcessorTime(stage, build)
  const startedAt = performance.now()
  const work = async () => {
    const connection = openConnection(build.product.port)
    while (performance.now() - startedAt < SECONDS * 1000) {
      const request = one.request(stage, nth)
      const authorization = `Bearer ${at(tokens, nth++)}`
      const sentAt = performance.now()
      const headers = { authorization, ...(request.body !== undefined && { 'content-type': 'application/json' }) }
      const { status } = await connection.send({ ...request, headers })
      if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status}`)
      times.push(performance.now() - sentAt)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: clients }, work))
  const { nodeMs, databaseMs } = processorTime()
  const seconds = (performance.now() - startedAt) / 1000
  const label = `${one.name}, ${clients} client${clients > 1 ? 's' : ''}`
  await wait(50)
  return {
    [`${label}: per second`]: times.length / seconds,
    [`${label}: median ms`]: percentile(times, 0.5),
    [`${label}: processor ms of Node`]: nodeMs / times.length,
    [`${label}: and of PostgreSQL`]: databaseMs / times.length,
  }
}
