import type { ReactNode, Ref } from 'react'
import { SwitchButton, SwitchField } from 'react-aria-components/Switch'
import type { FieldValues } from 'react-hook-form'
import { type BoundProps, FieldNotes, useBoundField } from './field.tsx'

export type SwitchInputProps = {
  label: ReactNode
  hint?: string | undefined
  error?: string | undefined
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
}

/** Something that is on or off at once, outside a form of react-hook-form: 'Visa rapporterade'. */
export function SwitchInput({ label, hint, error, value, onChange, inputRef, ...rest }: SwitchInputProps) {
  return (
    <SwitchField
      {...rest}
      isSelected={value}
      onChange={onChange}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      {...(inputRef && { inputRef })}
      className="flex flex-col gap-0.5"
    >
      <SwitchButton className="group flex w-fit cursor-pointer items-center gap-2.5 py-1 text-base text-ink disabled:cursor-not-allowed disabled:text-ink-faint max-sm:min-h-11 focus-visible:outline-none">
        <span className="flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken px-0.5 outline-offset-2 transition-colors group-selected:border-pine group-selected:bg-pine group-focus-visible:outline-2 group-focus-visible:outline-focus group-disabled:opacity-50">
          <span
            data-slides=""
            className="size-3.5 rounded-full bg-ink-faint transition-[translate,background-color] group-selected:translate-x-4 group-selected:bg-on-pine"
          />
        </span>
        {label}
      </SwitchButton>
      <FieldNotes hint={hint} error={error} />
    </SwitchField>
  )
}

/** On or off, in a form. */
export function Switch<Values extends FieldValues, Out>({
  control,
  name,
  ...texts
}: BoundProps<SwitchInputProps, Values, Out>) {
  const { value, disabled: _, ...field } = useBoundField({ control, name })
  return <SwitchInput {...texts} {...field} value={value === true} />
}
