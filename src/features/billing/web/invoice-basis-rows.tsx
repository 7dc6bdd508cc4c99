import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { monthOf } from '#shared/dates.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { formatHours } from '#shared/ui/format.ts'
import { Link } from '#shared/ui/link.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { tableOf } from '#shared/web/pages.ts'
import type { InvoiceBasisRow } from '../invoice-basis-row.contract.ts'
import { FROM_EARLIER_MONTHS } from '../line-texts.rules.ts'
import { rowColumns, workedColumns } from './price-parts.tsx'

/** Questions name a row by its number. After-hours are a column where there are some, also when they were drawn from hours. */
const columnsOf = (rows: readonly InvoiceBasisRow[]): readonly Column<InvoiceBasisRow>[] => [
  { key: 'position', header: 'Post', cell: ({ position }) => position, isNumber: true, width: 'w-14' },
  ...rowColumns,
  ...workedColumns.filter(({ key }) => key !== 'after_hours' || rows.some((row) => row.afterHoursMinutes)),
  {
    key: 'lines',
    header: 'På rad',
    cell: ({ lines }) => lines.join(', '),
    isNumber: true,
    width: 'w-20',
  },
]

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<{ rows: InvoiceBasisRow[]; next: string | null }>>
  /** The month of the basis: rows of others come last. */
  month: string
  /** The position of the line that the rows are on; '' for all. */
  line: string
  /** Of all rows. */
  totals: { rowCount: number; minutes: number; chargedMinutes: number }
  actions?: (row: InvoiceBasisRow) => ReactNode
}

const footerOf = ({ rowCount, minutes, chargedMinutes }: Props['totals']) => ({
  date: 'Summa',
  description: plural(rowCount, 'post', 'poster'),
  worked: formatHours(minutes),
  charged: formatHours(chargedMinutes),
})

/** The rows of an invoice basis, of one line or of all. */
export function InvoiceBasisRows({ list, month, line, totals, actions }: Props) {
  const { rows, ...table } = tableOf(list)
  const shared = {
    columns: columnsOf(rows ?? []),
    rowKey: ({ position }: InvoiceBasisRow) => String(position),
    stacksBelow: 'lg',
    empty: null,
    ...(actions && { actions }),
  } as const
  const more = { ...table, ...(line === '' && { footer: footerOf(totals) }) }
  const own = rows?.filter(({ workDate }) => monthOf(workDate) === month)
  const late = rows?.filter(({ workDate }) => monthOf(workDate) !== month) ?? []
  return (
    <section aria-labelledby="rader" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="rader" className="scroll-mt-4 font-semibold text-md">
          {line ? `Poster på rad ${line}` : 'Poster'}
        </h2>
        {line && <Link to="?">Visa alla poster</Link>}
      </div>
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta posterna" query={list} />
      ) : (
        <>
          {own?.length !== 0 && (
            <Table
              label="Poster i underlaget"
              {...shared}
              loadingText="Laddar poster …"
              rows={own}
              {...(late.length === 0 && more)}
            />
          )}
          {late.length > 0 && (
            <>
              <h3 className="font-semibold">{FROM_EARLIER_MONTHS}</h3>
              <Table label={`Poster ${FROM_EARLIER_MONTHS.toLowerCase()}`} {...shared} rows={late} {...more} />
            </>
          )}
        </>
      )}
    </section>
  )
}
