import { vi } from 'vitest'

/** Asks again and again until `check` does not throw. Fails with its last error when a machine, however busy, would have come to it. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
