/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const fileRecords = [{ table: 'files', keepsCustomer: true }] as const
