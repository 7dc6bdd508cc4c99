import { unbilledText } from '#features/time/unbilled.contract.ts'
import { fileNamePart } from '#shared/file-name.rules.ts'
import type { InvoiceBasisState } from './invoice-bases.contract.ts'

/** The address of a month's list, of all customers. */
export const monthPath = (month: string): string => `/backoffice/invoice-bases?month=${month}`
/** The address of an invoice basis. */
export const invoiceBasisPath = (id: string): string => `/backoffice/invoice-bases/${id}`
export const portalInvoiceBasisPath = (id: string): string => `/customer-portal/invoice-bases/${id}`

const NUMBER_DIGITS = 3

/** '2026-014', formatted as by guard_billed_row() in the database. */
export const invoiceBasisNumber = (year: number | null, number: number | null): string | null =>
  year === null || number === null ? null : `${year}-${String(number).padStart(NUMBER_DIGITS, '0')}`

export const invoiceBasisStateLabels: Record<InvoiceBasisState, string> = {
  draft: 'Utkast',
  sent: 'Skickat',
  approved: 'Godkänt',
  billed: 'Fakturerat',
  replaced: 'Ersatt',
  withdrawn: 'Tillbakataget',
}

type Sent = {
  state: InvoiceBasisState
  undelivered: readonly string[]
  toldTo: readonly string[]
  addressees: readonly { email: string; isInvoiceAddress: boolean }[]
}

/** Sent to an invoice address alone, and no mail has left for it yet. */
export const isMailWaiting = ({ state, undelivered, toldTo, addressees }: Sent): boolean =>
  state === 'sent' &&
  undelivered.length === 0 &&
  addressees.length > 0 &&
  addressees.every(({ email, isInvoiceAddress }) => isInvoiceAddress && !toldTo.includes(email))

/** An approver who has not answered is reminded after this many working days. */
export const REMIND_AFTER_WORKING_DAYS = 3

type NamedBasis = { number: string | null; month: string; customer: { name: string } }

/** The name of its file, by number once it is billed, otherwise by month: 'fakturaunderlag_2026-014_Åkeriet_AB.pdf'. */
export const invoiceBasisFileName = ({ number, month, customer }: NamedBasis, extension: 'csv' | 'pdf'): string =>
  `${['fakturaunderlag', number ?? month, fileNamePart(customer.name)].filter(Boolean).join('_')}.${extension}`

type DescribedRow = { ticketNumber: number | null; description: string | null }

/** The description after its ticket number: '#1042 Bytt switch'. */
export const describedText = ({ ticketNumber, description }: DescribedRow) =>
  [ticketNumber !== null && `#${ticketNumber}`, description].filter(Boolean).join(' ') || null

/** The same, and on a line of its own why the row is not billed. */
export const rowText = ({ unbilledReason, ...row }: DescribedRow & { unbilledReason: string | null }) =>
  [describedText(row), unbilledReason !== null && unbilledText(unbilledReason)].filter(Boolean).join('\n') || null
