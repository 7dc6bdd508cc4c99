import type { Db } from '#platform/database/database.ts'
import type { FactorType } from '../factors.rules.ts'
import type { SignInAction } from '../sign-in-actions.rules.ts'
import { auditLogin } from './logins.queries.ts'

type FactorAction = Extract<
  SignInAction,
  `factor_${string}` | `factors_${string}` | `recovery_code${string}` | `password_pro${string}`
>

export type AuditFactor = {
  userId: string
  /** Who does it; the login itself by default. */
  by?: string
  action: FactorAction
  detail?: {
    factorId?: string
    factorType?: FactorType
    sessionId?: string
    isLast?: boolean
    remaining?: number
    /** A counter that did not grow: another authenticator has the same key. */
    isCopied?: boolean
  }
}

/** Writes an audit entry about a login's second factors; never a code or a secret. */
export const auditFactor = (db: Db, entry: AuditFactor) => auditLogin(db, entry)
