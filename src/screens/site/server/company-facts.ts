import type { FastifyRequest } from 'fastify'
import type { Database } from '#platform/database/database.ts'
import type { Notifications } from '#platform/database/notifications.ts'
import type { PublicFacts } from '../facts.ts'
import { readHasJour, readPublicFacts } from './site.queries.ts'

export type CompanyFacts = {
  /**
   * The same object until the facts change. Cached while the database notifies of changes (milliseconds after the
   * commit); otherwise read, and never older than the call. Rejects if a read is needed and the database is
   * unavailable.
   */
  current(): Promise<PublicFacts | undefined>
  /**
   * Makes the next `current` read again, so that the request that changed the facts need not wait for the notification.
   */
  invalidate: () => void
  /** The last result of `current`, for when the database is unavailable; undefined before the first. */
  last(): PublicFacts | undefined
  /** Whether somebody has jour; read once a minute, undefined where it is not known. */
  hasJour(now: Date): Promise<boolean | undefined>
}

type Options = { siteOrg?: string | undefined; notifications?: Notifications }

/**
 * The public facts of `siteOrg`, else of the first organization. Calls during a query share the next query, so at most
 * one runs at a time and no result is older than its call. Without `notifications` every call reads.
 */
export function openCompanyFacts(database: Database, { siteOrg, notifications }: Options = {}): CompanyFacts {
  /** Number of possible changes so far; the cache is current while this equals `readAt`, its value at the last read. */
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
    hasJour: openHasJour(database, siteOrg),
  }
}

const MINUTE_MS = 60_000

function openHasJour(database: Database, siteOrg: string | undefined): CompanyFacts['hasJour'] {
  let read: { minute: number; answer: Promise<boolean | undefined> } | undefined
  return (now) => {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    // The form is shown without the answer when the database is unavailable.
    if (read?.minute !== minute) read = { minute, answer: readHasJour(database, siteOrg, now).catch(() => undefined) }
    return read.answer
  }
}

/** The current facts, or the cached ones if they cannot be read, so that the site is still served. */
export async function currentOrCachedFacts(facts: CompanyFacts, { log }: FastifyRequest) {
  try {
    return await facts.current()
  } catch (error) {
    log.error({ err: error }, 'the company’s facts cannot be read; cached ones are shown')
    return facts.last()
  }
}
