import { useRef } from 'react'

/**
 * An Idempotency-Key that stays the same while the same thing is tried again, so that a lost answer never makes it twice.
 * `keyFor(what)` before each try; `done()` when it was made.
 */
export function useAttempt() {
  const attempt = useRef<{ what: string; key: string }>(undefined)
  return {
    keyFor: (what: unknown) => {
      const text = JSON.stringify(what)
      if (attempt.current?.what !== text) attempt.current = { what: text, key: crypto.randomUUID() }
      return attempt.current.key
    },
    done: () => {
      attempt.current = undefined
    },
  }
}
