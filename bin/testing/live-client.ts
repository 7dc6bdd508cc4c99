// Live streams without a browser, as many as a drill wants.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { createParser } from 'eventsource-parser'

export type Told = { about: string; ticketId?: string }
export type LiveStream = {
  status: number
  /** How often each event was told, by `about ticketId`. */
  told: Map<string, number>
  onTold: (listener: (name: string) => void) => void
  pause(): void
  resume(): void
  ended: Promise<void>
  leave(): void
}

export const nameOf = ({ about, ticketId = '' }: Told) => `${about} ${ticketId}`

/** Opens a stream; resolves when the server has answered. */
export function openStream(url: string, token: string): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = get(
      url,
      { agent: false, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } },
      (answer) => resolve(streamOf(request, answer)),
    )
    request.on('error', reject)
  })
}

function streamOf(request: ClientRequest, answer: IncomingMessage): LiveStream {
  const told = new Map<string, number>()
  const listeners: ((name: string) => void)[] = []
  const parser = createParser({
    onEvent: ({ data }) => {
      const name = nameOf(JSON.parse(data) as Told)
      told.set(name, (told.get(name) ?? 0) + 1)
      for (const listener of listeners) listener(name)
    },
  })
  answer.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  const ended = new Promise<void>((resolve) => {
    answer.on('close', resolve)
    answer.on('error', () => resolve())
  })
  return {
    status: answer.statusCode ?? 0,
    told,
    onTold: (listener) => listeners.push(listener),
    pause: () => void answer.pause(),
    resume: () => void answer.resume(),
    ended,
    leave: () => void request.destroy(),
  }
}
