// The customer in any form.
export { CustomerField } from './customer-field.tsx'
