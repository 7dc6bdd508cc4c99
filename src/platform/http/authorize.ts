// Who may call an endpoint: the audience of its contract, judged by the session in the database, never by the token.
import type { Actor } from '#platform/database/actor.ts'
import { audit } from '#platform/database/audit.ts'
import { type Endpoint, FACTOR_NEEDED, FRESH_PROOF_MINUTES, PROOF_NEEDED } from '#shared/contract.ts'
import { isOf, type StaffAudience } from '#shared/roles.rules.ts'
import { auditRefusedKey } from './api-keys.ts'
import { AppError, forbidden } from './app-error.ts'
import { oncePerHour } from './once-per-hour.ts'

/**
 * Throws 403 while the actor must prove a factor or change the password first, for an actor outside the endpoint's audience, and
 * without the proof that it asks for. Attempts by others at endpoints for staff are audited.
 */
export function refuse(endpoint: Endpoint, actor: Actor) {
  if (actor.apiKey) refuseKey(endpoint, actor, actor.apiKey)
  if (actor.needsFactor && !endpoint.withoutFactor) {
    throw new AppError(403, FACTOR_NEEDED, 'Bekräfta inloggningen med ditt andra steg innan du går vidare')
  }
  if (actor.mustChangePassword && !endpoint.duringPasswordChange) {
    throw new AppError(403, 'password_change_due', 'Välj ett nytt lösenord innan du går vidare')
  }
  refuseOutsiders(endpoint, actor)
  if (!isProved(endpoint, actor)) throw proofNeeded()
}

/**
 * Throws 403 for an API key without the endpoint's scope, and while its maker must add a factor or change the password: those who
 * could do that are people, so the endpoints that stay open for them do not for a key.
 */
function refuseKey(endpoint: Endpoint, actor: Actor, { scopes }: NonNullable<Actor['apiKey']>) {
  if (actor.needsFactor) throw keyOnHold(actor, FACTOR_NEEDED, 'behöver tvåstegsinloggning')
  if (actor.mustChangePassword) throw keyOnHold(actor, 'password_change_due', 'måste byta lösenord')
  const { keyScope } = endpoint
  if (keyScope && scopes.includes(keyScope)) return
  const reason = keyScope ? `saknar omfånget ${keyScope}, som det här anropet kräver` : 'kan inte göra det här anropet'
  throw denied(endpoint, actor, `API-nyckeln ${reason}`, 'key_scope')
}

const keyOnHold = ({ orgId, userId, apiKey }: Actor, code: string, reason: string) =>
  new AppError(403, code, `Den som API-nyckeln hör till ${reason} innan den fungerar igen`, {
    afterRollback: async (database) => {
      if (orgId && apiKey)
        await database.as('auth', (db) => auditRefusedKey(db, { orgId, userId, id: apiKey.id, reason: code }))
    },
  })

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

const denied = (
  { method, path }: Endpoint,
  actor: Actor,
  message = forbidden().message,
  code: 'forbidden' | 'key_scope' = 'forbidden',
) => {
  const endpoint = `${method} ${path}`
  return new AppError(403, code, message, {
    afterRollback: async (database) => {
      if (!denials.isFirst(`${actor.apiKey?.id ?? actor.userId} ${endpoint}`)) return
      const entry = { action: 'denied', subject: 'login', subjectId: actor.userId, detail: { endpoint } } as const
      await database.as('auth', (db) => audit(db, actor, entry))
    },
  })
}

/** Each process audits a repeated denial at most once an hour. */
const denials = oncePerHour()
