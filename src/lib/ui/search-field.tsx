import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { FieldLabel, inputClass } from './field.tsx'

export type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isLabelHidden?: boolean
  autoFocus?: boolean
}

/** Esc clears. The screen decides how long to wait before it asks the server. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  isLabelHidden = true,
  autoFocus = false,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const clearOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !value) return
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <FieldLabel {...{ label, isLabelHidden }} htmlFor={id} />
      <div className="relative">
        <Search aria-hidden="true" className="absolute top-0 left-2.5 h-full w-4 text-ink-faint" />
        <input
          {...{ value, placeholder, autoFocus }}
          id={id}
          ref={input}
          type="search"
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={clearOnEscape}
          className={`${inputClass} px-8.5 [&::-webkit-search-cancel-button]:hidden`}
        />
        {value && (
          <button
            type="button"
            // With the keyboard it is Esc, and the finger leaves the focus in the field.
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={clear}
            aria-label="Rensa sökningen"
            className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </div>
    </div>
  )
}
