// The customer field for forms of other features.
export { CustomerField } from './customer-field.tsx'
