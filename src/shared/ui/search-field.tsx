import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useRef } from 'react'
import { useShortcut } from '../web/shortcut.ts'
import { Field, inputClass } from './field.tsx'

export type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isLabelHidden?: boolean
  autoFocus?: boolean
}

/** Escape clears it. `onChange` is called at each key: use `DebouncedSearch` if it leads to a request. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
  isLabelHidden = true,
  autoFocus = false,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus())
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
    <Field texts={{ label, isLabelHidden }}>
      {(aria) => (
        <div className="relative">
          <Search aria-hidden="true" className="absolute top-0 left-2.5 h-full w-4 text-ink-faint" />
          <input
            {...aria}
            value={value}
            placeholder={placeholder}
            // biome-ignore lint/a11y/noAutofocus: decided by the dialog or page
            autoFocus={autoFocus}
            ref={input}
            type="search"
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={clearOnEscape}
            className={`${inputClass} px-8.5 [&::-webkit-search-cancel-button]:hidden`}
          />
          {value && <ClearButton onPress={clear} />}
        </div>
      )}
    </Field>
  )
}

const ClearButton = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    // Keyboards use Escape instead, and a press must not take the focus from the field.
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    aria-label="Rensa sökningen"
    className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint hover:text-ink"
  >
    <X aria-hidden="true" className="size-4" />
  </button>
)
