/** What hangs on a customer here; src/app/server/customer-records.ts joins them. */
export const ticketRecords = [
  { table: 'tickets', keepsCustomer: true },
  { table: 'recurringTickets', keepsCustomer: true },
] as const
