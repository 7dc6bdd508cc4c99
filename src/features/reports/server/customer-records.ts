/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const reportRecords = [{ table: 'reports', keepsCustomer: true }] as const
