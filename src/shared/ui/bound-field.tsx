import type { ComponentType, Ref } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import type { FieldTexts } from './field.tsx'

/** What binds a field to a form: `control` of useForm and the name in its values. */
export type FieldBinding<Values extends FieldValues, Out> = {
  control: Control<Values, unknown, Out>
  name: FieldPath<Values>
}

/** Props of a form field made from a controlled input. */
export type BoundProps<Props, Values extends FieldValues, Out> = FieldBinding<Values, Out> &
  Omit<Props, 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error' | 'name'>

/** The props that every controlled text input takes beside its own. */
export type ControlledProps<Control extends HTMLElement> = FieldTexts & {
  /** '' when nothing is typed or chosen. */
  value: string
  /** Called in the event of the change. */
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<Control>
}

/**
 * The form's side of a field: value, change, blur, the element that is focused on an error, and the message. A form notifies
 * all its fields at each validation; the inputs are `memo`, so that only those with new props render.
 */
export function useBoundField<Values extends FieldValues, Out>({ control, name }: FieldBinding<Values, Out>) {
  const { field, fieldState } = useController({ control, name })
  const { value, ref, disabled: _, ...rest } = field
  return { ...rest, value: value as unknown, inputRef: ref, error: fieldState.error?.message }
}

/** A text value of a form; a missing one is ''. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Makes a form field of a controlled text input: the same props, with `control` and `name` in place of value and events. */
export function bindText<Props extends { value: string }>(Input: ComponentType<Props>) {
  return function BoundText<Values extends FieldValues, Out>({
    control,
    name,
    ...own
  }: BoundProps<Props, Values, Out>) {
    const { value, ...bound } = useBoundField({ control, name })
    const props = { ...own, ...bound, value: asText(value) }
    // The parts that Omit took away are those that `bound` and `value` add, which TypeScript cannot tell of a generic type.
    return <Input {...(props as unknown as Props)} />
  }
}
