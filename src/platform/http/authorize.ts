// Who may call an endpoint: the audience of its contract, judged by the session in the database, never by the token.
import type { Actor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { type Endpoint, FACTOR_NEEDED, FRESH_PROOF_MINUTES, PROOF_NEEDED } from '#shared/contract.ts'
import { isOf, type StaffAudience } from '#shared/roles.rules.ts'
import { AppError, forbidden } from './app-error.ts'
import { oncePerHour } from './once-per-hour.ts'

/**
 * Throws 403 while the actor must prove a factor or change the password first, for an actor outside the endpoint's audience, and
 * without the proof that it asks for. Attempts by others at endpoints for staff are audited.
 */
export function refuse(endpoint: Endpoint, actor: Actor) {
  if (actor.needsFactor && !endpoint.withoutFactor) {
    throw new AppError(403, FACTOR_NEEDED, 'Bekräfta inloggningen med ditt andra steg innan du går vidare')
  }
  if (actor.mustChangePassword && !endpoint.duringPasswordChange) {
    throw new AppError(403, 'password_change_due', 'Välj ett nytt lösenord innan du går vidare')
  }
  refuseOutsiders(endpoint, actor)
  if (!isProved(endpoint, actor)) throw proofNeeded()
}

/** For handlers whose need of a proof depends on more than the endpoint. */
export const proofNeeded = () => new AppError(403, PROOF_NEEDED, 'Bekräfta att det är du')

/** Whether the person has proved in this session, as recently as the endpoint asks, who they are. */
export function isProved({ proof }: Pick<Endpoint, 'proof'>, { hasFactor, proofAgeSeconds, vaultProofHours }: Actor) {
  if (!proof || (proof === 'workday' && !hasFactor)) return true
  const limitSeconds = proof === 'workday' ? vaultProofHours * 3600 : FRESH_PROOF_MINUTES * 60
  return proofAgeSeconds !== null && proofAgeSeconds < limitSeconds
}

/** Throws 403 when this actor is not in the endpoint's audience. */
function refuseOutsiders(endpoint: Endpoint, actor: Actor) {
  const { allow } = endpoint
  if (allow === 'anyone' || allow === 'signedIn') return
  if (allow === 'customer') {
    if (actor.kind !== 'customer') throw forbidden('Du har inte tillgång till kundportalen')
    return
  }
  if (actor.kind !== 'staff') throw denied(endpoint, actor)
  if (isOf(allow, actor)) return
  throw allow === 'staff' ? forbidden() : denied(endpoint, actor, refusals[allow])
}

const refusals: Partial<Record<StaffAudience, string>> = { admin: 'Bara administratörer kan göra det här' }

const denied = ({ method, path }: Endpoint, actor: Actor, message = forbidden().message) => {
  const endpoint = `${method} ${path}`
  return new AppError(403, 'forbidden', message, {
    afterRollback: async (database) => {
      if (!denials.isFirst(`${actor.userId} ${endpoint}`)) return
      const entry = { action: 'denied', subject: 'login', subjectId: actor.userId, detail: { endpoint } } as const
      await database.as('auth', (db) => audit(db, actor, entry))
    },
  })
}

/** Each process audits a repeated denial at most once an hour. */
const denials = oncePerHour()
