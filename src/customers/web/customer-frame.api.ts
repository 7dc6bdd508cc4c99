// The frame of a customer's pages, for the page of another feature.
export { CustomerFrame } from './customer-frame.tsx'
