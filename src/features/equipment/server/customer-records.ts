/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const equipmentRecords = [{ table: 'equipment', preventsDeletion: true }] as const
