// Sends the fuzzer's requests over real keep-alive connections, with every header as generated.
import { Agent, type IncomingMessage, request } from 'node:http'
import { decompressed } from '#tests/fuzz/decompress.ts'
import type { RawRequest, Transport } from '#tests/fuzz/fuzz.ts'
import type { Answer } from '#tests/fuzz/response-check.ts'

const TIMEOUT_MS = 20_000

/** Retries once, because the server may have closed a keep-alive connection; rejects if that fails too. */
export function overSockets(port: number): Transport & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const send = (raw: RawRequest) => attempt(agent, port, raw).catch(() => attempt(agent, port, raw))
  return Object.assign(send, { close: () => agent.destroy() })
}

function attempt(agent: Agent, port: number, { method, url, headers, body, network }: RawRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const has = (name: string) => headers.some(([header]) => header === name)
    const all: [string, string][] = [
      ...(has('host') ? [] : [['host', `localhost:${port}`] as [string, string]]),
      ['x-forwarded-for', network],
      ...(body === undefined && method === 'GET'
        ? []
        : [['content-length', String(Buffer.byteLength(body ?? ''))] as [string, string]]),
      ...headers,
    ]
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path: url, headers: all.flat(), timeout: TIMEOUT_MS },
      (answer) => void read(answer).then(resolve, reject),
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

async function read(answer: IncomingMessage): Promise<Answer> {
  const head = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string> }
  if (head.headers['content-type'] === 'text/event-stream') {
    answer.on('error', () => undefined).destroy()
    return { ...head, body: '' }
  }
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { ...head, body: decompressed(Buffer.concat(parts), head.headers['content-encoding']) }
}
