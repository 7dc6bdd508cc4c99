/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const equipmentRecords = [{ table: 'equipment', keepsCustomer: true }] as const
