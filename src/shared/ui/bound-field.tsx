import type { ComponentType, Ref } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { FieldTexts } from './field.tsx'

/** Binds a field to a form: `control` of useForm and the name of the value. */
export type FieldBinding<Values extends FieldValues, Out> = {
  control: Control<Values, unknown, Out>
  name: FieldPath<Values>
}

/** Props of a form field made from a controlled input. */
export type BoundProps<Props, Values extends FieldValues, Out> = FieldBinding<Values, Out> &
  Omit<Props, 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error' | 'name'>

/** The props that all controlled text inputs share. */
export type ControlledProps<Control extends HTMLElement> = FieldTexts & {
  /** '' when nothing is typed or chosen. */
  value: string
  /** Called during the change event. */
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<Control>
}

/**
 * The form's side of a field: value, change, blur, the element to focus on an error, and the message. A form re-renders all its
 * fields at each validation; the inputs are `memo`, so that only those with new props render.
 */
export function useBoundField<Values extends FieldValues, Out>({ control, name }: FieldBinding<Values, Out>) {
  const { field, fieldState } = useController({ control, name })
  const { value, ref, disabled: _, ...rest } = field
  return { ...rest, value: value as unknown, inputRef: ref, error: fieldState.error?.message }
}

/** A text value of a form; a missing one is ''. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Makes a form field from a controlled text input: the same props, with `control` and `name` instead of value and events. */
export function bindText<Props extends { value: string }>(Input: ComponentType<Props>) {
  return function BoundText<Values extends FieldValues, Out>({
    control,
    name,
    ...own
  }: BoundProps<Props, Values, Out>) {
    const { value, ...bound } = useBoundField({ control, name })
    const props = { ...own, ...bound, value: asText(value) }
    // `bound` and `value` are exactly the omitted props, which TypeScript cannot infer for a generic type.
    return <Input {...(props as unknown as Props)} />
  }
}
