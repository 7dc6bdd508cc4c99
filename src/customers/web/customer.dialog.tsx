import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formatPhone, isPhone } from '#lib/phone.rules.ts'
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
import { Customer, customerLabels, mapCustomerFields, NAME_MAX, NewCustomer } from '../customers.contract.ts'
import { CustomerConflict } from './customer-conflict.tsx'
import { recoverableCustomer, recoveryKey } from './customer-recovery.ts'
import { useChangeCustomer, useCreateCustomer } from './customers.api.ts'
import { SimilarCustomers } from './similar-customers.tsx'

type Values = z.input<typeof NewCustomer>
type Props = { customer?: Customer; onClose: () => void }

/** A value for every field: saving without one would delete it. */
const valuesOf = (customer?: Customer): Required<Values> => mapCustomerFields((field) => customer?.[field] ?? '')

/** Adds a customer, or changes one. */
export function CustomerDialog({ customer, onClose }: Props) {
  const form = useForm<Values, unknown, NewCustomer>({
    resolver: zodResolver(NewCustomer),
    defaultValues: valuesOf(customer),
  })
  useFormRecovery(form, { key: recoveryKey(customer), subject: customer })
  const { save, conflict } = useSave(customer)
  const submit = async (values: NewCustomer) => {
    const { error, current } = await save(values)
    if (error === undefined) return onClose()
    // Keeps the user's input and updates untouched fields, so that saving does not revert the other change.
    if (current) form.reset(valuesOf(current), { keepDirtyValues: true, keepFieldsRef: true })
    else putFieldErrors(form, error)
  }
  const { control, formState } = form
  const title = customer ? 'Ändra kund' : 'Ny kund'
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label={title}>
        {conflict && <CustomerConflict customer={conflict} />}
        <TextField
          control={control}
          name="name"
          label={customerLabels.name}
          isRequired
          maxLength={NAME_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextField control={control} name="email" label={customerLabels.email} type="email" autoComplete="off" />
        <PhoneField control={control} />
        <TextField control={control} name="address" label={customerLabels.address} autoComplete="off" />
        <TextArea
          control={control}
          name="notes"
          label={customerLabels.notes}
          rows={4}
          hint="Syns bara för personalen"
        />
        <SimilarCustomers control={control} {...(customer && { except: customer.id })} />
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

/** A hint shows how the number will be formatted. */
function PhoneField({ control }: { control: Control<Values, unknown, NewCustomer> }) {
  const typed = (useWatch({ control, name: 'phone' }) ?? '').trim()
  const hint = isPhone(typed)
    ? `Visas som ${formatPhone(typed)}`
    : 'Ser inte ut som ett telefonnummer. Det sparas som du skrev det.'
  return (
    <TextField
      control={control}
      name="phone"
      label={customerLabels.phone}
      type="tel"
      autoComplete="off"
      {...((typed && formatPhone(typed) !== typed) || (typed && !isPhone(typed)) ? { hint } : {})}
    />
  )
}

/** Saves with a toast; `error` is for the form fields. After an edit conflict `conflict` is the current row. */
function useSave(customer: Customer | undefined) {
  const create = useCreateCustomer()
  const change = useChangeCustomer()
  const idempotency = useIdempotencyKey()
  const [conflict, setConflict] = useState<Customer>()
  // The row being edited: a refetch meanwhile must not apply its version to input based on an older row.
  const [opened] = useState(() => (customer && recoverableCustomer(customer)) ?? customer)

  const save = async (values: NewCustomer): Promise<{ error?: unknown; current?: Customer }> => {
    try {
      if (opened) {
        // Saving again after a conflict overwrites deliberately: the dialog shows both versions.
        const { version } = conflict ?? opened
        await change.mutateAsync({ id: opened.id, customer: { ...values, version } })
      } else {
        await create.mutateAsync({ customer: values, idempotencyKey: idempotency.keyFor(values) })
        idempotency.clear()
      }
      showToast({ title: customer ? 'Kund uppdaterad!' : 'Kund skapad!', tone: 'success' })
      return {}
    } catch (error) {
      const current =
        error instanceof CallError && error.code === 'conflict' ? Customer.safeParse(error.current) : undefined
      if (current?.success) {
        setConflict(current.data)
        return { error, current: current.data }
      }
      if (customer) showToast({ title: 'Kunde inte uppdatera kund', text: messageOf(error), tone: 'error' })
      else showToast({ title: `Kunde inte skapa kund: ${messageOf(error)}`, tone: 'error' })
      return { error }
    }
  }
  return { save, conflict }
}
