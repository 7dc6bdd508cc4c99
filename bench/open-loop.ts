// Requests at a steady rate, whether the last one is answered or not: each one's time runs from when it was due, so that a
// server that stops for a moment is charged for everybody who waited.
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isGood, type Request, send } from './send.ts'

export type Delays = { p50: number; p99: number; max: number }

/** In ms. Rejects when an answer is not 2xx. */
export async function openLoop(
  port: number,
  asked: Request,
  { rate, seconds, clients }: { rate: number; seconds: number; clients: number },
): Promise<Delays> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const delays: number[] = []
  const running: Promise<unknown>[] = []
  const began = performance.now()
  for (let count = 0; count < rate * seconds; count++) {
    const due = began + (count * 1000) / rate
    while (performance.now() < due) await wait(Math.max(0, Math.floor(due - performance.now())))
    running.push(answered(agent, port, asked).then(() => delays.push(performance.now() - due)))
  }
  await Promise.all(running)
  agent.destroy()
  return percentiles(delays)
}

export function percentiles(values: number[]): Delays {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function answered(agent: Agent, port: number, asked: Request) {
  const answer = await send(agent, port, asked)
  if (!isGood(answer)) throw new Error(`${asked.method} ${asked.path}: ${answer.status}`)
}
