// The export of contacts as a CSV file for spreadsheets; its import (contact-file.rules.ts) reads the same columns.
import { CSV_BOM, csvLine } from '#lib/csv.rules.ts'
import { readableAddress } from '#lib/email.rules.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import { type Contact, type ContactField, contactFields, contactLabels } from './contacts.contract.ts'

/** Which customer a contact belongs to, beside its own fields. */
export const contactCustomerLabels = { customer: 'Kund', customerEmail: 'Kundens e-post' }

export type ExportedContact = Pick<Contact, ContactField> & { customer: string; customerEmail: string | null }

/** Byte order mark and headings. */
export const CONTACTS_CSV_HEAD =
  CSV_BOM + csvLine([...Object.values(contactCustomerLabels), ...contactFields.map((field) => contactLabels[field])])

/** One contact as a CSV line; phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
export function contactCsvLine({ customer, customerEmail, ...contact }: ExportedContact): string {
  const { email, phone, mobile } = contact
  const cells = {
    ...contact,
    email: email && readableAddress(email),
    phone: phone && formatPhone(phone),
    mobile: mobile && formatPhone(mobile),
  }
  return csvLine([
    customer,
    customerEmail && readableAddress(customerEmail),
    ...contactFields.map((field) => cells[field]),
  ])
}
