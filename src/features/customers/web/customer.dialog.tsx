import { zodResolver } from '@hookform/resolvers/zod'
import { type Control, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { readableAddress } from '#shared/email.rules.ts'
import { formatPhone, isPhone } from '#shared/phone.rules.ts'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextArea } from '#shared/ui/text-area.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import {
  ADDRESS_IS_WRITTEN,
  Customer,
  customerLabels,
  mapCustomerFields,
  NAME_MAX,
  NewCustomer,
} from '../customers.contract.ts'
import { recoverableCustomer, recoveryKey } from './customer-recovery.ts'
import { useChangeCustomer, useCreateCustomer } from './customers.api.ts'
import { SimilarCustomers } from './similar-customers.tsx'

type Values = z.input<typeof NewCustomer>
type Props = { customer?: Customer; onClose: () => void }

/** A value for every field, as saving without one would delete it. */
const valuesOf = (customer?: Customer): Required<Values> => ({
  ...mapCustomerFields((field) => customer?.[field] ?? ''),
  email: readableAddress(customer?.email ?? ''),
})

/** Adds a customer, or changes one. */
export function CustomerDialog({ customer, onClose }: Props) {
  const form = useForm<Values, unknown, NewCustomer>({
    resolver: zodResolver(NewCustomer),
    defaultValues: valuesOf(customer),
  })
  useFormRecovery(form, { key: recoveryKey(customer), subject: customer })
  const create = useCreateCustomer()
  const change = useChangeCustomer()
  const { submit, conflict } = useRowForm({
    form,
    schema: Customer,
    valuesOf,
    onSaved: onClose,
    row: () => (customer && recoverableCustomer(customer)) ?? customer,
    create: (values, idempotencyKey) => create.mutateAsync({ customer: values, idempotencyKey }),
    change: ({ id }, values) => change.mutateAsync({ id, customer: values }),
    saved: customer ? 'Kund uppdaterad!' : 'Kund skapad!',
    failed: (message) =>
      customer ? { title: 'Kunde inte uppdatera kund', text: message } : { title: `Kunde inte skapa kund: ${message}` },
  })
  const { control } = form
  const title = customer ? 'Ändra kund' : 'Ny kund'
  return (
    <RowDialog
      title={title}
      form={form}
      onSubmit={submit}
      conflict={conflict}
      conflictTitle="Någon annan hann ändra kunden. Så här står det nu:"
      labels={customerLabels}
      onClose={onClose}
    >
      <CustomerFields control={control} isAddressWritten={customer?.hasPostalAddress ?? false} />
      <SimilarCustomers
        control={control}
        {...(customer && { except: customer.id })}
        isSaving={create.isPending || create.isSuccess}
      />
    </RowDialog>
  )
}

type FieldsProps = { control: Control<Values, unknown, NewCustomer> }

const CustomerFields = ({ control, isAddressWritten }: FieldsProps & { isAddressWritten: boolean }) => (
  <>
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
    <TextField
      control={control}
      name="address"
      label={customerLabels.address}
      autoComplete="off"
      {...(isAddressWritten && { isReadOnly: true, hint: ADDRESS_IS_WRITTEN })}
    />
    <TextArea control={control} name="notes" label={customerLabels.notes} rows={4} hint="Syns bara för personalen" />
  </>
)

/** A hint shows how the number will be formatted. */
function PhoneField({ control }: FieldsProps) {
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
