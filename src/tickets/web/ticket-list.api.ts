// The list of tickets for pages of other features.
export { useManageTicket } from './manage-ticket.tsx'
export { TicketTable } from './ticket-table.tsx'
