import type { Control } from 'react-hook-form'
import { TextField } from '#shared/ui/text-field.tsx'

type Values = { basisPoints: string; amountOre: string }
type Props<Out> = { control: Control<Values, unknown, Out>; amountHint: string }

const decimal = { inputMode: 'decimal', autoComplete: 'off' } as const

/** A discount in percent or kronor. */
export const DiscountInputs = <Out,>({ control, amountHint }: Props<Out>) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField control={control} name="basisPoints" label="Procent" hint="Till exempel 10" autoFocus {...decimal} />
    <TextField control={control} name="amountOre" label="Eller kr" hint={amountHint} {...decimal} />
  </div>
)
