/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const timeRecords = [
  { table: 'timeEntries', keepsCustomer: true },
  { table: 'expenses', keepsCustomer: true },
  { table: 'clocks', keepsCustomer: false },
  { table: 'openTimeSums', keepsCustomer: false },
  { table: 'customerTimeSums', keepsCustomer: false },
] as const
