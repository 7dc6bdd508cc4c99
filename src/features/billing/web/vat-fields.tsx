// The VAT of an article and of a free line.
import { type Control, type FieldPath, useWatch } from 'react-hook-form'
import { Select } from '#shared/ui/select.tsx'
import { TextField } from '#shared/ui/text-field.tsx'
import { VAT_REASON_MAX } from '../articles.contract.ts'
import { type VatClass, vatClasses, vatClassLabel, vatLabels } from '../articles.rules.ts'

type WithVat = { vatClass: VatClass; vatReason?: string | null | undefined }
type Props<Values extends WithVat, Out> = { control: Control<Values, unknown, Out> }

const choices = vatClasses.map((value) => ({ value, label: vatClassLabel(value) }))

export const VatClassField = <Values extends WithVat, Out>({ control }: Props<Values, Out>) => (
  <Select
    control={control}
    name={'vatClass' as FieldPath<Values>}
    label={vatLabels.vatClass}
    choices={choices}
    isRequired
  />
)

/** Why there is no VAT; absent with VAT. */
export function VatReasonField<Values extends WithVat, Out>({ control }: Props<Values, Out>) {
  const vatClass = useWatch({ control, name: 'vatClass' as FieldPath<Values> })
  if (vatClass !== 'none') return null
  return (
    <TextField
      control={control}
      name={'vatReason' as FieldPath<Values>}
      label={vatLabels.vatReason}
      hint="Skrivs ut på underlaget"
      isRequired
      maxLength={VAT_REASON_MAX}
      autoComplete="off"
    />
  )
}
