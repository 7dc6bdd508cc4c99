// Time entries as a table shows them, here and in the archive.
export { sumOf, timeColumns } from './time-columns.tsx'
