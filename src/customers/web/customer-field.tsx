import type { FieldValues } from 'react-hook-form'
import { Combobox, type ComboboxInputProps } from '#lib/ui/combobox.tsx'
import type { BoundProps } from '#lib/ui/field.tsx'
import { useCustomerChoices } from './customer-choices.api.ts'

type Props = Omit<ComboboxInputProps, 'choices' | 'onSearch' | 'isSearching' | 'hasMore'>

/** A customer in a form. What is typed to find one is its own: the form around it is not drawn again for each key. */
export function CustomerField<Values extends FieldValues, Out>({
  includeArchived = false,
  ...field
}: BoundProps<Props, Values, Out> & { includeArchived?: boolean }) {
  return <Combobox {...field} {...useCustomerChoices({ includeArchived })} />
}
