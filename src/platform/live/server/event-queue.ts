export type EventQueue<Event> = {
  send(event: Event): void
  end(): void
  onEnd(listener: () => void): void
  events: AsyncIterable<Event>
}

/** An unbounded queue with one consumer. Events sent before `end` are still delivered; later ones are dropped. */
export function openEventQueue<Event>(): EventQueue<Event> {
  const pending: Event[] = []
  const listeners: (() => void)[] = []
  let resume: (() => void) | undefined
  let isEnded = false

  const end = () => {
    if (isEnded) return
    isEnded = true
    for (const listener of listeners) listener()
    resume?.()
  }

  async function* read() {
    try {
      while (true) {
        yield* pending.splice(0)
        if (pending.length > 0) continue
        if (isEnded) return
        await new Promise<void>((resolve) => {
          resume = resolve
        })
      }
    } finally {
      end()
    }
  }

  return {
    send: (event) => {
      if (isEnded) return
      pending.push(event)
      resume?.()
    },
    end,
    onEnd: (listener) => listeners.push(listener),
    events: read(),
  }
}
