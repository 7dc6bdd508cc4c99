// Table columns of time entries, for Tidrapport and the archive.
export { sumOf, timeColumns } from './time-columns.tsx'
