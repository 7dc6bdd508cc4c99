// Changes by other people: no response may be faster because nothing has changed since the last.
import { setTimeout as wait } from 'node:timers/promises'
import { pick } from './client.ts'
import type { Build } from './stage.ts'

const EVERY_MS = 1000

/** One commit, which changes a ticket and is announced to streams. */
export async function commitChange({ query, data: { orgId, tickets } }: Build, random: () => number) {
  await query('update tickets set version = version + 1 where org_id = $1 and id = $2', [orgId, pick(tickets, random)])
}

/** Commits a change now and once a second, until the returned function is called. */
export async function startCommits(build: Build, random: () => number): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  await commitChange(build, random)
  const committing = (async () => {
    while (!stopping.signal.aborted) {
      await wait(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await commitChange(build, random)
    }
  })()
  return async () => {
    stopping.abort()
    await committing
  }
}
