import { useQuery } from '@tanstack/react-query'
import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { type Column, Table } from '#shared/ui/table.tsx'
import { useUrlFilter } from '#shared/web/url.ts'
import { lineName } from '../line-texts.rules.ts'
import type { MonthPrice as Price, PricedLine } from '../price.contract.ts'
import { orderNumberText } from '../recipient-texts.rules.ts'
import { type ShownLine, shownLines } from '../shown-lines.rules.ts'
import { monthPriceQuery } from './agreements.api.ts'
import { amountColumns, NoVat, PriceSums, QuietLine } from './price-parts.tsx'
import { PricedRows } from './priced-rows.tsx'

/** The current price of a customer's month: lines, sums, and the rows behind them. */
export function MonthPrice({ customerId }: { customerId: string }) {
  const { params, chosen, set } = useUrlFilter<'month'>()
  const months = latestMonths(todayInStockholm(), MONTHS_SHOWN)
  const [current = ''] = months
  const monthIn = (from: URLSearchParams) => months.find((month) => month === from.get('month')) ?? current
  const query = useQuery(monthPriceQuery(customerId, monthIn(params)))
  return (
    <section aria-labelledby="manaden" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="manaden" className="font-semibold text-md">
            Månadens belopp
          </h2>
          <p className="text-ink-soft">Räknat på det som är registrerat nu. Inget sparas eller skickas.</p>
        </div>
        <SelectInput
          label="Månad"
          value={monthIn(chosen)}
          onChange={(month) => set('month', month === current ? '' : month)}
          choices={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        />
      </div>
      {query.data ? (
        <Content price={query.data} />
      ) : query.isError ? (
        <QueryError title="Kunde inte räkna ut beloppet" query={query} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </section>
  )
}

type NumberedLine = ShownLine<PricedLine> & { number: number }

const columnsOf = (price: Price): readonly Column<NumberedLine>[] => [
  { key: 'number', header: 'Rad', cell: ({ number }) => number, isNumber: true, width: 'w-12', onPhone: 'hidden' },
  {
    key: 'name',
    header: 'Vad',
    cell: (line) => (
      <>
        {lineName(line)}
        <QuietLine text={[line.recipient, orderNumberText(line)].filter(Boolean).join(' · ') || undefined} />
        <NoVat line={line} />
      </>
    ),
    onPhone: 'title',
    grows: true,
  },
  ...amountColumns(price),
]

function Content({ price }: { price: Price }) {
  const lines = shownLines(price.lines, price.isPrivate).map((line, position) => ({ ...line, number: position + 1 }))
  return (
    <>
      {price.unpriced > 0 && (
        <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          {plural(price.unpriced, 'tidrad', 'tidrader')} har inget pris: inga villkor gäller de dagarna.
        </p>
      )}
      {price.unpricedExpenses > 0 && (
        <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          {plural(price.unpricedExpenses, 'rad', 'rader')} med resa eller material har inget pris än.
        </p>
      )}
      {price.unpricedCharges.length > 0 && (
        <p role="status" className="rounded-md border border-accent bg-accent-soft p-3">
          Artikeln för {price.unpricedCharges.join(', ')} har inget pris.
        </p>
      )}
      <Table
        label="Rader i beloppet"
        columns={columnsOf(price)}
        rows={lines}
        rowKey={({ number }) => String(number)}
        stacksBelow="sm"
        empty={<EmptyState title="Inget att fakturera" text="Inget med pris är registrerat i månaden." />}
      />
      {lines.length > 0 && <PriceSums price={price} />}
      {price.rows.length > 0 && <PricedRows rows={price.rows} />}
    </>
  )
}
