import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { FULL_NAME_MAX } from '#shared/limits.rules.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { Contact, contactFields, contactLabels, NewContact } from '../contacts.contract.ts'
import { contactKey } from './contact-recovery.ts'
import { useChangeContact, useCreateContact } from './contacts.api.ts'

type Values = z.input<typeof NewContact>
type Props = { customerId: string; contact?: Contact | undefined; onClose: () => void }

/** A value for every field, as saving without one would delete it. */
const valuesOf = (contact?: Contact) =>
  ({
    ...Object.fromEntries(contactFields.map((field) => [field, contact?.[field] ?? ''])),
    email: readableAddress(contact?.email ?? ''),
  }) as Required<Values>

/** Adds a contact to a customer, or changes one. */
export function ContactDialog({ customerId, contact, onClose }: Props) {
  const form = useForm<Values, unknown, NewContact>({
    resolver: zodResolver(NewContact),
    defaultValues: valuesOf(contact),
  })
  useFormRecovery(form, { key: contactKey(customerId, contact), subject: contact })
  const create = useCreateContact()
  const change = useChangeContact()
  const { submit, conflict } = useRowForm({
    form,
    schema: Contact,
    valuesOf,
    onSaved: onClose,
    row: () => contact,
    create: (values, idempotencyKey) => create.mutateAsync({ id: customerId, contact: values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id: customerId, contactId: id, contact: values }),
    saved: contact ? 'Kontakt uppdaterad' : 'Kontakt tillagd',
    failed: (text) => ({ title: 'Kunde inte spara kontakten', text }),
  })
  const { control } = form
  const title = contact ? 'Ändra kontakt' : 'Ny kontakt'
  return (
    <RowDialog
      title={title}
      form={form}
      onSubmit={submit}
      conflict={conflict}
      conflictTitle="Någon annan hann ändra kontakten. Så här står det nu:"
      labels={contactLabels}
      onClose={onClose}
    >
      <TextField
        control={control}
        name="name"
        label="Namn"
        isRequired
        maxLength={FULL_NAME_MAX}
        autoComplete="off"
        autoFocus
      />
      <TextField control={control} name="title" label={contactLabels.title} autoComplete="off" />
      <TextField control={control} name="phone" label={contactLabels.phone} type="tel" autoComplete="off" />
      <TextField control={control} name="mobile" label={contactLabels.mobile} type="tel" autoComplete="off" />
      <TextField control={control} name="email" label={contactLabels.email} type="email" autoComplete="off" />
      <TextArea control={control} name="note" label={contactLabels.note} rows={3} hint="Syns bara för personalen" />
    </RowDialog>
  )
}
