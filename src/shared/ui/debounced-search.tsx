import { useDebouncedText } from '../web/debounced-text.ts'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

/** A search field with a debounced `onChange`, so that the screen around it does not re-render at each key. */
export function DebouncedSearch({ value, onChange, ...field }: SearchFieldProps) {
  const [text, setText] = useDebouncedText(value, onChange)
  return <SearchField {...field} value={text} onChange={setText} />
}
