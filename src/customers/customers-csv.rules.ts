// The customer export as a CSV file for spreadsheets.
import { CSV_BOM, csvLine } from '#lib/csv.rules.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import type { Customer } from './customers.contract.ts'

export type ExportedCustomer = Pick<Customer, 'name' | 'email' | 'phone' | 'address' | 'notes'>

/** Byte order mark and headings. */
export const CUSTOMERS_CSV_HEAD = CSV_BOM + csvLine(['Namn', 'E-post', 'Telefon', 'Adress', 'Anteckningar'])

/** One customer as a CSV line; phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
export const customerCsvLine = ({ name, email, phone, address, notes }: ExportedCustomer): string =>
  csvLine([name, email, phone && formatPhone(phone), address, notes])
