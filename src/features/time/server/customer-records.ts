/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const timeRecords = [
  { table: 'timeEntries', keepsCustomer: true },
  { table: 'expenses', keepsCustomer: true },
  { table: 'clocks', keepsCustomer: false },
  { table: 'openTimeSums', keepsCustomer: false },
  { table: 'customerTimeSums', keepsCustomer: false },
] as const
