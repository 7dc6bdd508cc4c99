// The customer export as a CSV file for spreadsheets: the specified columns first, then what a ledger needs.
import { type CsvColumn, fieldColumns } from '#shared/csv.rules.ts'
import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone } from '#shared/phone.rules.ts'
import { type BillingDetails, type BillingField, billingLabels } from './billing-details.contract.ts'
import { type Customer, type CustomerField, customerFields, customerLabels } from './customers.contract.ts'

export type ExportedCustomer = Pick<Customer, CustomerField> & Pick<BillingDetails, BillingField>

export const customersFileName = (date: string): string => `kunder_${date}.csv`

/** Phone numbers are formatted, since a spreadsheet drops the leading 0 of '0701234567'. */
const written: Partial<Record<CustomerField, (value: string) => string>> = {
  email: readableAddress,
  phone: formatPhone,
}

function cellOf(value: BillingDetails[BillingField]): string | null {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nej'
  return value === null ? null : String(value)
}

const billingFields = Object.keys(billingLabels) as BillingField[]
const billingColumns = billingFields.map(
  (field): CsvColumn<ExportedCustomer> => ({
    heading: billingLabels[field],
    cell: (customer) =>
      field === 'invoiceEmail' ? readableAddress(customer.invoiceEmail ?? '') : cellOf(customer[field]),
  }),
)

export const customerColumns: readonly CsvColumn<ExportedCustomer>[] = [
  ...fieldColumns(customerFields, customerLabels, written),
  ...billingColumns,
]

/** Without the numbers of sole traders, which are personal: the VAT number contains the other. */
export const withoutPersonalNumbers = (customer: ExportedCustomer): ExportedCustomer =>
  customer.isSoleTrader ? { ...customer, orgNumber: null, vatNumber: null } : customer
