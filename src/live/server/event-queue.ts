export type EventQueue<Event> = {
  send(event: Event): void
  end(): void
  onEnd(listener: () => void): void
  events: AsyncIterable<Event>
}

/** Events pushed in at one end and read at the other by one reader; what was sent before the end is still read. */
export function openEventQueue<Event>(): EventQueue<Event> {
  const waiting: Event[] = []
  const listeners: (() => void)[] = []
  let wake: (() => void) | undefined
  let isEnded = false

  const end = () => {
    if (isEnded) return
    isEnded = true
    for (const listener of listeners) listener()
    wake?.()
  }

  async function* read() {
    try {
      while (true) {
        yield* waiting.splice(0)
        if (waiting.length > 0) continue
        if (isEnded) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      end()
    }
  }

  return {
    send: (event) => {
      if (isEnded) return
      waiting.push(event)
      wake?.()
    },
    end,
    onEnd: (listener) => listeners.push(listener),
    events: read(),
  }
}
