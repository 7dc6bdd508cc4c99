import { Check } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type BoundProps, useBoundField } from './field.tsx'

export type CheckboxInputProps = {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
}

/** Something that becomes true when the form is saved, outside a form of react-hook-form. */
export function CheckboxInput({ label, value, onChange, inputRef, isDisabled = false, ...rest }: CheckboxInputProps) {
  return (
    <label className={`${switchedClass} ${isDisabled ? switchedOffClass : ''}`}>
      <span className="grid size-4.5 shrink-0 place-items-center *:col-start-1 *:row-start-1">
        <input
          {...rest}
          ref={inputRef}
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          disabled={isDisabled}
          className="peer size-full cursor-[inherit] appearance-none rounded-sm border border-line-strong bg-surface outline-offset-2 checked:border-pine checked:bg-pine hover:not-checked:border-ink-faint disabled:opacity-50"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none size-3.5 text-on-pine opacity-0 peer-checked:opacity-100"
        />
      </span>
      {label}
    </label>
  )
}

/** What is switched on and off with its text. */
export const switchedClass = 'flex w-fit cursor-pointer items-center gap-2.5 py-1 text-base text-ink max-sm:min-h-11'
export const switchedOffClass = 'cursor-not-allowed! text-ink-faint!'

/** Something that becomes true when the form is saved. */
export function Checkbox<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<CheckboxInputProps, Values, Out>) {
  const { value, disabled: _, error: __, ...field } = useBoundField({ control, name })
  return <CheckboxInput {...texts} {...field} value={value === true} />
}
