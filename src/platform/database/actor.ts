import type { KeyScope } from '#shared/api-key.rules.ts'
import type { StaffRole } from '#shared/roles.rules.ts'

/** What a request is authenticated by: the id of a session, or the hash of an API key. */
export type Credential = string | Buffer

/** The signed-in user of a request, read from the database per request; token claims are never trusted for authorization. */
type Login = {
  /** '' of an API key, which may not call what concerns the session. */
  sessionId: string
  /** The key by which a program acts for this person; null of a session. */
  apiKey: { id: string; name: string; scopes: readonly KeyScope[] } | null
  userId: string
  email: string
  fullName: string | null
  /** Until the password is changed, only changing it is allowed. */
  mustChangePassword: boolean
  /** The level of the session in the protocol's words: aal2 once a second factor has been proved. */
  aal: 'aal1' | 'aal2'
  /**
   * How long ago the person proved in this session who they are, by the database's clock: by the factor, or by the password while
   * there is none. Null when a factor has not been proved.
   */
  proofAgeSeconds: number | null
  /** How long a proof opens the vault, a setting of the organization. */
  vaultProofHours: number
  /** Whether the login has a verified authenticator app or passkey. */
  hasFactor: boolean
  /** Until a factor is proved, or the first one added, nothing else is allowed. */
  needsFactor: boolean
}

/** Of a session that has just been opened by password, of a login without a second factor. */
export const JUST_SIGNED_IN = {
  apiKey: null,
  aal: 'aal1',
  proofAgeSeconds: 0,
  vaultProofHours: 8,
  hasFactor: false,
  needsFactor: false,
} as const

export type StaffActor = Login & { kind: 'staff'; role: StaffRole; orgId: string | null; customerId: null }
export type CustomerActor = Login & {
  kind: 'customer'
  role: 'customer'
  orgId: string
  customerId: string
  contactId: string
  /** When false, only the tickets that the contact reported or gets copies of are visible. */
  seesCompany: boolean
}
/** A login that is neither staff nor linked to a customer. */
type UnlinkedActor = Login & { kind: 'none'; role: null; orgId: string | null; customerId: null }

export type Actor = StaffActor | CustomerActor | UnlinkedActor
