/** Runs work while fewer than `limit` are running; returns undefined at once otherwise. */
export function atMost(limit: number) {
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (running >= limit) return undefined
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}
