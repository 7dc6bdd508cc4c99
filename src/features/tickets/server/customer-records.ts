/** This feature's tables that refer to customers; src/app/server/customer-records.ts joins the lists. */
export const ticketRecords = [
  { table: 'tickets', preventsDeletion: true },
  { table: 'recurringTickets', preventsDeletion: true },
] as const
