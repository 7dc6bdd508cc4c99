import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { RowDialog } from '#shared/ui/row-dialog.tsx'
import { useRowForm } from '#shared/ui/row-form.ts'
import { TextField } from '#shared/ui/text-field.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { OwnDiscount } from '../discount-fields.contract.ts'
import { type BasisDiscount, DISCOUNT_TEXT_MAX } from '../discounts.contract.ts'
import type { InvoiceBasis } from '../invoice-bases.contract.ts'
import {
  BasisDiscountForm,
  type BasisDiscountValues,
  basisDiscountLabels,
  basisDiscountValues,
} from './discount-form.ts'
import { DiscountInputs } from './discount-inputs.tsx'
import { basisDiscountKey, recoverableDiscount } from './discount-recovery.ts'
import { useSetBasisDiscount } from './discounts.api.ts'

type Props = { basis: Pick<InvoiceBasis, 'id' | 'discount'>; onClose: () => void }

/** Sets the discount of a draft, or none. */
export function BasisDiscountDialog({ basis: { id, discount }, onClose }: Props) {
  const row = recoverableDiscount(id) ?? discount
  const form = useForm<BasisDiscountValues, unknown, BasisDiscount>({
    resolver: zodResolver(BasisDiscountForm),
    defaultValues: basisDiscountValues(row),
  })
  useFormRecovery(form, { key: basisDiscountKey(id), subject: row })
  const { mutateAsync: set } = useSetBasisDiscount()
  const { submit, conflict } = useRowForm<OwnDiscount, BasisDiscountValues, BasisDiscount>({
    form,
    schema: OwnDiscount,
    valuesOf: basisDiscountValues,
    onSaved: onClose,
    row: () => row,
    create: () => Promise.reject(new Error('A draft always has the row of its discount')),
    change: (_row, body) => set({ id, body }),
    saved: 'Rabatten är sparad',
    failed: (text) => ({ title: 'Kunde inte spara rabatten', text }),
  })
  return (
    <RowDialog
      title="Rabatt på underlaget"
      form={form}
      onSubmit={submit}
      conflict={conflict && basisDiscountValues(conflict)}
      conflictTitle="Någon annan hann ändra rabatten. Så här står den nu:"
      labels={basisDiscountLabels}
      onClose={onClose}
    >
      <DiscountInputs control={form.control} amountHint="Utan moms" />
      <TextField
        control={form.control}
        name="text"
        label={basisDiscountLabels.text}
        hint="Står på underlaget. Tomt för Rabatt"
        maxLength={DISCOUNT_TEXT_MAX}
        autoComplete="off"
      />
      <p className="text-ink-soft text-sm">
        Dras av från det som återstår efter kundens egen rabatt. Lämna procent och kr tomma för ingen rabatt.
      </p>
    </RowDialog>
  )
}
