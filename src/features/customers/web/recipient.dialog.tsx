import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import {
  NewRecipient,
  RECIPIENT_NAME_MAX,
  Recipient,
  recipientFields,
  recipientLabels,
} from '../recipients.contract.ts'
import { useChangeRecipient, useCreateRecipient } from './billing-details.api.ts'
import { recipientKey } from './recipient-recovery.ts'

type Values = z.input<typeof NewRecipient>
type Props = { customerId: string; recipient?: Recipient | undefined; onClose: () => void }

/** A value for every field, as saving without one would delete it. */
const valuesOf = (recipient?: Recipient) =>
  ({
    ...Object.fromEntries(recipientFields.map((field) => [field, recipient?.[field] ?? ''])),
    email: readableAddress(recipient?.email ?? ''),
  }) as Required<Values>

/** Adds an invoice recipient to a customer, or changes one. */
export function RecipientDialog({ customerId, recipient, onClose }: Props) {
  const form = useForm<Values, unknown, NewRecipient>({
    resolver: zodResolver(NewRecipient),
    defaultValues: valuesOf(recipient),
  })
  useFormRecovery(form, { key: recipientKey(customerId, recipient), subject: recipient })
  const create = useCreateRecipient()
  const change = useChangeRecipient()
  const { submit, conflict } = useRowForm({
    form,
    schema: Recipient,
    valuesOf,
    onSaved: onClose,
    row: () => recipient,
    create: (values, idempotencyKey) => create.mutateAsync({ id: customerId, recipient: values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id: customerId, recipientId: id, recipient: values }),
    saved: recipient ? 'Fakturamottagare uppdaterad' : 'Fakturamottagare tillagd',
    failed: (text) => ({ title: 'Kunde inte spara fakturamottagaren', text }),
  })
  const field = { control: form.control, autoComplete: 'off' } as const
  return (
    <RowDialog
      title={recipient ? 'Ändra fakturamottagare' : 'Ny fakturamottagare'}
      form={form}
      onSubmit={submit}
      conflict={conflict}
      conflictTitle="Någon annan hann ändra fakturamottagaren. Så här står det nu:"
      labels={recipientLabels}
      onClose={onClose}
    >
      <TextField
        {...field}
        name="name"
        label={recipientLabels.name}
        isRequired
        maxLength={RECIPIENT_NAME_MAX}
        autoFocus
        hint="Som det ska stå på fakturan"
      />
      <TextArea control={form.control} name="address" label={recipientLabels.address} rows={3} />
      <TextField {...field} name="email" label={recipientLabels.email} type="email" />
      <TextField {...field} name="reference" label={recipientLabels.reference} />
      <TextField {...field} name="costCentre" label={recipientLabels.costCentre} />
    </RowDialog>
  )
}
