import { Check, Minus } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox'
import type { FieldValues } from 'react-hook-form'
import { type BoundProps, FieldNotes, type FieldTexts, useBoundField } from './field.tsx'

export type CheckboxInputProps = Pick<FieldTexts, 'hint' | 'error'> & {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  /** Some of those it stands for are chosen. */
  isIndeterminate?: boolean
  isDisabled?: boolean
}

/** Something that becomes true when the form is saved, outside a form of react-hook-form. */
export function CheckboxInput({
  label,
  hint,
  error,
  value,
  onChange,
  inputRef,
  isIndeterminate = false,
  ...rest
}: CheckboxInputProps) {
  const Mark = isIndeterminate ? Minus : Check
  return (
    <CheckboxField
      {...rest}
      isSelected={value}
      onChange={onChange}
      isIndeterminate={isIndeterminate}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      {...(inputRef && { inputRef })}
      className="flex flex-col gap-1"
    >
      <CheckboxButton className="group flex w-fit cursor-pointer items-center gap-2.5 py-1 text-base text-ink disabled:cursor-not-allowed disabled:text-ink-faint max-sm:min-h-11 focus-visible:outline-none">
        <span className="grid size-4.5 shrink-0 place-items-center rounded-sm border border-line-strong bg-surface text-on-pine outline-offset-2 transition-colors group-hover:border-ink-faint group-selected:border-pine group-selected:bg-pine group-indeterminate:border-pine group-indeterminate:bg-pine group-invalid:border-danger group-focus-visible:outline-2 group-focus-visible:outline-focus group-disabled:opacity-50">
          {(value || isIndeterminate) && <Mark aria-hidden="true" strokeWidth={3} className="size-3.5" />}
        </span>
        {label}
      </CheckboxButton>
      <FieldNotes hint={hint} error={error} />
    </CheckboxField>
  )
}

/** Something that becomes true when the form is saved. */
export function Checkbox<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<CheckboxInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <CheckboxInput {...texts} {...field} value={value === true} />
}
