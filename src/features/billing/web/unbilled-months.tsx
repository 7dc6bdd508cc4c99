import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import type { LateMonth, UnbilledMonth } from '../invoice-bases.contract.ts'

/** 'September 2026 är inte fakturerad, 4 rader'. */
export function unbilledText({ month, rows }: UnbilledMonth): string {
  const name = formatMonth(month)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} är inte fakturerad, ${plural(rows, 'rad', 'rader')}`
}

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
