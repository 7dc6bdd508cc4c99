import type { StaffRole } from '#lib/roles.rules.ts'

/** Who asks, as the database says at this request; token claims are never trusted for rights. */
type Login = {
  sessionId: string
  userId: string
  email: string
  fullName: string | null
  /** Until the password is changed, only that call is allowed. */
  mustChangePassword: boolean
}

export type StaffActor = Login & { kind: 'staff'; role: StaffRole; orgId: string | null; customerId: null }
export type CustomerActor = Login & { kind: 'customer'; role: 'customer'; orgId: string; customerId: string }
/** A login that is neither staff nor linked to a customer. */
type UnlinkedActor = Login & { kind: 'none'; role: null; orgId: string | null; customerId: null }

export type Actor = StaffActor | CustomerActor | UnlinkedActor
