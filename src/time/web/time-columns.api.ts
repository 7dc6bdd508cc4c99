// Table columns of time entries, for the archive and the customer's pages.
export { sumOf, Times, timeColumnsOnPhone } from './time-columns.tsx'
export { WorkText } from './work-text.tsx'
