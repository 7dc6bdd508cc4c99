// Tables of customers (platform/database/schema.ts).
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CustomerVat, ReverseReason } from './customers.contract.ts'

type Customers = {
  orgId: string
  id: string
  name: string
  email: string | null
  phone: string | null
  address: string | null
  notes: string | null
  vat: Generated<CustomerVat>
  /** Null without reverse charge, and for those who had it before reasons were stored. */
  reverseReason: Generated<ReverseReason | null>
  isPrivate: Generated<boolean>
  /** The next of the series unless given. */
  customerNumber: ColumnType<string, string | null | undefined, string>
  /** Whether the database writes the address from that of the billing details. */
  hasPostalAddress: GeneratedAlways<boolean>
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

/** What a ledger needs to know of a customer; no row before anything is filled in. */
type BillingDetails = {
  orgId: string
  customerId: string
  /** Of a sole trader the owner's personal identity number. */
  orgNumber: string | null
  isSoleTrader: Generated<boolean>
  vatNumber: string | null
  invoiceEmail: string | null
  street: string | null
  postcode: string | null
  town: string | null
  country: Generated<string>
  yourReference: string | null
  orderNumber: string | null
  /** Null: the company's payment terms. */
  paymentDays: number | null
  requiresReference: Generated<boolean>
  version: Generated<number>
}

type InvoiceRecipients = {
  orgId: string
  customerId: string
  id: string
  name: string
  address: string | null
  email: string | null
  reference: string | null
  costCentre: string | null
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
    billingDetails: BillingDetails
    invoiceRecipients: InvoiceRecipients
    portalCounts: PortalCounts
  }
}
