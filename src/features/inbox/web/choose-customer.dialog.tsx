import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CustomerField } from '#features/customers/web/customer-field.tsx'
import { useRestoredCustomer } from '#features/customers/web/restored-customer.api.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { SenderOf } from '../inbox-mail.contract.ts'

type Props = {
  title: string
  /** The key under which an unsaved choice is stored. */
  recoveryKey: string
  /** Resolves to whether it succeeded; the dialog is then closed. */
  onSave: (customerId: string) => Promise<boolean>
  onClose: () => void
}

/** Chooses the customer that the sender of a mail belongs to. */
export function ChooseCustomerDialog({ title, recoveryKey, onSave, onClose }: Props) {
  const form = useForm<z.input<typeof SenderOf>, unknown, SenderOf>({
    resolver: zodResolver(SenderOf),
    defaultValues: { customerId: '' },
  })
  const { name, onRestore } = useRestoredCustomer()
  useFormRecovery(form, { key: recoveryKey, onRestore })
  const submit = async ({ customerId }: SenderOf) => {
    if (await onSave(customerId)) onClose()
  }
  return (
    <FormDialog title={title} form={form} onSubmit={submit} onClose={onClose}>
      <CustomerField control={form.control} name="customerId" label="Kund" isRequired valueLabel={name ?? ''} />
    </FormDialog>
  )
}
