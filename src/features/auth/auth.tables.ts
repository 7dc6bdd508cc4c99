// Tables of sign-in (platform/database/schema.ts).
import type { ColumnType, Generated, GeneratedAlways, RawBuilder } from 'kysely'
import type { LoginKind } from '#shared/roles.rules.ts'
import type { AuthMethod } from './auth.contract.ts'
import type { AssuranceLevel, ChallengePurpose, FactorStatus, FactorType } from './factors.rules.ts'
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
  aal: Generated<AssuranceLevel>
  amr: ColumnType<AuthMethod[], string | undefined, string | RawBuilder<AuthMethod[]>>
  factorAt: string | null
}

type FactorRow = {
  id: string
  userId: string
  factorType: FactorType
  status: Generated<FactorStatus>
  friendlyName: string | null
  createdAt: GeneratedAlways<string>
  verifiedAt: string | null
  lastUsedAt: string | null
  secret: Buffer | null
  keyId: string | null
  lastStep: number | null
  credentialId: Buffer | null
  publicKey: Buffer | null
  signCount: number | null
  transports: string[] | null
  isBackedUp: boolean | null
}

type RecoveryCodes = { factorId: string; codeHash: Buffer; usedAt: string | null }

type FactorChallenges = {
  id: string
  userId: string | null
  sessionId: string | null
  factorId: string | null
  purpose: ChallengePurpose
  challenge: string | null
  createdAt: GeneratedAlways<string>
  expiresAt: string
  usedAt: string | null
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
    'auth.factors': FactorRow
    'auth.recoveryCodes': RecoveryCodes
    'auth.factorChallenges': FactorChallenges
    'auth.attempts': Attempts
  }
}
