/** `work` for the same thing at once and then at most every `milliseconds`, the last time never left out. */
export function throttle<Thing>(milliseconds: number, work: (thing: Thing) => void) {
  const pauses = new Map<string, { timer: ReturnType<typeof setTimeout>; isWanted: boolean }>()

  const start = (name: string, thing: Thing) => {
    work(thing)
    const timer = setTimeout(() => {
      const isWanted = pauses.get(name)?.isWanted
      pauses.delete(name)
      if (isWanted) start(name, thing)
    }, milliseconds)
    pauses.set(name, { timer, isWanted: false })
  }
  const ask = (thing: Thing) => {
    const name = JSON.stringify(thing)
    const pause = pauses.get(name)
    if (pause) pause.isWanted = true
    else start(name, thing)
  }
  return Object.assign(ask, {
    stop: () => {
      for (const { timer } of pauses.values()) clearTimeout(timer)
      pauses.clear()
    },
  })
}
