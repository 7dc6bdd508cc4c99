import Check from 'lucide-react/icons/check'
import type { ReactNode, Ref } from 'react'
import { toggleClass, toggleDisabledClass } from './toggle-class.ts'

export type CheckboxInputProps = {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
  onBlur?: () => void
  name?: string
  inputRef?: Ref<HTMLInputElement>
  isDisabled?: boolean
  /** Only for screen readers: in a table, where the row says what it is. */
  isLabelHidden?: boolean
}

/** A choice that takes effect when the form is saved, outside a form of react-hook-form. */
export function CheckboxInput({
  label,
  value,
  onChange,
  inputRef,
  isDisabled = false,
  isLabelHidden = false,
  ...rest
}: CheckboxInputProps) {
  return (
    <label className={`${isLabelHidden ? aloneClass : toggleClass} ${isDisabled ? toggleDisabledClass : ''}`}>
      <span className="forced-colors:text-system-highlight-text grid size-4.5 shrink-0 place-items-center *:col-start-1 *:row-start-1">
        <input
          {...rest}
          ref={inputRef}
          type="checkbox"
          checked={value}
          onChange={(event) => onChange(event.currentTarget.checked)}
          disabled={isDisabled}
          className="peer size-full cursor-[inherit] appearance-none rounded-sm border border-line-strong bg-surface outline-offset-2 checked:border-primary checked:bg-primary hover:not-checked:border-ink-faint disabled:opacity-50 forced-colors:checked:bg-system-highlight forced-colors:disabled:border-system-gray"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none size-3.5 text-on-primary opacity-0 peer-checked:opacity-100"
        />
      </span>
      {isLabelHidden ? <span className="sr-only">{label}</span> : label}
    </label>
  )
}

const aloneClass = 'relative z-1 grid size-8 cursor-pointer place-items-center max-sm:size-11'
