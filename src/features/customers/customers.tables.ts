// Tables of customers (platform/database/schema.ts).
import type { Generated, GeneratedAlways } from 'kysely'
import type { CustomerVat } from './customers.contract.ts'

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
  /** Set by a trigger unless given. */
  contactId: Generated<string>
  seesCompany: Generated<boolean>
  mayApprove: Generated<boolean>
  /** May approve, and sees the company. */
  approvesTime: GeneratedAlways<boolean>
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

declare module '#platform/database/schema.ts' {
  interface Schema {
    customers: Customers
    customerUsers: CustomerUsers
    contacts: Contacts
    portalCounts: PortalCounts
  }
}
