import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import { useManageTicket } from '#features/tickets/web/manage-ticket.tsx'
import { TicketTable } from '#features/tickets/web/ticket-table.tsx'
import { customerTicketsQuery } from '#features/tickets/web/tickets.api.ts'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { tableOf } from '#shared/web/pages.ts'
import { useRowId } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'

/** Ärenden: the tickets of a customer, unresolved ones first. */
export function CustomerTicketsPage() {
  const id = useRowId()
  const { data, ...query } = useQuery(customerQuery(id))
  return <CustomerFrame id={id} query={query} content={data && <Tickets customerId={id} />} />
}

function Tickets({ customerId }: { customerId: string }) {
  const list = useInfiniteQuery(customerTicketsQuery(customerId))
  const manage = useManageTicket()
  if (list.isError && !list.data) {
    return <QueryError title="Kunde inte ladda tickets" query={list} />
  }
  return (
    <>
      <TicketTable
        label="Ärenden"
        isOfOneCustomer
        {...tableOf(list)}
        onManage={manage.open}
        empty={<EmptyState title="Inga ärenden ännu" text="Kundens ärenden visas här, också de lösta och stängda." />}
      />
      {manage.dialog}
    </>
  )
}
