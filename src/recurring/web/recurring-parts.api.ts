// What a customer's agreement shows of recurring tickets.
export { RecurringCard } from './recurring-card.tsx'
