// Parts of a priced month, for bases.

export { amountColumns, PriceSums, quantityInWords, sumsInWords, workedColumns } from './price-parts.tsx'
