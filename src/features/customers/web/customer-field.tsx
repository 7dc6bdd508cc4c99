import type { FieldValues } from 'react-hook-form'
import type { BoundProps } from '#shared/ui/bound-field.tsx'
import { Combobox, type ComboboxInputProps } from '#shared/ui/combobox.tsx'
import { useCustomerChoices } from './customer-choices.api.ts'

type Props = Omit<ComboboxInputProps, 'choices' | 'onSearch' | 'isSearching' | 'hasMore'>

/** A customer in a form. The search text is local state, so that the form does not re-render at every keystroke. */
export function CustomerField<Values extends FieldValues, Out>({
  includeArchived = false,
  ...field
}: BoundProps<Props, Values, Out> & { includeArchived?: boolean }) {
  return <Combobox {...field} {...useCustomerChoices({ includeArchived })} />
}
