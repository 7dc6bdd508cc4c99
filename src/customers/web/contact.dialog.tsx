import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { FULL_NAME_MAX } from '#lib/limits.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions, DialogCancel } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { Contact, contactFields, contactLabels, NewContact } from '../contacts.contract.ts'
import { ContactConflict } from './contact-conflict.tsx'
import { contactKey } from './contact-recovery.ts'
import { useChangeContact, useCreateContact } from './contacts.api.ts'

type Values = z.input<typeof NewContact>
type Props = { customerId: string; contact?: Contact | undefined; onClose: () => void }

/** A value for every field: saving without one would delete it. */
const valuesOf = (contact?: Contact) =>
  Object.fromEntries(contactFields.map((field) => [field, contact?.[field] ?? ''])) as Required<Values>

/** Adds a contact to a customer, or changes one. */
export function ContactDialog({ customerId, contact, onClose }: Props) {
  const form = useForm<Values, unknown, NewContact>({
    resolver: zodResolver(NewContact),
    defaultValues: valuesOf(contact),
  })
  useFormRecovery(form, { key: contactKey(customerId, contact), subject: contact })
  const { save, conflict } = useSave(customerId, contact)
  const submit = async (values: NewContact) => {
    const { error, current } = await save(values)
    if (error === undefined) return onClose()
    if (current) form.reset(valuesOf(current), { keepDirtyValues: true, keepFieldsRef: true })
    else putFieldErrors(form, error)
  }
  const { control, formState } = form
  const title = contact ? 'Ändra kontakt' : 'Ny kontakt'
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label={title}>
        {conflict && <ContactConflict contact={conflict} />}
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
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="primary" isPending={formState.isSubmitting} pendingText="Sparar...">
            {conflict ? 'Spara min version' : 'Spara'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Saves with a toast; `error` is for the form fields. After an edit conflict `conflict` is the current row. */
function useSave(customerId: string, contact: Contact | undefined) {
  const create = useCreateContact()
  const change = useChangeContact()
  const idempotency = useIdempotencyKey()
  const [conflict, setConflict] = useState<Contact>()
  // The row being edited: a refetch meanwhile must not apply its version to input based on an older row.
  const [opened] = useState(contact)

  const save = async (values: NewContact): Promise<{ error?: unknown; current?: Contact }> => {
    try {
      if (opened) {
        const { version } = conflict ?? opened
        await change.mutateAsync({ id: customerId, contactId: opened.id, contact: { ...values, version } })
      } else {
        await create.mutateAsync({ id: customerId, contact: values, idempotencyKey: idempotency.keyFor(values) })
      }
      showToast({ title: opened ? 'Kontakt uppdaterad' : 'Kontakt tillagd', tone: 'success' })
      return {}
    } catch (error) {
      const current =
        error instanceof CallError && error.code === 'conflict' ? Contact.safeParse(error.current) : undefined
      if (current?.success) {
        setConflict(current.data)
        return { error, current: current.data }
      }
      showToast({ title: 'Kunde inte spara kontakten', text: messageOf(error), tone: 'error' })
      return { error }
    }
  }
  return { save, conflict }
}
