import { copiedTimes } from '#features/time/time.rules.ts'
import { formatKronor } from '#shared/money.rules.ts'
import { formatDuration, formatHours } from '#shared/ui/format.ts'
import type { Column } from '#shared/ui/table.tsx'
import { amountHeading, noVatText, quantityText, type Summed, sumsText, unitPriceHeading } from '../line-texts.rules.ts'
import type { PricedLine } from '../price.contract.ts'
import { RowText } from './row-text.tsx'

/** Below the name of a line without VAT: why. */
export const NoVat = ({ line }: { line: Pick<PricedLine, 'vatReason' | 'isReversed'> }) => (
  <QuietLine text={noVatText(line)} />
)

/** A text below the name of a line. */
export const QuietLine = ({ text }: { text: string | undefined }) =>
  text ? <span className="block text-ink-soft text-sm">{text}</span> : null

type Amounts = Pick<PricedLine, 'quantity' | 'per' | 'unit' | 'unitOre' | 'vatPercent' | 'netOre'>

/** The columns after a line's number and name, of `shownLines`. */
export const amountColumns = (basis: { isPrivate: boolean }): readonly Column<Amounts>[] => [
  { key: 'quantity', header: 'Antal', cell: quantityText, isNumber: true, width: 'w-28' },
  {
    key: 'price',
    header: unitPriceHeading(basis),
    cell: ({ unitOre }) => formatKronor(unitOre),
    isNumber: true,
    width: 'w-36',
  },
  { key: 'vat', header: 'Moms', cell: ({ vatPercent }) => `${vatPercent} %`, isNumber: true, width: 'w-20' },
  {
    key: 'net',
    header: amountHeading(basis),
    cell: ({ netOre }) => formatKronor(netOre),
    isNumber: true,
    width: 'w-40',
  },
]

type Row = Parameters<typeof copiedTimes>[0] &
  Parameters<typeof RowText>[0]['row'] & { workDate: string; technician: string | null }

/** When a row was, who did it and what. */
export const rowColumns: readonly Column<Row>[] = [
  { key: 'date', header: 'Datum', cell: ({ workDate }) => workDate, width: 'w-28', onPhone: 'title' },
  { key: 'time', header: 'Tid', cell: copiedTimes, width: 'w-28' },
  { key: 'technician', header: 'Tekniker', cell: ({ technician }) => technician, width: 'w-36', grows: true },
  { key: 'description', header: 'Beskrivning', cell: (row) => <RowText row={row} />, width: 'w-[30%]', grows: true },
]

/** Charged minutes are null for a row without a price. Only a row of time has hours. */
type Worked = { source: string; minutes: number; chargedMinutes: number | null; afterHoursMinutes: number | null }

const hours = (minutes: number | null) =>
  minutes === null ? undefined : <span title={formatDuration(minutes)}>{formatHours(minutes)}</span>

/** Worked and charged hours of a row. */
export const workedColumns: readonly Column<Worked>[] = [
  {
    key: 'worked',
    header: 'Arbetat',
    cell: ({ source, minutes }) => (source === 'time' ? hours(minutes) : undefined),
    isNumber: true,
    width: 'w-20',
  },
  {
    key: 'charged',
    header: 'Debiteras',
    cell: ({ source, chargedMinutes }) => (source === 'time' ? hours(chargedMinutes) : undefined),
    isNumber: true,
    width: 'w-24',
  },
  {
    key: 'after_hours',
    header: 'Varav jour',
    cell: ({ afterHoursMinutes }) => (afterHoursMinutes ? hours(afterHoursMinutes) : undefined),
    isNumber: true,
    width: 'w-24',
  },
]

export function PriceSums({ price }: { price: Summed }) {
  return (
    <dl className="ml-auto grid grid-cols-[auto_auto] gap-x-8 gap-y-1 pr-4 text-right">
      {sumsText(price).map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
      <dt className="font-semibold">Att betala</dt>
      <dd className="font-semibold tabular-nums">{formatKronor(price.totalOre)}</dd>
    </dl>
  )
}
