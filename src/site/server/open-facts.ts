import type { Database } from '#db/database.ts'
import type { PublicFacts } from '../facts.ts'
import { readPublicFacts } from './site.queries.ts'

export type OpenFacts = {
  /** As they stand now: nothing that was read before the call. The same object as long as nothing changed. Rejects when the database is away. */
  current(): Promise<PublicFacts | undefined>
  /** What was last read, for when the database is away; undefined before there is anything. */
  last(): PublicFacts | undefined
}

/**
 * The company's public facts, of `siteOrg` or else of the first organization. Whoever asks while a read is under way
 * waits for the next one: however many ask, there is one query at a time, and nobody gets what was read before.
 */
export function openFacts(database: Database, siteOrg?: string): OpenFacts {
  let known: { facts: PublicFacts | undefined; text: string } | undefined
  let running: Promise<PublicFacts | undefined> | undefined
  let waiting: Promise<PublicFacts | undefined> | undefined

  async function read() {
    const facts = await readPublicFacts(database, siteOrg)
    const text = JSON.stringify(facts) ?? ''
    if (known?.text !== text) known = { facts, text }
    return known.facts
  }

  function start(): Promise<PublicFacts | undefined> {
    const reading = read().finally(() => {
      if (running === reading) running = undefined
    })
    running = reading
    return reading
  }

  const startNext = () => {
    waiting = undefined
    return start()
  }

  return {
    current: () => {
      if (!running) return start()
      waiting ??= running.then(startNext, startNext)
      return waiting
    },
    last: () => known?.facts,
  }
}
