import { useRef } from 'react'
import { attemptKey, endAttempt } from './form-recovery.ts'

/**
 * An Idempotency-Key that is reused while the same body is retried, so that a lost response never creates the row twice. Call
 * `keyFor(body)` before each attempt and `clear()` after success.
 */
export function useIdempotencyKey() {
  const attempt = useRef<{ json: string; key: string }>(undefined)
  return {
    keyFor: (body: unknown) => {
      const json = JSON.stringify(body)
      if (attempt.current?.json !== json) attempt.current = { json, key: crypto.randomUUID() }
      return attempt.current.key
    },
    clear: () => {
      attempt.current = undefined
    },
  }
}

/** The same for a form of `useFormRecovery`, by its key: stored with what was typed, also after a reload. */
export const formIdempotency = (form: string) => ({
  keyFor: (body: unknown) => attemptKey(form, body),
  clear: () => endAttempt(form),
})
