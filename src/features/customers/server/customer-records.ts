/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const contactRecords = [
  { table: 'customerUsers', keepsCustomer: true },
  { table: 'contacts', keepsCustomer: true },
] as const
