import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { Input, Label, SearchField as RacSearchField } from 'react-aria-components/SearchField'
import { inputClass } from './field.tsx'

export type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isLabelHidden?: boolean
  autoFocus?: boolean
}

/** Esc clears. The screen decides how long to wait before it asks the server. */
export function SearchField({ label, placeholder = label, isLabelHidden = true, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    rest.onChange('')
    input.current?.focus()
  }
  return (
    <RacSearchField {...rest} className="group flex min-w-0 flex-col gap-1">
      <Label className={isLabelHidden ? 'sr-only' : 'text-sm font-medium text-ink'}>{label}</Label>
      <div className="relative">
        <Search aria-hidden="true" className="absolute top-0 left-2.5 h-full w-4 text-ink-faint" />
        <Input
          ref={input}
          placeholder={placeholder}
          className={`${inputClass} px-8.5 [&::-webkit-search-cancel-button]:hidden`}
        />
        <button
          type="button"
          // With the keyboard it is Esc, and the finger leaves the focus in the field.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={clear}
          aria-label="Rensa sökningen"
          className="absolute inset-y-0 right-0 grid w-9 cursor-pointer place-items-center rounded-sm text-ink-faint group-empty:hidden hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </RacSearchField>
  )
}
