import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { CustomerField } from '#customers/web/customer-field.api.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { SenderOf } from '#mailboxes/inbox-mail.contract.ts'

type Props = {
  title: string
  /** Resolves to whether it succeeded: then the dialog is closed. */
  onSave: (customerId: string) => Promise<boolean>
  onClose: () => void
}

/** The customer whom the sender of a mail belongs to. */
export function ChooseCustomerDialog({ title, onSave, onClose }: Props) {
  const form = useForm<z.input<typeof SenderOf>, unknown, SenderOf>({
    resolver: zodResolver(SenderOf),
    defaultValues: { customerId: '' },
  })
  const submit = async ({ customerId }: SenderOf) => {
    if (await onSave(customerId)) onClose()
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form form={form} onSubmit={submit} label={title}>
        <CustomerField control={form.control} name="customerId" label="Kund" isRequired />
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={form.formState.isSubmitting} pendingText="Sparar...">
            Spara
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
