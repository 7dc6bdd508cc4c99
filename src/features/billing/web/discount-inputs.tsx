import type { Control, FieldPath } from 'react-hook-form'
import { TextField } from '#shared/ui/text-field.tsx'
import type { DiscountTexts } from './discount-form.ts'

type Props<Values extends DiscountTexts, Out> = { control: Control<Values, unknown, Out>; amountHint: string }

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const

/** A discount in percent or kronor. */
export function DiscountInputs<Values extends DiscountTexts, Out>({ control, amountHint }: Props<Values, Out>) {
  const name = (field: keyof DiscountTexts) => field as FieldPath<Values>
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name={name('basisPoints')}
        label="Procent"
        hint="Till exempel 10"
        autoFocus
        {...decimal}
      />
      <TextField control={control} name={name('amountOre')} label="Eller kr" hint={amountHint} {...decimal} />
    </div>
  )
}
