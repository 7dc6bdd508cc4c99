/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const contactRecords = [
  { table: 'customerUsers', preventsDeletion: true },
  { table: 'contacts', preventsDeletion: true },
  { table: 'billingDetails', preventsDeletion: false },
  { table: 'invoiceRecipients', preventsDeletion: true },
] as const
