import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { customerQuery } from '#features/customers/web/customers.api.ts'
import type { Equipment } from '#features/equipment/equipment.contract.ts'
import { equipmentQuery } from '#features/equipment/web/equipment.api.ts'
import { recoverableEquipment } from '#features/equipment/web/equipment-recovery.ts'
import { EquipmentTable } from '#features/equipment/web/equipment-table.tsx'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { lazyPart } from '#shared/ui/lazy-part.tsx'
import { SearchWithArchive } from '#shared/ui/search-with-archive.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import { tableOf } from '#shared/web/pages.ts'
import { type RegisterFilter, registerFilterOf } from '#shared/web/register-filter.ts'
import { useRowId, useUrlFilter } from '#shared/web/url.ts'
import { CustomerFrame } from './customer-frame.tsx'

const EquipmentDialog = lazyPart(() =>
  import('#features/equipment/web/equipment.dialog.tsx').then((m) => m.EquipmentDialog),
)

/** Utrustning: a customer's equipment, with serial numbers and warranties. */
export function EquipmentPage() {
  const id = useRowId()
  const { params, chosen, set } = useUrlFilter<'search' | 'archived'>()
  const filter = registerFilterOf(params)
  const customer = useQuery(customerQuery(id))
  const list = useInfiniteQuery(equipmentQuery(id, filter))
  const query = {
    error: customer.error ?? (list.data ? null : list.error),
    refetch: () => Promise.all([customer.refetch(), list.refetch()]),
    isRefetching: customer.isRefetching || list.isRefetching,
  }
  const hasFailed = list.isError && !list.data
  const content = customer.data && !hasFailed && (
    <EquipmentList
      key={id}
      customerId={id}
      isArchived={customer.data.archivedAt !== null}
      filter={filter}
      chosen={registerFilterOf(chosen)}
      setFilter={set}
      table={tableOf(list)}
    />
  )
  return <CustomerFrame id={id} query={query} content={content} />
}

type Props = {
  customerId: string
  isArchived: boolean
  /** The filter of the rows shown. */
  filter: RegisterFilter
  /** The values of the controls; `filter` follows when the router has navigated. */
  chosen: RegisterFilter
  setFilter: (name: 'search' | 'archived', value: string) => void
  table: ReturnType<typeof tableOf<Equipment>>
}

function EquipmentList({ customerId, isArchived, filter, chosen, setFilter, table }: Props) {
  const [open, setOpen] = useTransitionState<'new' | Equipment | undefined>(recoverableEquipment(customerId))
  const add = !isArchived && (
    <Button icon={Plus} onPress={() => setOpen('new')}>
      Ny utrustning
    </Button>
  )
  return (
    <section aria-label="Utrustning" className="grid grid-cols-1 gap-4">
      <SearchWithArchive
        label="Sök utrustning"
        placeholder="Benämning, typ, modell, serienummer, plats"
        chosen={chosen}
        setFilter={setFilter}
        activeLabel="I bruk"
        archivedLabel="Borttagen"
      >
        <div className="ml-auto max-sm:ml-0">{add}</div>
      </SearchWithArchive>
      <EquipmentTable
        {...table}
        onChange={setOpen}
        empty={<NoEquipment filter={filter} add={add} onClear={() => setFilter('search', '')} />}
      />
      {open && (
        <EquipmentDialog
          customerId={customerId}
          {...(open !== 'new' && { row: open })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

type NoEquipmentProps = { filter: RegisterFilter; add: ReactNode; onClear: () => void }

function NoEquipment({ filter: { search, archived }, add, onClear }: NoEquipmentProps) {
  if (search)
    return (
      <EmptyState
        title="Inga träffar"
        text="Ingen utrustning stämmer med sökningen."
        action={<Button onPress={onClear}>Rensa sökningen</Button>}
      />
    )
  if (archived) return <EmptyState title="Inget är borttaget" text="Utrustning som tas ur bruk hamnar här." />
  return (
    <EmptyState
      title="Ingen utrustning ännu"
      text="Lägg till datorer, skrivare och nätverk, så finns serienummer och garanti till hands i ärendena."
      action={add}
    />
  )
}
