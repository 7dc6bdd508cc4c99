import { useTypedText } from '#lib/web/typed-text.ts'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

type Props = Omit<SearchFieldProps, 'value' | 'onChange'> & {
  /** What is searched for. */
  settled: string
  /** Called after a pause in the typing. */
  onSettle: (text: string) => void
}

/** A search field that alone is drawn again for each key. */
export function TypedSearch({ settled, onSettle, ...field }: Props) {
  const [typed, setTyped] = useTypedText(settled, onSettle)
  return <SearchField {...field} value={typed} onChange={setTyped} />
}
