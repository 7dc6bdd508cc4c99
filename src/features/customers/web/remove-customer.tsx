import { useCallback } from 'react'
import { useIsAdmin } from '#features/auth/web/me.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.lazy.ts'
import { attempt, showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { useTransitionState } from '#shared/ui/transition-state.ts'
import type { Customer } from '../customers.contract.ts'
import { useRemoveCustomer, useRestoreCustomer } from './customers.api.ts'

/** Why the user may not delete or restore customers; undefined for administrators. */
export const useRemovalDisabledReason = () =>
  useIsAdmin() ? undefined : 'Bara administratörer kan ta bort och återställa kunder'

/** Removal with a confirmation dialog: `open(customer)` shows it; render `dialog`. */
export function useRemoveWithConfirmation(onRemoved?: () => void) {
  const [removed, setRemoved] = useTransitionState<Customer>()
  const remove = useRemoveCustomer()
  const restore = useRestore()
  const confirm = async (customer: Customer) => {
    try {
      const { outcome } = await remove.mutateAsync(customer.id)
      if (outcome === 'deleted') showToast({ title: 'Kund borttagen', tone: 'success' })
      else
        showToast({
          title: 'Kund arkiverad',
          tone: 'success',
          undo: async () => ((await restore(customer)) ? customer.id : undefined),
        })
      onRemoved?.()
    } catch (error) {
      showFailure('Kunde inte ta bort kund', error)
    }
    setRemoved(undefined)
  }
  const dialog = removed && (
    <ConfirmDialog
      isOpen
      isDanger
      title={`Ta bort ${removed.name}`}
      text={
        <>
          <p>Är du säker på att du vill ta bort denna kund?</p>
          <p className="mt-2">En kund med tid eller ärenden arkiveras, så att historiken finns kvar.</p>
        </>
      }
      confirmLabel="Ta bort kund"
      onConfirm={() => confirm(removed)}
      onClose={() => setRemoved(undefined)}
    />
  )
  return { open: setRemoved, dialog }
}

export function useRestore() {
  const { mutateAsync } = useRestoreCustomer()
  // mutateAsync, since mutate() drops its callbacks when the button unmounts, as it does on restoring.
  return useCallback(
    ({ id }: Customer) => attempt('Kunde inte uppdatera kund', () => mutateAsync(id), 'Kund återställd'),
    [mutateAsync],
  )
}
