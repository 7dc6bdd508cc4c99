import type { FieldValues } from 'react-hook-form'
import { type BoundProps, useBoundField } from './bound-field.tsx'
import { CheckboxInput, type CheckboxInputProps } from './checkbox-input.tsx'

/** A choice that takes effect when the form is saved. */
export function Checkbox<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<CheckboxInputProps, Values, Out>) {
  const { value, error: _, ...field } = useBoundField({ control, name })
  return <CheckboxInput {...texts} {...field} value={value === true} />
}
