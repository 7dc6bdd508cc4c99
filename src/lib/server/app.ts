import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#db/database.ts'
import type { Audience } from '../contract.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Audience
  }
  interface FastifyInstance {
    database: Database
    /** The session id that a valid access token names; rejects with NoSession otherwise. */
    sessionOfToken(token: string): Promise<string>
  }
  interface FastifyRequest {
    sessionId: string
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>
