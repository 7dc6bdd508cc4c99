// The filter of the ticket list as the query of its address, which saved views store.
import { TicketFilter } from './tickets.contract.ts'

export type TicketListFilter = Omit<TicketFilter, 'after'>

const { after: _after, ...filterFields } = TicketFilter.shape
export type TicketFilterName = keyof typeof filterFields
const filterNames = Object.keys(filterFields) as TicketFilterName[]

/** The filter in an address; invalid values are ignored. */
export function ticketFilterOf(params: URLSearchParams): TicketListFilter {
  const valid = filterNames.flatMap((name) => {
    const value = filterFields[name].safeParse(params.get(name) ?? undefined)
    return value.success && value.data ? [[name, value.data] as const] : []
  })
  const { tab = 'active', ...rest } = Object.fromEntries(valid) as Partial<TicketListFilter>
  if (tab === 'active') return { tab, ...rest }
  // Archived tickets are closed and not unanswered, so these filters do not apply.
  const { status: _status, waiting: _waiting, ...archived } = rest
  return { tab, ...archived }
}

/** The same for equal filters: its fields in one order, without the default tab; '' without a filter. */
export function ticketQueryOf(filter: TicketListFilter): string {
  const { tab, ...rest } = filter
  const given: Partial<TicketListFilter> = tab === 'active' ? rest : filter
  return String(new URLSearchParams(filterNames.flatMap((name) => (given[name] ? [[name, given[name]]] : []))))
}
