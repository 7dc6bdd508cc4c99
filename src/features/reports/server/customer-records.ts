/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const reportRecords = [{ table: 'reports', preventsDeletion: true }] as const
