/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const billingRecords = [
  { table: 'agreements', keepsCustomer: true },
  { table: 'prepaidHours', keepsCustomer: true },
  { table: 'invoiceBases', keepsCustomer: true },
  { table: 'usedHours', keepsCustomer: false },
] as const
