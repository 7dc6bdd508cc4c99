import type { Db } from '#platform/database/database.ts'
import type { FactorType } from '../factors.rules.ts'
import { auditLogin } from './logins.queries.ts'

/** What the audit log has of second factors, and how it is shown. */
export const factorActions = {
  factor_added: 'Lade till ett andra steg',
  factor_removed: 'Tog bort ett andra steg',
  factor_proved: 'Bekräftade med sitt andra steg',
  factor_refused: 'Misslyckades med sitt andra steg',
  recovery_codes_made: 'Skapade reservkoder',
  recovery_codes_removed: 'Tog bort reservkoderna',
  recovery_code_used: 'Loggade in med en reservkod',
  factors_reset: 'Återställde tvåstegsinloggningen',
  password_proved: 'Bekräftade med sitt lösenord',
  password_proof_refused: 'Fel lösenord vid bekräftelse',
} as const

export type AuditFactor = {
  userId: string
  /** Who does it; the login itself by default. */
  by?: string
  action: keyof typeof factorActions
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
