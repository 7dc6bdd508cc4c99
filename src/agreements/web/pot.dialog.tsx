import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { DateField } from '#lib/ui/date-field.tsx'
import { showFailure } from '#lib/ui/failure-toast.ts'
import { FormDialog } from '#lib/ui/form-dialog.tsx'
import { TextField } from '#lib/ui/text-field.tsx'
import { showToast } from '#lib/ui/toast.tsx'
import { useFormRecovery } from '#lib/web/form-recovery.ts'
import { useIdempotencyKey } from '#lib/web/idempotency-key.ts'
import type { NewPot } from '../pots.contract.ts'
import { potKey } from './agreement-recovery.ts'
import { useCreatePot } from './agreements.api.ts'
import { emptyPot, PotForm, type PotValues } from './pot-form.ts'

/** Enters the hours that a customer has bought. */
export function PotDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const form = useForm<PotValues, unknown, NewPot>({ resolver: zodResolver(PotForm), defaultValues: emptyPot() })
  useFormRecovery(form, { key: potKey(customerId) })
  const { mutateAsync: create } = useCreatePot()
  const idempotency = useIdempotencyKey()
  const submit = async (pot: NewPot) => {
    try {
      await create({ id: customerId, pot, idempotencyKey: idempotency.keyFor(pot) })
      showToast({ title: 'Timbank sparad', tone: 'success' })
      onClose()
    } catch (error) {
      showFailure('Kunde inte spara timbanken', error, form)
    }
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
