/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const timeRecords = [
  { table: 'timeEntries', preventsDeletion: true },
  { table: 'expenses', preventsDeletion: true },
  { table: 'clocks', preventsDeletion: false },
  { table: 'openTimeSums', preventsDeletion: false },
  { table: 'customerTimeSums', preventsDeletion: false },
] as const
