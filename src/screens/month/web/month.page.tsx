import { useInfiniteQuery } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { liveStates, type StateSum } from '#features/billing/invoice-bases.contract.ts'
import { invoiceBasisStateLabels } from '#features/billing/invoice-bases.rules.ts'
import { IMPORT_COUNTS } from '#features/billing/web/count-difference.tsx'
import { invoiceBasesQuery } from '#features/billing/web/invoice-bases.api.ts'
import { formatKronor, ore } from '#shared/money.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { plural } from '#shared/plural.rules.ts'
import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { useEscapeToClear, useTableSelection } from '#shared/ui/table-selection.ts'
import { tableOf } from '#shared/web/pages.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import { MonthActs } from './month-acts.tsx'
import { MonthFile } from './month-file.tsx'
import { MonthTable, monthKey } from './month-table.tsx'
import { monthsShown, shownMonth } from './shown-month.ts'
import { useMonthActs } from './use-month-acts.ts'
import { WaitingSendings } from './waiting-sendings.tsx'
import { WithoutAccount } from './without-account.tsx'

/** A month of all customers: what stops each, and the acts that take all of them to invoices. */
export function MonthPage() {
  const { params, chosen, set } = useUrlFilter<'month'>()
  return (
    <Page
      title="Fakturaunderlag"
      lead="Skapa månadens underlag, skicka dem till kunderna och fakturera"
      action={
        <div className="flex items-end gap-2">
          <SelectInput
            label="Månad"
            value={shownMonth(chosen)}
            onChange={(chosenMonth) => set('month', chosenMonth)}
            choices={monthsShown().map((one) => ({ value: one, label: formatMonth(one) }))}
          />
          <ActionMenu
            label="Fler åtgärder för månaden"
            isFramed
            actions={[{ label: 'Importera antal', icon: Upload, to: IMPORT_COUNTS }]}
          />
        </div>
      }
    >
      <Month key={shownMonth(params)} month={shownMonth(params)} />
    </Page>
  )
}

function Month({ month }: { month: string }) {
  const list = useInfiniteQuery(invoiceBasesQuery(month))
  const table = tableOf(list)
  const selection = useTableSelection(table.rows, monthKey, month)
  useEscapeToClear(selection)
  const acts = useMonthActs(month, selection)
  const { failureOf } = acts
  const rows = table.rows?.map((row) => ({ ...row, failure: failureOf(row) }))
  const billingFrom = list.data?.pages[0]?.billingFrom ?? ''
  const isEarly = month < billingFrom
  if (list.isError && !list.data) return <QueryError title="Kunde inte hämta underlagen" query={list} />
  return (
    <>
      <StateSums sums={list.data?.pages[0]?.sums ?? []} isLoading={!list.data} />
      <WaitingSendings sendings={list.data?.pages[0]?.sendings ?? []} />
      {isEarly && (
        <p role="status">{`Faktureringen börjar i ${formatMonth(billingFrom)}. Äldre månader faktureras inte.`}</p>
      )}
      {rows?.length !== 0 && !isEarly && (
        <MonthActs
          rows={rows ?? []}
          nextOfAll={list.data?.pages[0]?.nextStep ?? undefined}
          selection={selection}
          acts={acts}
          isLoading={!list.data}
        />
      )}
      <MonthFile month={month} sums={list.data?.pages[0]?.sums ?? []} />
      <WithoutAccount lacking={list.data?.pages[0]?.withoutAccount ?? []} />
      <MonthTable month={month} selection={selection} table={{ ...table, rows }} isBilled={!isEarly} />
    </>
  )
}

type StateSumsProps = { sums: readonly StateSum[]; isLoading: boolean }

/** The number and sum of the invoice bases in each state; while they load, the height of none. */
function StateSums({ sums, isLoading }: StateSumsProps) {
  const hidden = isLoading ? 'invisible' : ''
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4" aria-label="Summor per läge" aria-busy={isLoading}>
      {liveStates.map((state) => {
        const { count, netOre } = sums.find((sum) => sum.state === state) ?? { count: 0, netOre: ore(0) }
        return (
          <div key={state} className="rounded-md border border-line bg-surface px-4 py-3">
            <dt className="text-ink-soft text-sm">{invoiceBasisStateLabels[state]}</dt>
            <dd className={`font-semibold text-md tabular-nums ${hidden}`}>{formatKronor(netOre)}</dd>
            <dd className={`text-ink-soft text-sm ${hidden}`}>{plural(count, 'underlag', 'underlag')}, utan moms</dd>
          </div>
        )
      })}
    </dl>
  )
}
