import { vi } from 'vitest'

/** Asks again and again until `check` does not throw; fails with its last error after what a busy machine may take, or after `withinMs` where that is promised. */
export const until = <T>(check: () => T | Promise<T>, withinMs = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout: withinMs, interval: 20 })
