import { type Ref, useId } from 'react'
import type { Choice } from './choice.ts'
import type { FieldTexts } from './field.tsx'
import { RadioFieldset, splitFieldProps } from './field.tsx'

export type ChipsInputProps = FieldTexts & {
  /** '' when none is chosen. */
  value: string
  onChange: (value: string) => void
  choices: readonly Choice[]
  isDisabled?: boolean
  /** The selected chip, or the first when none is selected. */
  chipRef?: Ref<HTMLInputElement>
}

/** One of a few short choices in one row; a first one with the value '' means none. 44 px high on phones. */
export function ChipsInput(props: ChipsInputProps) {
  const name = useId()
  const { texts, control } = splitFieldProps(props)
  const { value, onChange, choices, isDisabled = false, chipRef } = control
  const current = choices.find((choice) => choice.value === value) ?? choices[0]
  return (
    <RadioFieldset texts={texts}>
      <div className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="inline-flex h-8 min-w-11 cursor-pointer items-center justify-center rounded-full border border-line-strong bg-surface px-3 text-base whitespace-nowrap text-ink tabular-nums select-none hover:border-ink-faint has-checked:border-primary has-checked:bg-primary-soft has-checked:system-chosen has-checked:font-semibold has-checked:text-primary-strong has-disabled:cursor-not-allowed has-disabled:opacity-50 forced-colors:has-disabled:border-system-gray forced-colors:has-disabled:text-system-gray has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-sm:h-11"
          >
            <input
              ref={choice === current ? chipRef : undefined}
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              disabled={isDisabled}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </RadioFieldset>
  )
}
