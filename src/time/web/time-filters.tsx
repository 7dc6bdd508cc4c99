import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { nameOf, useCustomerChoices } from '#customers/web/customer-choices.api.ts'
import { customerQuery } from '#customers/web/customers.api.ts'
import { latestMonths, todayInStockholm } from '#lib/dates.rules.ts'
import { ComboboxInput } from '#lib/ui/combobox.tsx'
import { formatMonth } from '#lib/ui/format.ts'
import { SelectInput } from '#lib/ui/select.tsx'
import { SwitchInput } from '#lib/ui/switch.tsx'
import { MONTHS_SHOWN } from '../time.contract.ts'
import type { ListFilter } from './time.api.ts'

/** The list's filter lives in the address: a reload, a link and the back button keep it. */
export function useTimeFilter() {
  const [params, setParams] = useSearchParams()
  const filter: ListFilter = {
    customerId: params.get('customerId') ?? undefined,
    month: params.get('month') ?? undefined,
    reported: params.get('reported') === 'true',
  }
  const setFilter = (name: keyof ListFilter, value: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (value) next.set(name, value)
      else next.delete(name)
      return next
    })
  return { filter, setFilter }
}

export function TimeFilters({ filter, setFilter }: ReturnType<typeof useTimeFilter>) {
  const { customerId = '', month = '', reported = false } = filter
  const { data: chosen } = useQuery({ ...customerQuery(customerId), enabled: customerId !== '' })
  const months = latestMonths(todayInStockholm(), MONTHS_SHOWN)
  // A link may name an older month; it stays choosable while it is chosen.
  const shown = month && !months.includes(month) ? [...months, month] : months
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="w-full sm:w-72">
        <ComboboxInput
          label="Kund"
          value={customerId}
          onChange={(value) => setFilter('customerId', value)}
          placeholder="Alla kunder"
          {...useCustomerChoices({ includeArchived: true })}
          {...(chosen && { valueLabel: nameOf({ ...chosen, isArchived: chosen.archivedAt !== null }) })}
        />
      </div>
      <div className="w-full sm:w-52">
        <SelectInput
          label="Månad"
          value={month}
          onChange={(value) => setFilter('month', value)}
          emptyLabel="Alla månader"
          choices={shown.map((value) => ({ value, label: formatMonth(value) }))}
        />
      </div>
      <div className="pb-1.5">
        <SwitchInput
          label="Visa rapporterade"
          value={reported}
          onChange={(on) => setFilter('reported', on ? 'true' : '')}
        />
      </div>
    </div>
  )
}
