import { formatKronor } from '#shared/money.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import type { ListedInvoiceBasis } from '../invoice-bases.contract.ts'

/** What the customer approves: the amount, or the hours when the month costs nothing. */
export const sumToApprove = ({ totalOre, minutes }: Pick<ListedInvoiceBasis, 'totalOre' | 'minutes'>): string =>
  totalOre === 0 ? `${formatHours(minutes)} tim` : formatKronor(totalOre)
