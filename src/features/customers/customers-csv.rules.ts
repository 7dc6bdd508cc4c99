// The customer export as a CSV file for spreadsheets.
import { type CsvColumn, fieldColumns } from '#shared/csv.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { type Customer, type CustomerField, customerFields, customerLabels } from './customers.contract.ts'

export type ExportedCustomer = Pick<Customer, CustomerField>

export const customersFileName = (date: string): string => `kunder_${date}.csv`

/** Phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
const written: Partial<Record<CustomerField, (value: string) => string>> = {
  email: readableAddress,
  phone: formatPhone,
}

export const customerColumns: readonly CsvColumn<ExportedCustomer>[] = fieldColumns(
  customerFields,
  customerLabels,
  written,
)
