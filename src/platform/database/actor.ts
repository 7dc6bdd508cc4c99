import type { StaffRole } from '#shared/roles.rules.ts'

/** The signed-in user of a request, read from the database per request; token claims are never trusted for authorization. */
type Login = {
  sessionId: string
  userId: string
  email: string
  fullName: string | null
  /** Until the password is changed, only changing it is allowed. */
  mustChangePassword: boolean
}

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
