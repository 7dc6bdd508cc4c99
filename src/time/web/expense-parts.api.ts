// What tickets and customers show of travel and material.
export { CustomerExpenses } from './customer-expenses.tsx'
export { TicketExpenses } from './ticket-expenses.tsx'
