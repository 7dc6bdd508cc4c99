const HOUR_MS = 3_600_000

/** `isFirst` is true once per key and hour; an hour begins with its first key. */
export function oncePerHour() {
  const seen = new Set<string>()
  let startedAt = Number.NEGATIVE_INFINITY
  return {
    isFirst(key: string, now = performance.now()): boolean {
      if (now - startedAt >= HOUR_MS) {
        seen.clear()
        startedAt = now
      }
      if (seen.has(key)) return false
      seen.add(key)
      return true
    },
  }
}
