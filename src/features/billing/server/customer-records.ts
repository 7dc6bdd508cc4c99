/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const billingRecords = [
  { table: 'agreements', keepsCustomer: true },
  { table: 'prepaidHours', keepsCustomer: true },
  { table: 'invoiceBases', keepsCustomer: true },
  { table: 'usedHours', keepsCustomer: false },
] as const
