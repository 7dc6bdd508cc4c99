import type { FastifyRequest } from 'fastify'
import type { PublicFacts } from '../facts.ts'
import type { CompanyFacts } from './company-facts.ts'

/** The current facts; the cached ones when they cannot be read, so that the site is still served. */
export const lastKnownFacts = (facts: CompanyFacts, { log }: FastifyRequest): Promise<PublicFacts | undefined> =>
  facts.current().catch((error: unknown) => {
    log.error({ err: error }, 'the company’s facts cannot be read; cached ones are shown')
    return facts.last()
  })
