import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { monthOf, todayInStockholm } from '#shared/dates.rules.ts'
import { DateField } from '#shared/ui/date-field.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import type { NewDiscount } from '../discount-fields.contract.ts'
import { DatedDiscountForm, type DatedDiscountValues } from './discount-form.ts'
import { DiscountInputs } from './discount-inputs.tsx'
import { customerDiscountKey } from './discount-recovery.ts'
import { useSetCustomerDiscount } from './discounts.api.ts'

/** Sets a customer's discount from a date, or none. */
export function CustomerDiscountDialog({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const form = useForm<DatedDiscountValues, unknown, NewDiscount>({
    resolver: zodResolver(DatedDiscountForm),
    defaultValues: { validFrom: `${monthOf(todayInStockholm())}-01`, basisPoints: '', amountOre: '' },
  })
  useFormRecovery(form, { key: customerDiscountKey(customerId) })
  const { mutateAsync: set } = useSetCustomerDiscount()
  const submit = async (body: NewDiscount) => {
    if (await attempt('Kunde inte spara rabatten', () => set({ id: customerId, body }), 'Rabatten är sparad', form))
      onClose()
  }
  return (
    <FormDialog title="Rabatt" form={form} onSubmit={submit} onClose={onClose}>
      <DiscountInputs control={form.control} amountHint="Per månad, utan moms" />
      <DateField
        control={form.control}
        name="validFrom"
        label="Från"
        hint="Den första i månaden avgör för hela månaden"
        isRequired
      />
      <p className="text-ink-soft text-sm">
        Gäller allt som underlaget fakturerar, även rader från tidigare månader. Lämna båda tomma för ingen rabatt från
        datumet.
      </p>
    </FormDialog>
  )
}
