import { startTransition, useRef, useState } from 'react'

/**
 * Wraps `run` so that calls made while one is in progress are ignored: a double click sends once. The lock is released in a
 * transition, not before the outcome is rendered, so that a dialog that closes on success (`useTransitionState`) accepts no click
 * before it is unmounted. `run` reports its own failures.
 */
export function useSingleFlight<Args extends unknown[]>(run: (...args: Args) => Promise<unknown>) {
  const started = useRef(0)
  const [settled, setSettled] = useState(0)
  return (...args: Args) => {
    if (started.current > settled) return
    started.current += 1
    void run(...args).finally(() => startTransition(() => setSettled(started.current)))
  }
}
