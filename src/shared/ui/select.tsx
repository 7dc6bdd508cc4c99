import { bindText } from './bound-field.tsx'
import { SelectInput } from './select-input.tsx'

/** A choice among a few, in a form. */
export const Select = bindText(SelectInput)
