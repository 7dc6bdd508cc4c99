import type { FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import type { PublicFacts } from '../facts.ts'
import { readPublicFacts } from './site.queries.ts'

export type CompanyFacts = {
  /** Reads them; the result is never older than the call, and the same object until they change. Rejects when the database is unavailable. */
  current(): Promise<PublicFacts | undefined>
  /** The last result of `current`, for when the database is unavailable; undefined before the first. */
  last(): PublicFacts | undefined
}

/**
 * The public facts of `siteOrg`, else of the first organization. Calls during a query share the next one, so that there is
 * one query at a time and no call gets a result from before it.
 */
export function openCompanyFacts(database: Database, siteOrg?: string): CompanyFacts {
  let cached: { facts: PublicFacts | undefined; text: string } | undefined
  let running: Promise<PublicFacts | undefined> | undefined
  let next: Promise<PublicFacts | undefined> | undefined

  async function read() {
    const facts = await readPublicFacts(database, siteOrg)
    const text = JSON.stringify(facts) ?? ''
    if (cached?.text !== text) cached = { facts, text }
    return cached.facts
  }

  function start(): Promise<PublicFacts | undefined> {
    const reading = read().finally(() => {
      if (running === reading) running = undefined
    })
    running = reading
    return reading
  }

  const startNext = () => {
    next = undefined
    return start()
  }

  return {
    current: () => {
      if (!running) return start()
      next ??= running.then(startNext, startNext)
      return next
    },
    last: () => cached?.facts,
  }
}

/** The current facts; the cached ones when they cannot be read, so that the site is still served. */
export const currentOrCachedFacts = (facts: CompanyFacts, { log }: FastifyRequest): Promise<PublicFacts | undefined> =>
  facts.current().catch((error: unknown) => {
    log.error({ err: error }, 'the company’s facts cannot be read; cached ones are shown')
    return facts.last()
  })
