/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const vaultRecords = [{ table: 'customerCredentials', preventsDeletion: true }] as const
