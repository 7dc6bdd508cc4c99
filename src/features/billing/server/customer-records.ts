/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const billingRecords = [
  { table: 'agreements', preventsDeletion: true },
  { table: 'charges', preventsDeletion: true },
  { table: 'importedCounts', preventsDeletion: true },
  { table: 'customerDiscounts', preventsDeletion: true },
  { table: 'prepaidHours', preventsDeletion: true },
  { table: 'invoiceBases', preventsDeletion: true },
  { table: 'usedHours', preventsDeletion: false },
] as const
