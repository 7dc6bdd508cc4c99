// The register as a file for spreadsheets.
import { CSV_BOM, csvLine } from '#lib/csv.rules.ts'
import { formatPhone } from '#lib/phone.rules.ts'
import type { Customer } from './customers.contract.ts'

export type ExportedCustomer = Pick<Customer, 'name' | 'email' | 'phone' | 'address' | 'notes'>

export const CUSTOMERS_CSV_HEAD = CSV_BOM + csvLine(['Namn', 'E-post', 'Telefon', 'Adress', 'Anteckningar'])

/** One customer; a number as people read it, which a spreadsheet leaves alone ('0701234567' would lose its 0). */
export const customerCsvLine = ({ name, email, phone, address, notes }: ExportedCustomer): string =>
  csvLine([name, email, phone && formatPhone(phone), address, notes])
