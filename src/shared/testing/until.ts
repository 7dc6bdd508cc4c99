import { vi } from 'vitest'

/** Retries `check` until it does not throw; fails with its last error after a minute, enough on an overloaded machine, or after `withinMs`. */
export const until = <T>(check: () => T | Promise<T>, withinMs = 60_000): Promise<T> =>
  vi.waitFor(check, { timeout: withinMs, interval: 20 })
