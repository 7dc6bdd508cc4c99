import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { showToast } from '#shared/ui/toast.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { formIdempotency } from '#shared/web/idempotency-key.ts'
import { RenamedTicketView, type TicketView, VIEW_NAME_MAX } from '../ticket-views.contract.ts'
import { useCreateView, useRenameView } from './ticket-views.api.ts'
import { viewKey } from './view-recovery.ts'

type Props = {
  /** The view to rename; undefined to save a new one. */
  view?: TicketView | undefined
  /** The filter of the new one. */
  query: string
  onClose: () => void
}

/** Saves the filter of the list under a name, or renames a saved view. */
export function ViewNameDialog({ view, query, onClose }: Props) {
  const form = useForm<RenamedTicketView>({
    resolver: zodResolver(RenamedTicketView),
    defaultValues: { name: view?.name ?? '' },
  })
  const key = viewKey(view)
  useFormRecovery(form, { key, subject: view ?? query })
  const { mutateAsync: create } = useCreateView()
  const { mutateAsync: rename } = useRenameView()
  const save = async ({ name }: RenamedTicketView) => {
    try {
      if (view) await rename({ id: view.id, name })
      else {
        const idempotency = formIdempotency(key)
        await create({ view: { name, query }, idempotencyKey: idempotency.keyFor({ name, query }) })
        idempotency.clear()
      }
      showToast({ title: view ? 'Vyn har bytt namn' : 'Vyn är sparad', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte spara vyn', error, form)
    }
  }
  return (
    <FormDialog title={view ? 'Byt namn på vyn' : 'Spara vyn'} form={form} onSubmit={save} onClose={onClose}>
      <TextField
        control={form.control}
        name="name"
        label="Namn"
        hint="Vyn är bara din"
        isRequired
        maxLength={VIEW_NAME_MAX}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}
