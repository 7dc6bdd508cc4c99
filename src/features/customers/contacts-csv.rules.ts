// The export of contacts as a CSV file for spreadsheets; its import (contact-file.rules.ts) reads the same columns.
import { type CsvColumn, fieldColumns } from '#shared/csv.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { type Contact, type ContactField, contactFields, contactLabels } from './contacts.contract.ts'

/** The columns that identify the contact's customer. */
export const contactCustomerLabels = { customer: 'Kund', customerEmail: 'Kundens e-post' }

export type ExportedContact = Pick<Contact, ContactField> & { customer: string; customerEmail: string | null }

export const contactsFileName = (date: string): string => `kontakter_${date}.csv`

/** Phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
const written: Partial<Record<ContactField, (value: string) => string>> = {
  email: readableAddress,
  phone: formatPhone,
  mobile: formatPhone,
}

export const contactColumns: readonly CsvColumn<ExportedContact>[] = [
  { heading: contactCustomerLabels.customer, cell: ({ customer }) => customer },
  {
    heading: contactCustomerLabels.customerEmail,
    cell: ({ customerEmail }) => customerEmail && readableAddress(customerEmail),
  },
  ...fieldColumns(contactFields, contactLabels, written),
]
