// Tables of organizations, users, sessions and customers (schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { CustomerVat } from '#agreements/agreements.contract.ts'
import type { LinkPurpose } from '#auth/lifetimes.rules.ts'
import type { LoginKind, StaffRole } from '#lib/roles.rules.ts'
import type { DayChoice } from '#settings/opening-hours.rules.ts'

type Organizations = {
  id: string
  name: string
  orgNumber: string | null
  billingEmail: string | null
  paymentTerms: Generated<string>
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type CompanyFacts = {
  orgId: string
  founded: Generated<number>
  phone: string | null
  emergencyPhone: string | null
  email: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  seat: string | null
  vatNumber: string | null
  opens: Generated<string>
  closes: Generated<string>
  groupLine: string | null
  founderName: string | null
  founderTitle: string | null
  founderStory: string | null
  areaServed: string | null
  services: string | null
  prices: string | null
  dayHours: string | null
  closedDays: string | null
  eves: Generated<DayChoice>
  halfDays: Generated<DayChoice>
  halfDayCloses: Generated<string>
  people: string | null
  quotes: string | null
  certificates: string | null
  insurance: string | null
  fTax: Generated<boolean>
  mainColor: string | null
  accentColor: string | null
  version: Generated<number>
}

type Users = {
  id: string
  email: string
  passwordHash: string | null
  kind: LoginKind | null
  mustChangePassword: Generated<boolean>
  disabledAt: string | null
  createdAt: GeneratedAlways<string>
}

type Profiles = { id: string; orgId: string | null; fullName: string; createdAt: GeneratedAlways<string> }

type UserRoles = { userId: string; orgId: string | null; role: StaffRole }

type Customers = {
  orgId: string
  id: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  notes: string | null
  vat: Generated<CustomerVat>
  isPrivate: Generated<boolean>
  createdBy: string | null
  version: Generated<number>
  archivedAt: string | null
  createdAt: GeneratedAlways<string>
}

type CustomerUsers = {
  orgId: string
  userId: string
  customerId: string
  fullName: string | null
  /** Given by a trigger when none is named. */
  contactId: Generated<string>
  seesCompany: Generated<boolean>
  mayApprove: Generated<boolean>
  getsCompanyMail: Generated<boolean>
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type Contacts = {
  orgId: string
  customerId: string
  id: string
  name: string
  title: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  note: string | null
  archivedAt: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type PortalCounts = {
  orgId: string
  customerId: string
  contactId: string
  counted: 'tickets' | 'comments' | 'files'
  moments: string[]
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

type CustomerCredentials = {
  orgId: string
  customerId: string
  version: number
  keyId: string | null
  envelope: Buffer
  createdBy: string
  createdAt: GeneratedAlways<string>
}

type Equipment = {
  orgId: string
  customerId: string
  id: string
  name: string
  model: string | null
  serial: string | null
  place: string | null
  warrantyUntil: string | null
  note: string | null
  archivedAt: string | null
  createdBy: string | null
  version: Generated<number>
  createdAt: GeneratedAlways<string>
}

type VaultKeys = { id: string; addedAt: GeneratedAlways<string> }

export type PeopleTables = {
  organizations: Organizations
  companyFacts: CompanyFacts
  'auth.users': Users
  profiles: Profiles
  userRoles: UserRoles
  customers: Customers
  customerUsers: CustomerUsers
  contacts: Contacts
  portalCounts: PortalCounts
  'auth.sessions': Sessions
  'auth.refreshTokens': RefreshTokens
  'auth.oneTimeTokens': OneTimeTokens
  'auth.attempts': Attempts
  customerCredentials: CustomerCredentials
  vaultKeys: VaultKeys
  equipment: Equipment
}
