// Tables of sign-in (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { LoginKind } from '#shared/roles.rules.ts'
import type { LinkPurpose } from './lifetimes.rules.ts'

/**
 * The application's role cannot read it: in a request e-mail addresses of staff come from `listLogins`, those of a customer's
 * logins from the function `logins_of()`.
 */
type Users = {
  id: string
  email: string
  passwordHash: string | null
  kind: LoginKind | null
  mustChangePassword: Generated<boolean>
  disabledAt: string | null
  createdAt: GeneratedAlways<string>
}

type Sessions = {
  id: string
  userId: string
  createdAt: GeneratedAlways<string>
  authenticatedAt: Generated<string>
  refreshedAt: Generated<string>
  endedAt: string | null
  userAgent: string | null
}

type RefreshTokens = {
  tokenHash: Buffer
  sessionId: string
  parentHash: Buffer | null
  createdAt: GeneratedAlways<string>
  spentAt: string | null
}

type OneTimeTokens = {
  tokenHash: Buffer
  /** Null for the link that creates the first administrator. */
  userId: string | null
  purpose: LinkPurpose
  createdAt: GeneratedAlways<string>
  expiresAt: string
  usedAt: string | null
}

type Attempts = { key: string; windowStart: Generated<string>; count: Generated<number> }

declare module '#platform/database/schema.ts' {
  interface Schema {
    'auth.users': Users
    'auth.sessions': Sessions
    'auth.refreshTokens': RefreshTokens
    'auth.oneTimeTokens': OneTimeTokens
    'auth.attempts': Attempts
  }
}
