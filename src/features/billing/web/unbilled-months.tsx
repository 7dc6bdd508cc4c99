import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { LateMonth, UnbilledMonth } from '../invoice-bases.contract.ts'

/** 'September 2026 är inte fakturerad, 4 rader, 2 abonnemang'. */
export function unbilledText(unbilled: UnbilledMonth): string {
  const name = formatMonth(unbilled.month)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} är inte fakturerad, ${unbilledCounts(unbilled)}`
}

/** '4 rader, 2 abonnemang'; a monthly fee counts as one. */
export const unbilledCounts = ({ rows, charges }: UnbilledMonth): string =>
  [rows > 0 && plural(rows, 'rad', 'rader'), charges > 0 && plural(charges, 'abonnemang', 'abonnemang')]
    .filter(Boolean)
    .join(', ')

export function UnbilledMonths({ months }: { months: readonly UnbilledMonth[] }) {
  return months.map((one) => (
    <span key={one.month} className="block text-ink-soft text-sm">
      {unbilledText(one)}
    </span>
  ))
}

/** '3 rader från september 2026': late rows that the basis has, or will get. */
export function LateMonths({ months }: { months: readonly LateMonth[] }) {
  return months.map(({ month, rows }) => (
    <span key={month} className="block text-ink-soft text-sm">
      {`${plural(rows, 'rad', 'rader')} från ${formatMonth(month)}`}
    </span>
  ))
}
