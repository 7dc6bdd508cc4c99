import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formatPhone, isPhone } from '#lib/phone.rules.ts'
import { Button } from '#lib/ui/button.tsx'
import { Dialog, DialogActions } from '#lib/ui/dialog.tsx'
import { Form } from '#lib/ui/form.tsx'
import { TextArea } from '#lib/ui/text-area.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import { Customer, NAME_MAX, NewCustomer } from '../customers.contract.ts'
import { CustomerConflict } from './customer-conflict.tsx'
import { useChangeCustomer, useCreateCustomer } from './customers.api.ts'

type Values = z.input<typeof NewCustomer>
type Props = { customer?: Customer; onClose: () => void }

const valuesOf = (customer?: Customer): Values => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  address: customer?.address ?? '',
  notes: customer?.notes ?? '',
})

/** Adds a customer, or changes one. */
export function CustomerDialog({ customer, onClose }: Props) {
  const form = useForm<Values, unknown, NewCustomer>({
    resolver: zodResolver(NewCustomer),
    defaultValues: valuesOf(customer),
  })
  const { save, standing } = useSave(customer)
  const submit = async (values: NewCustomer) => {
    const { refusal, standing } = await save(values)
    if (refusal === undefined) return onClose()
    // What was typed stays; what was not touched is what stands now, so that saving takes nothing back.
    if (standing) form.reset(valuesOf(standing), { keepDirtyValues: true, keepFieldsRef: true })
    else putFieldErrors(form, refusal)
  }
  const { control, formState } = form
  const title = customer ? 'Redigera kund' : 'Ny kund'
  return (
    <Dialog title={title} isOpen onClose={onClose} hasUnsaved={formState.isDirty}>
      <Form form={form} onSubmit={submit} label={title}>
        {standing && <CustomerConflict customer={standing} />}
        <TextField
          control={control}
          name="name"
          label="Namn"
          isRequired
          maxLength={NAME_MAX}
          autoComplete="off"
          autoFocus
        />
        <TextField control={control} name="email" label="E-post" type="email" autoComplete="off" />
        <PhoneField control={control} />
        <TextField control={control} name="address" label="Adress" autoComplete="off" />
        <TextArea control={control} name="notes" label="Anteckningar" rows={4} hint="Syns bara för personalen" />
        <DialogActions>
          <Button onPress={onClose}>Avbryt</Button>
          <Button type="submit" variant="primary" isBusy={formState.isSubmitting} busyText="Sparar...">
            {standing ? 'Spara min version' : 'Spara'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Says how the number will be shown, before it is saved. */
function PhoneField({ control }: { control: Control<Values, unknown, NewCustomer> }) {
  const typed = (useWatch({ control, name: 'phone' }) ?? '').trim()
  const hint = isPhone(typed)
    ? `Visas som ${formatPhone(typed)}`
    : 'Känns inte igen som ett nummer, men sparas som det står'
  return (
    <TextField
      control={control}
      name="phone"
      label="Telefon"
      type="tel"
      autoComplete="off"
      {...((typed && formatPhone(typed) !== typed) || (typed && !isPhone(typed)) ? { hint } : {})}
    />
  )
}

/** Saves and tells how it went; the refusal, if any, is for the fields. After a conflict `standing` is the row as it is now. */
function useSave(customer: Customer | undefined) {
  const create = useCreateCustomer()
  const change = useChangeCustomer()
  const idempotency = useIdempotencyKey()
  const [standing, setStanding] = useState<Customer>()
  // What the person writes on: a refetch meanwhile must not lend its version to an older text.
  const [opened] = useState(customer)

  const save = async (values: NewCustomer): Promise<{ refusal?: unknown; standing?: Customer }> => {
    try {
      if (opened) {
        // Saving again after a conflict is a choice made with both versions in sight.
        const { version } = standing ?? opened
        await change.mutateAsync({ id: opened.id, customer: { ...values, version } })
      } else {
        await create.mutateAsync({ customer: values, idempotencyKey: idempotency.keyFor(values) })
        idempotency.clear()
      }
      showToast({ title: customer ? 'Kund uppdaterad!' : 'Kund skapad!', tone: 'success' })
      return {}
    } catch (error) {
      const now =
        error instanceof CallError && error.code === 'conflict' ? Customer.safeParse(error.current) : undefined
      if (now?.success) {
        setStanding(now.data)
        return { refusal: error, standing: now.data }
      }
      if (customer) showToast({ title: 'Kunde inte uppdatera kund', text: messageOf(error), tone: 'error' })
      else showToast({ title: `Kunde inte skapa kund: ${messageOf(error)}`, tone: 'error' })
      return { refusal: error }
    }
  }
  return { save, standing }
}
