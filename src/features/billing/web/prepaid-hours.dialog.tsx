import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useIdempotencyKey } from '#shared/web/idempotency-key.ts'
import type { NewPrepaidHours } from '../prepaid-hours.contract.ts'
import { prepaidHoursKey } from './agreement-recovery.ts'
import { useCreatePrepaidHours } from './agreements.api.ts'
import { emptyPrepaidHours, PrepaidHoursForm, type PrepaidHoursValues } from './prepaid-hours-form.ts'

/** Registers the prepaid hours that a customer has bought. */
export function PrepaidHoursDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const form = useForm<PrepaidHoursValues, unknown, NewPrepaidHours>({
    resolver: zodResolver(PrepaidHoursForm),
    defaultValues: emptyPrepaidHours(),
  })
  useFormRecovery(form, { key: prepaidHoursKey(customerId) })
  const { mutateAsync: create } = useCreatePrepaidHours()
  const idempotency = useIdempotencyKey()
  const submit = async (prepaid: NewPrepaidHours) => {
    if (
      await attempt(
        'Kunde inte spara timbanken',
        () => create({ id: customerId, prepaid, idempotencyKey: idempotency.keyFor(prepaid) }),
        'Timbank sparad',
        form,
      )
    )
      onClose()
  }
  const { control } = form
  return (
    <FormDialog title="Ny timbank" form={form} onSubmit={submit} onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="minutes"
          label="Timmar"
          hint="Till exempel 10 eller 7,5"
          isRequired
          inputMode="decimal"
          autoComplete="off"
          autoFocus
        />
        <TextField
          control={control}
          name="priceOre"
          label="Pris, kr"
          hint="För alla timmar, utan moms"
          isRequired
          inputMode="decimal"
          autoComplete="off"
        />
        <DateField control={control} name="boughtOn" label="Köpt" hint="Faktureras med den månaden" isRequired />
        <DateField control={control} name="validUntil" label="Gäller till" hint="Tomt om timmarna inte går ut" />
      </div>
      <p className="text-ink-soft text-sm">En timbank ändras aldrig. Blev den fel tar du bort den och gör en ny.</p>
    </FormDialog>
  )
}
