/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const contactRecords = [
  { table: 'customerUsers', keepsCustomer: true },
  { table: 'contacts', keepsCustomer: true },
] as const
