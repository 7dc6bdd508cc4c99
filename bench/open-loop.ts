// An open-loop load generator: requests are sent at a fixed rate without waiting for responses, and latency counts from the
// scheduled time, so that a stall of the server shows in every request behind it (no coordinated omission).
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { isGood, type Request, send } from './send.ts'

export type Delays = { p50: number; p99: number; max: number }

/** Latencies in ms. Rejects when a response is not 2xx. */
export async function openLoop(
  port: number,
  request: Request,
  { rate, seconds, clients }: { rate: number; seconds: number; clients: number },
): Promise<Delays> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const delays: number[] = []
  const running: Promise<unknown>[] = []
  const startedAt = performance.now()
  for (let count = 0; count < rate * seconds; count++) {
    const scheduledAt = startedAt + (count * 1000) / rate
    while (performance.now() < scheduledAt) await wait(Math.max(0, Math.floor(scheduledAt - performance.now())))
    running.push(sendSuccessfully(agent, port, request).then(() => delays.push(performance.now() - scheduledAt)))
  }
  await Promise.all(running)
  agent.destroy()
  return percentiles(delays)
}

/** Percentiles of unsorted values; NaN when there are none. */
export function percentiles(values: number[]): Delays {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

async function sendSuccessfully(agent: Agent, port: number, request: Request) {
  const answer = await send(agent, port, request)
  if (!isGood(answer)) throw new Error(`${request.method} ${request.path}: ${answer.status}`)
}
