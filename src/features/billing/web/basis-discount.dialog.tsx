import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { attempt } from '#shared/ui/failure-toast.ts'
import { FormDialog } from '#shared/ui/form-dialog.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { type BasisDiscount, DISCOUNT_TEXT_MAX } from '../discounts.contract.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import { BasisDiscountForm, type BasisDiscountValues, basisDiscountValues } from './discount-form.ts'
import { DiscountInputs } from './discount-inputs.tsx'
import { basisDiscountKey } from './discount-recovery.ts'
import { useSetBasisDiscount } from './discounts.api.ts'

type Props = { basis: Pick<InvoiceBasis, 'id' | 'discount'>; onClose: () => void }

/** Sets the discount of a draft, or none. */
export function BasisDiscountDialog({ basis: { id, discount }, onClose }: Props) {
  const form = useForm<BasisDiscountValues, unknown, BasisDiscount>({
    resolver: zodResolver(BasisDiscountForm),
    defaultValues: basisDiscountValues(discount),
  })
  useFormRecovery(form, { key: basisDiscountKey(id) })
  const { mutateAsync: set } = useSetBasisDiscount()
  const submit = async (body: BasisDiscount) => {
    if (await attempt('Kunde inte spara rabatten', () => set({ id, body }), 'Rabatten är sparad', form)) onClose()
  }
  return (
    <FormDialog title="Rabatt på underlaget" form={form} onSubmit={submit} onClose={onClose}>
      <DiscountInputs control={form.control} amountHint="Utan moms" />
      <TextField
        control={form.control}
        name="text"
        label="Text"
        hint="Står på underlaget. Tomt för Rabatt"
        maxLength={DISCOUNT_TEXT_MAX}
        autoComplete="off"
      />
      <p className="text-ink-soft text-sm">
        Dras av från det som återstår efter kundens egen rabatt. Lämna procent och kr tomma för ingen rabatt.
      </p>
    </FormDialog>
  )
}
