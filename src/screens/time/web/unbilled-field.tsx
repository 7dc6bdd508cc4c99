import { type Control, useController, useWatch } from 'react-hook-form'
import { UNBILLED, UNBILLED_REASON_MAX } from '#features/time/unbilled.contract.ts'
import { CheckboxInput } from '#shared/ui/checkbox-input.tsx'
import { TextField } from '#shared/ui/text-field.tsx'

type Values = { unbilledReason?: string | null | undefined }
type Props<Out> = { control: Control<Values, unknown, Out> }

/** Whether the customer sees the row at 0 kr; unchecking drops the reason. */
export function UnbilledBox<Out>({ control }: Props<Out>) {
  const { field } = useController({ control, name: 'unbilledReason' })
  const isUnbilled = (field.value ?? null) !== null
  return (
    <CheckboxInput
      label={UNBILLED}
      value={isUnbilled}
      onChange={(isOn) => field.onChange(isOn ? '' : null)}
      onBlur={field.onBlur}
    />
  )
}

/** Both, for a dialog in one column. */
export const UnbilledFields = <Out,>({ control }: Props<Out>) => (
  <div>
    <UnbilledBox control={control} />
    <UnbilledReasonField control={control} />
  </div>
)

/** Why; shown once the row is marked. */
export function UnbilledReasonField<Out>({ control }: Props<Out>) {
  const reason = useWatch({ control, name: 'unbilledReason' })
  if ((reason ?? null) === null) return null
  return (
    <div className="col-span-12">
      <TextField
        control={control}
        name="unbilledReason"
        label="Varför det inte debiteras"
        hint="Kunden ser det på underlaget"
        maxLength={UNBILLED_REASON_MAX}
        isRequired
        autoComplete="off"
      />
    </div>
  )
}
