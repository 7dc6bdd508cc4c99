import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Credential } from '#platform/database/actor.ts'
import type { Database } from '#platform/database/database.ts'
import type { Audience } from '#shared/contract.ts'
import type { MinuteLimit } from './write-limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    allow?: Audience
    /** The body is a file, or a form that may have files, which the handler reads while it arrives. */
    receives?: 'file' | 'form'
  }
  interface FastifyInstance {
    database: Database
    /** The session of a valid access token, and when the token expires (Unix milliseconds); rejects with NoSession otherwise. */
    sessionOfToken(token: string): Promise<{ sessionId: string; expiresAt: number }>
    writeLimit: MinuteLimit
    /** Of the requests of each API key. */
    keyLimit: MinuteLimit
    /** Whether the process is shutting down; the number of connections accepted so far, and the open ones. */
    lifecycle: { isStopping: boolean; accepted: number; connections: ReadonlySet<Socket> }
  }
  interface FastifyRequest {
    /** '' before authentication, and without any. */
    credential: Credential
    /** When the access token expires, in Unix milliseconds. */
    tokenExpiresAt: number
    /** The error code of the response; '' for none. */
    refusalCode: string
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>
