// The customer export as a CSV file for spreadsheets.
import { CSV_BOM, csvLine } from '#lib/csv.rules.ts'
import { readableAddress } from '#lib/email.rules.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import { type Customer, type CustomerField, customerFields, customerLabels } from './customers.contract.ts'

export type ExportedCustomer = Pick<Customer, CustomerField>

/** Byte order mark and headings. */
export const CUSTOMERS_CSV_HEAD = CSV_BOM + csvLine(customerFields.map((field) => customerLabels[field]))

/** One customer as a CSV line; phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
export function customerCsvLine(customer: ExportedCustomer): string {
  const { email, phone } = customer
  const cells = { ...customer, email: email && readableAddress(email), phone: phone && formatPhone(phone) }
  return csvLine(customerFields.map((field) => cells[field]))
}
