import type { FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import type { Notifications } from '#platform/database/notifications.ts'
import type { PublicFacts } from '../facts.ts'
import { readPublicFacts } from './site.queries.ts'

export type CompanyFacts = {
  /**
   * The same object until they change. Cached while the database notifies of changes, which takes milliseconds after the
   * commit; otherwise read, and never older than the call. Rejects when they have to be read and the database is unavailable.
   */
  current(): Promise<PublicFacts | undefined>
  /** The next `current` reads them: for the request that changed them, so that it need not wait for the notification. */
  invalidate: () => void
  /** The last result of `current`, for when the database is unavailable; undefined before the first. */
  last(): PublicFacts | undefined
}

type Options = { siteOrg?: string | undefined; notifications?: Notifications }

/**
 * The public facts of `siteOrg`, else of the first organization. Calls during a query share the next one, so that there is
 * one query at a time and no call gets a result from before it. Without `notifications` every call reads.
 */
export function openCompanyFacts(database: Database, { siteOrg, notifications }: Options = {}): CompanyFacts {
  /** Increases when they may have changed; the cached ones are current while it is what it was when they were read. */
  let changes = 0
  let readAt = -1
  let isSubscribed = false
  let isListening = false
  let cached: { facts: PublicFacts | undefined; text: string } | undefined
  let running: Promise<PublicFacts | undefined> | undefined
  let next: Promise<PublicFacts | undefined> | undefined

  async function read() {
    const changesBefore = changes
    const facts = await readPublicFacts(database, siteOrg)
    const text = JSON.stringify(facts) ?? ''
    if (cached?.text !== text) cached = { facts, text }
    readAt = changesBefore
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

  const invalidate = () => {
    changes += 1
  }

  function subscribe(to: Notifications) {
    isSubscribed = true
    to.subscribe('facts', {
      onMessage: invalidate,
      onListening: () => {
        invalidate()
        isListening = true
      },
      onLost: () => {
        isListening = false
      },
    })
  }

  return {
    invalidate,
    current: async () => {
      if (notifications && !isSubscribed) subscribe(notifications)
      if (isListening && readAt === changes) return cached?.facts
      if (!running) return start()
      next ??= running.then(startNext, startNext)
      return next
    },
    last: () => cached?.facts,
  }
}

/** The current facts; the cached ones when they cannot be read, so that the site is still served. */
export async function currentOrCachedFacts(facts: CompanyFacts, { log }: FastifyRequest) {
  try {
    return await facts.current()
  } catch (error) {
    log.error({ err: error }, 'the company’s facts cannot be read; cached ones are shown')
    return facts.last()
  }
}
