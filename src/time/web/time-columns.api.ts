// Table columns of time entries, for Tidrapport and the archive.
export { sumOf, timeColumnsOnPhone } from './time-columns.tsx'
