// Refusals with the codes of the protocol.
import { AppError } from '#platform/http/app-error.ts'
import { LEVEL_NEEDED } from '#shared/contract.ts'
import type { AuditFactor } from './factor-audit.ts'
import { auditFactor } from './factor-audit.ts'

export const factorNotFound = () =>
  new AppError(
    404,
    'mfa_factor_not_found',
    'Det andra steget finns inte längre. Ladda om sidan om du har börjat om i en annan flik.',
  )

export const challengeExpired = () => new AppError(422, 'mfa_challenge_expired', 'Det tog för lång tid. Försök igen.')

/** The session has to prove a factor before factors can be changed. */
export const levelTooLow = () => new AppError(403, LEVEL_NEEDED, 'Bekräfta med ditt andra steg innan du ändrar det')

/** A wrong code. It is audited although the transaction is rolled back. */
export const codeRefused = (message: string, entry: Omit<AuditFactor, 'action'>) =>
  new AppError(422, 'mfa_verification_failed', message, {
    fields: { code: message },
    afterRollback: async (database) => {
      await database.as('auth', (db) => auditFactor(db, { ...entry, action: 'factor_refused' }))
    },
  })
