import { readAllowedHosts } from '../allowed-hosts.ts'
import { openOutgoingGuard } from '../outgoing-guard.ts'

/** Allows the servers of tests, with a short timeout for one that is not reached. */
export function guardOfTests({ allow = '127.0.0.1', resolve, greetingMs = 3_000 }: Options = {}) {
  const allowed = readAllowedHosts(allow)
  if (!allowed) throw new Error(`no allowed hosts: ${allow}`)
  return openOutgoingGuard({ allowed, greetingMs, ...(resolve && { resolve }) })
}

type Options = { allow?: string; resolve?: (host: string) => Promise<string[]>; greetingMs?: number }
