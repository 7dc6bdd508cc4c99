import { lazy, Suspense, useCallback } from 'react'
import { useMe } from '#auth/web/session.api.ts'
import { showToast } from '#lib/ui/toast.tsx'
import { useTransitionState } from '#lib/ui/transition-state.ts'
import { messageOf } from '#lib/web/forms.ts'
import type { Customer } from '../customers.contract.ts'
import { useRemoveCustomer, useRestoreCustomer } from './customers.api.ts'

const ConfirmDialog = lazy(() => import('#lib/ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

/** Why the person may not delete or restore customers; undefined for administrators. */
export const useWhyNotRemove = () =>
  useMe().role === 'admin' ? undefined : 'Bara administratörer kan ta bort och återställa kunder'

/** Deleting with its confirmation: `ask(customer)`, and what to render. */
export function useRemoveWithConfirmation(onRemoved?: () => void) {
  const [asked, setAsked] = useTransitionState<Customer>()
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
          action: { label: 'Ångra', onPress: () => void restore(customer) },
        })
      onRemoved?.()
    } catch (error) {
      showToast({ title: 'Kunde inte ta bort kund', text: messageOf(error), tone: 'error' })
    }
    setAsked(undefined)
  }
  const dialog = asked && (
    <Suspense fallback={null}>
      <ConfirmDialog
        isOpen
        isDanger
        title={`Ta bort ${asked.name}`}
        text={
          <>
            <p>Är du säker på att du vill ta bort denna kund?</p>
            <p className="mt-2">En kund med tid eller ärenden arkiveras, så att historiken finns kvar.</p>
          </>
        }
        confirmLabel="Ta bort kund"
        onConfirm={() => confirm(asked)}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  )
  return { ask: setAsked, dialog }
}

export function useRestore() {
  const { mutateAsync } = useRestoreCustomer()
  // Awaited, not given to mutate(): its callbacks are dropped when the button goes, which restoring makes it do.
  return useCallback(
    async ({ id }: Customer) => {
      try {
        await mutateAsync(id)
        showToast({ title: 'Kund återställd', tone: 'success' })
      } catch (error) {
        showToast({ title: 'Kunde inte uppdatera kund', text: messageOf(error), tone: 'error' })
      }
    },
    [mutateAsync],
  )
}
