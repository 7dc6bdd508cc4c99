/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const vaultRecords = [{ table: 'customerCredentials', keepsCustomer: true }] as const
