// Requests at a steady rate, whether the last one is answered or not: each one's time runs from when it was due, so that a
// server that stops for a moment is charged for everybody who waited.
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
export type Delays = { p50: number; p99: number }

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
    running.push(send(agent, port, asked).then(() => delays.push(performance.now() - due)))
  }
  await Promise.all(running)
  agent.destroy()
  return percentiles(delays)
}

export function percentiles(values: number[]): Delays {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

function send(agent: Agent, port: number, { method, path, headers, body }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume().on('error', reject)
        answer.on('end', () => {
          const { statusCode = 0 } = answer
          if (statusCode >= 200 && statusCode < 300) resolve()
          else reject(new Error(`${method} ${path}: ${statusCode}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
