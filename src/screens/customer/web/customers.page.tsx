import { useInfiniteQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import type { ReactNode } from 'react'
import type { Customer } from '#features/customers/customers.contract.ts'
import { recoverableDialog } from '#features/customers/web/customer-recovery.ts'
import { customersQuery } from '#features/customers/web/customers.api.ts'
import { useExports } from '#features/customers/web/export-customers.ts'
import { useInvitation } from '#features/customers/web/invitation.tsx'
import { useRemoveWithConfirmation } from '#features/customers/web/remove-customer.tsx'
import { plural } from '#shared/plural.rules.ts'
import { ActionMenu } from '#shared/ui/action-menu.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { Page } from '#shared/ui/page.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { SearchWithArchive } from '#shared/ui/search-with-archive.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { tableOf } from '#shared/web/pages.ts'
import { type RegisterFilter, registerFilterOf } from '#shared/web/register-filter.ts'
import { useUrlFilter } from '#shared/web/url.ts'
import { CustomerTable } from './customer-table.tsx'

const CustomerDialog = lazyPart(() =>
  import('#features/customers/web/customer.dialog.tsx').then((m) => m.CustomerDialog),
)

export function CustomersPage() {
  const { filter, chosen, setFilter } = useCustomerFilter()
  const list = useInfiniteQuery(customersQuery(filter))
  const [open, setOpen] = useTransitionState<'new' | Customer | undefined>(recoverableDialog())
  const invitation = useInvitation()
  const removal = useRemoveWithConfirmation()
  const total = list.data?.pages[0]?.total
  const exports = useExports(chosen, total)
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen('new')}>
      Ny kund
    </Button>
  )
  const actions = (
    <>
      {add}
      <ActionMenu
        label="Importera och exportera"
        isFramed
        actions={[{ label: 'Importera', icon: Upload, to: '/backoffice/customers/import' }, ...exports]}
      />
    </>
  )
  return (
    <Page title="Kunder" lead={leadOf(total, filter)} action={actions}>
      <SearchWithArchive
        label="Sök kund"
        placeholder="Namn, e-post, telefon, adress"
        chosen={chosen}
        setFilter={setFilter}
        activeLabel="Aktiva"
        archivedLabel="Arkiverade"
      />
      {list.isError && !list.data ? (
        <QueryError title="Kunde inte hämta kunddata" query={list} />
      ) : (
        <CustomerTable
          {...tableOf(list)}
          onChange={setOpen}
          onInvite={invitation.open}
          onRemove={removal.open}
          empty={<NoCustomers filter={filter} add={add} onClear={() => setFilter('search', '')} />}
        />
      )}
      {open && <CustomerDialog {...(open !== 'new' && { customer: open })} onClose={() => setOpen(undefined)} />}
      {invitation.dialog}
      {removal.dialog}
    </Page>
  )
}

const leadOf = (total: number | undefined, { archived }: RegisterFilter) =>
  total === undefined
    ? 'Kundregister'
    : plural(total, archived ? 'arkiverad kund' : 'kund', archived ? 'arkiverade kunder' : 'kunder')

type Filtering = {
  /** The filter of the rows shown. */
  filter: RegisterFilter
  /** The values of the controls; `filter` follows when the router has navigated. */
  chosen: RegisterFilter
  setFilter: (name: 'search' | 'archived', value: string) => void
}

function useCustomerFilter(): Filtering {
  const { params, chosen, set } = useUrlFilter<'search' | 'archived'>()
  return { filter: registerFilterOf(params), chosen: registerFilterOf(chosen), setFilter: set }
}

type NoCustomersProps = { filter: RegisterFilter; add: ReactNode; onClear: () => void }

function NoCustomers({ filter: { search, archived }, add, onClear }: NoCustomersProps) {
  if (search)
    return (
      <EmptyState
        title="Inga träffar"
        text="Ingen kund stämmer med sökningen. Pröva färre ord."
        action={<Button onPress={onClear}>Rensa sökningen</Button>}
      />
    )
  if (archived) return <EmptyState title="Inga arkiverade kunder" text="Borttagna kunder med historik hamnar här." />
  return (
    <EmptyState
      title="Inga kunder ännu"
      text="Lägg till den första, så kan du registrera tid på den. Har du ett kundregister kan du importera det."
      action={add}
    />
  )
}
