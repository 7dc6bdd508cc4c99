import { CustomerFilter } from '#features/customers/web/customer-filter.tsx'
import { MONTHS_SHOWN } from '#features/time/time.contract.ts'
import { type ListFilter, timeFilterOf } from '#features/time/web/time.api.ts'
import { latestMonths, todayInStockholm } from '#shared/dates.rules.ts'
import { formatMonth } from '#shared/month-names.rules.ts'
import { FilterPanel } from '#shared/ui/filter-panel.tsx'
import { SelectInput } from '#shared/ui/select-input.tsx'
import { SwitchInput } from '#shared/ui/switch.tsx'
import { useUrlFilter } from '#shared/web/url.ts'
import { TicketFilter } from './ticket-filter.tsx'

export function useTimeFilter() {
  const { params, chosen, set } = useUrlFilter<Exclude<keyof ListFilter, 'mine'> | 'who'>()
  return {
    /** The filter of the rows shown. */
    filter: timeFilterOf(params),
    /** The values of the controls; `filter` follows when the router has navigated. */
    chosen: timeFilterOf(chosen),
    setFilter: set,
  }
}

export function TimeFilters({ chosen, setFilter }: ReturnType<typeof useTimeFilter>) {
  const { mine = false, ...counted } = chosen
  const { customerId = '', ticketId, month = '', reported = false } = counted
  const months = latestMonths(todayInStockholm(), MONTHS_SHOWN)
  // The URL may have a month older than the choices.
  const choices = month && !months.includes(month) ? [...months, month] : months
  return (
    <FilterPanel
      activeCount={Object.values(counted).filter(Boolean).length}
      first={
        <div className="sm:pb-1.5">
          <SwitchInput label="Bara mina" value={mine} onChange={(on) => setFilter('who', on ? 'me' : 'all')} />
        </div>
      }
    >
      {ticketId && (
        <div className="col-span-2">
          <TicketFilter ticketId={ticketId} onClear={() => setFilter('ticketId', '')} />
        </div>
      )}
      <div className="col-span-2 sm:w-72">
        <CustomerFilter customerId={customerId} onChange={(value) => setFilter('customerId', value)} />
      </div>
      <div className="col-span-2 sm:w-52">
        <SelectInput
          label="Månad"
          value={month}
          onChange={(value) => setFilter('month', value)}
          emptyLabel="Alla månader"
          choices={choices.map((value) => ({ value, label: formatMonth(value) }))}
        />
      </div>
      <div className="col-span-2 sm:pb-1.5">
        <SwitchInput
          label="Visa rapporterade"
          value={reported}
          onChange={(on) => setFilter('reported', on ? 'true' : '')}
        />
      </div>
    </FilterPanel>
  )
}
