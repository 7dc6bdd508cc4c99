import { formatKronor } from '#shared/money.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import type { ListedInvoiceBasis } from '../invoice-bases.contract.ts'

/** What an approval is about: 'Att betala', or the hours of a month that costs nothing more. */
export const sumToApprove = ({ totalOre, minutes }: Pick<ListedInvoiceBasis, 'totalOre' | 'minutes'>): string =>
  totalOre === 0 ? `${formatHours(minutes)} timmar` : formatKronor(totalOre)
