import { type Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Resolves with any response; rejects when the connection breaks. */
export function send(agent: Agent, port: number, { method, path, headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export const isGood = ({ status }: Pick<Answer, 'status'>) => status >= 200 && status < 300
