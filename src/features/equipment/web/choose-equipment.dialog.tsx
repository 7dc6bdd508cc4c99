import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { customerPath } from '#features/customers/customers.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { DebouncedSearch } from '#shared/ui/debounced-search.tsx'
import { Dialog, DialogActions, DialogCancel } from '#shared/ui/dialog.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { LinkButton } from '#shared/ui/link-button.tsx'
import { LoadMore } from '#shared/ui/load-more.tsx'
import { QueryError } from '#shared/ui/query-error.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { tableOf } from '#shared/web/pages.ts'
import type { NamedEquipment } from '../equipment.contract.ts'
import { equipmentQuery, useSetTicketEquipment } from './equipment.api.ts'
import { ticketEquipmentKey } from './equipment-recovery.ts'

type Props = { ticketId: string; customerId: string; chosen: NamedEquipment[]; onClose: () => void }

/** Chooses the equipment that a ticket is about, from its customer's equipment in use and from what was chosen before. */
export function ChooseEquipmentDialog({ ticketId, customerId, chosen, onClose }: Props) {
  const [search, setSearch] = useState('')
  const form = useForm({ defaultValues: { ids: chosen.map(({ id }) => id) } })
  useFormRecovery(form, { key: ticketEquipmentKey(ticketId) })
  const ids = useWatch({ control: form.control, name: 'ids' })
  const list = useInfiniteQuery(equipmentQuery(customerId, { search, archived: false }))
  const { mutateAsync, isPending } = useSetTicketEquipment()
  const { rows, hasMore, ...more } = tableOf(list)
  const toggle = (id: string, isChosen: boolean) => {
    const others = form.getValues('ids').filter((one) => one !== id)
    form.setValue('ids', isChosen ? [...others, id] : others)
  }
  const save = async () => {
    try {
      await mutateAsync({ ticketId, equipmentIds: ids })
      showToast({ title: 'Uppdaterad!', text: 'Ticket har uppdaterats', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte spara utrustning', error)
    }
  }
  const isUnchanged = ids.length === chosen.length && chosen.every(({ id }) => ids.includes(id))
  const listed = rows && [...chosen.filter(({ id }) => !rows.some((row) => row.id === id) && search === ''), ...rows]
  return (
    <Dialog title="Utrustning i ärendet" isOpen onClose={onClose} hasUnsaved={!isUnchanged}>
      <div className="flex flex-col gap-4">
        {(listed?.length !== 0 || search !== '') && (
          <DebouncedSearch
            label="Sök utrustning"
            placeholder="Benämning, typ, modell, serienummer, plats"
            value={search}
            onChange={setSearch}
          />
        )}
        {list.isError && !list.data ? (
          <QueryError title="Kunde inte hämta data" query={list} />
        ) : (
          <Choices rows={listed} ids={ids} onToggle={toggle} customerId={customerId} search={search} />
        )}
        {hasMore && <LoadMore {...more} hasMore />}
        <DialogActions>
          <DialogCancel />
          <Button variant="primary" onPress={() => void save()} isPending={isPending} pendingText="Sparar...">
            Spara
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

type ChoicesProps = {
  rows: NamedEquipment[] | undefined
  ids: readonly string[]
  onToggle: (id: string, isChosen: boolean) => void
  customerId: string
  search: string
}

function Choices({ rows, ids, onToggle, customerId, search }: ChoicesProps) {
  if (!rows) return <Skeleton className="h-24" />
  if (rows.length === 0 && search !== '')
    return <EmptyState title="Inga träffar" text="Ingen utrustning stämmer med sökningen." />
  if (rows.length === 0)
    return (
      <EmptyState
        title="Kunden har ingen utrustning ännu"
        text="Lägg till den hos kunden, så kan den väljas här."
        action={<LinkButton to={customerPath(customerId, '/equipment')}>Till kundens utrustning</LinkButton>}
      />
    )
  return (
    <fieldset className="grid max-h-80 gap-1 overflow-y-auto">
      <legend className="sr-only">Kundens utrustning</legend>
      {rows.map(({ id, name, model, serial }) => (
        <CheckboxInput
          key={id}
          label={
            <span className="min-w-0">
              {name}
              <span className="block text-sm text-ink-soft">{[model, serial].filter(Boolean).join(' · ')}</span>
            </span>
          }
          value={ids.includes(id)}
          onChange={(isChosen) => onToggle(id, isChosen)}
        />
      ))}
    </fieldset>
  )
}
