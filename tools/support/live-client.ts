// Live streams without a browser, as many as a drill wants.
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
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

/** A stream that is opened again whenever it ends, as a browser does. */
export function followLive(url: string, token: () => Promise<string>) {
  const DEAD_AFTER_MS = 10_000
  let isLeft = false
  let told = 0
  let stream: LiveStream | undefined
  const following = (async () => {
    while (!isLeft) {
      stream = await token()
        .then((bearer) => openStream(url, bearer))
        .catch(() => undefined)
      stream?.onTold(() => told++)
      if (isLeft) stream?.leave()
      if (stream?.status === 200) await stream.ended
      if (!isLeft) await wait(250)
    }
  })()
  return {
    /** Whether something is told of a deed, or of everything, in ten seconds. */
    isToldAfter: async (deed: () => Promise<unknown>) => {
      const deadline = performance.now() + DEAD_AFTER_MS
      while (stream?.status !== 200 && performance.now() < deadline) await wait(20)
      const before = told
      await deed()
      while (told === before && performance.now() < deadline) await wait(20)
      return told > before
    },
    leave: async () => {
      isLeft = true
      stream?.leave()
      await following
    },
  }
}
