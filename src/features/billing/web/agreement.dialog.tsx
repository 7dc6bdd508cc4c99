import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { NewAgreement } from '../agreements.contract.ts'
import { agreementKey } from './agreement-recovery.ts'
import { agreementSettingsQuery, useSetAgreement } from './agreements.api.ts'
import { termsName } from './terms-text.ts'
import { readOptionalKronor } from './typed-numbers.ts'

const NONE = 'none'
const AgreementForm = z
  .object({ validFrom: z.string(), termsId: z.string(), monthlyFeeOre: z.string() })
  .transform(
    ({ validFrom, termsId, monthlyFeeOre: fee }): z.input<typeof NewAgreement> => ({
      validFrom,
      termsId: termsId === NONE ? null : termsId,
      monthlyFeeOre: readOptionalKronor(fee),
    }),
  )
  .pipe(NewAgreement)
type Values = z.input<typeof AgreementForm>

/** Sets a customer's terms from a date, or none. */
export function AgreementDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const form = useForm<Values, unknown, z.output<typeof AgreementForm>>({
    resolver: zodResolver(AgreementForm),
    defaultValues: { validFrom: todayInStockholm(), termsId: '', monthlyFeeOre: '' },
  })
  useFormRecovery(form, { key: agreementKey(customerId) })
  const { mutateAsync: set } = useSetAgreement()
  const { data } = useQuery(agreementSettingsQuery)
  const choices = (data?.terms ?? [])
    .filter(({ isLatest }) => isLatest)
    .map((terms) => ({ value: terms.id, label: termsName(terms) }))
  const submit = async (body: z.output<typeof AgreementForm>) => {
    if (await attempt('Kunde inte spara avtalet', () => set({ id: customerId, body }), 'Avtal sparat', form)) onClose()
  }
  const { control } = form
  return (
    <FormDialog title="Byt villkor" form={form} onSubmit={submit} onClose={onClose}>
      <Select
        control={control}
        name="termsId"
        label="Villkor"
        choices={[...choices, { value: NONE, label: 'Inget avtal (standardvillkoren gäller)' }]}
        placeholder="Välj villkor"
        isRequired
      />
      <TextField
        control={control}
        name="monthlyFeeOre"
        label="Egen månadsavgift, kr"
        hint="Tomt för villkorens avgift"
        inputMode="decimal"
        autoComplete="off"
      />
      <DateField
        control={control}
        name="validFrom"
        label="Gäller från"
        hint="Timmar som ingår räknas från den första i en månad"
        isRequired
      />
    </FormDialog>
  )
}
