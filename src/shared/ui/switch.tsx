import type { ReactNode } from 'react'
import { toggleClass } from './toggle-class.ts'

export type SwitchInputProps = {
  label: ReactNode
  value: boolean
  onChange: (value: boolean) => void
}

/** A choice that takes effect at once: 'Visa rapporterade'. */
export function SwitchInput({ label, value, onChange }: SwitchInputProps) {
  return (
    <label className={toggleClass}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={value}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="flex h-5 w-9 shrink-0 cursor-pointer appearance-none items-center rounded-full border border-line-strong bg-sunken px-0.5 outline-offset-2 transition-colors before:size-3.5 before:rounded-full before:bg-ink-faint before:transition-[translate,background-color] checked:border-primary checked:bg-primary checked:before:translate-x-4 checked:before:bg-on-primary forced-colors:before:bg-system-text forced-colors:checked:bg-system-highlight forced-colors:checked:before:bg-system-highlight-text"
      />
      {label}
    </label>
  )
}
