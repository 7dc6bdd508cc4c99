import type { FastifyRequest } from 'fastify'
import type { PublicFacts } from '../facts.ts'
import type { OpenFacts } from './open-facts.ts'

/** The facts as they stand, or as they were last known when they cannot be read: the site is shown all the same. */
export const lastKnownFacts = (facts: OpenFacts, { log }: FastifyRequest): Promise<PublicFacts | undefined> =>
  facts.current().catch((error: unknown) => {
    log.error({ err: error }, 'the company’s facts cannot be read; the last known are shown')
    return facts.last()
  })
