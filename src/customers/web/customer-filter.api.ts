// The filter of any list that belongs to customers.
export { CustomerFilter } from './customer-filter.tsx'
