// The customer filter for lists of other features.
export { CustomerFilter } from './customer-filter.tsx'
