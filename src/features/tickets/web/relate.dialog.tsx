import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { requiredId } from '#shared/contract.ts'
import { Combobox } from '#shared/ui/combobox.tsx'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useOtherTickets, useRelate } from './merging.api.ts'
import { relateKey } from './ticket-recovery.ts'

const Values = z.object({ relatedId: requiredId('Välj ett ärende') })

type Props = { ticketId: string; onClose: () => void }

/** Relates the ticket to another one, of any customer. */
export function RelateDialog({ ticketId, onClose }: Props) {
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { relatedId: '' } })
  useFormRecovery(form, { key: relateKey(ticketId) })
  const others = useOtherTickets(ticketId, 'all')
  const { mutateAsync: relate } = useRelate()
  const save = async ({ relatedId }: z.infer<typeof Values>) => {
    try {
      await relate({ id: ticketId, relatedId })
      onClose()
    } catch (error) {
      showFailure('Kunde inte koppla ärendet', error, form)
    }
  }
  return (
    <FormDialog title="Koppla ett ärende" form={form} onSubmit={save} submitLabel="Koppla" onClose={onClose}>
      <Combobox
        control={form.control}
        name="relatedId"
        label="Ärende"
        hint="Bara personalen ser vilka ärenden som hör ihop"
        isRequired
        autoFocus
        {...others}
      />
    </FormDialog>
  )
}
